package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.api.ApiUser;
import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.kafka.KafkaSettings;
import com.hazelcast.certification.kafka.StartFrom;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.kafka.verdicts.VerdictTopic;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.core.Hazelcast;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The phases of a member, and what is closed when a step of its start fails. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class MemberLifecycleTest {
    /** Steps that leave nothing open. */
    private static final Set<MemberPart> NOTHING_OPEN =
            EnumSet.of(MemberPart.FILES, MemberPart.FORMAT, MemberPart.CARD_KEY, MemberPart.CONTROL, MemberPart.BEGIN);

    /** A way to each phase. */
    private static final Map<MemberPhase, List<MemberPhase>> WAYS = Map.of(
            MemberPhase.STARTING, List.of(),
            MemberPhase.IDLE, List.of(MemberPhase.IDLE),
            MemberPhase.WAITING_FOR_LOAD, List.of(MemberPhase.IDLE, MemberPhase.WAITING_FOR_LOAD),
            MemberPhase.SCORING, List.of(MemberPhase.IDLE, MemberPhase.SCORING),
            MemberPhase.LEAVING, List.of(MemberPhase.IDLE, MemberPhase.LEAVING),
            MemberPhase.LEFT, List.of(MemberPhase.IDLE, MemberPhase.LEAVING, MemberPhase.LEFT),
            MemberPhase.FAILED, List.of(MemberPhase.FAILED));

    private final List<MemberPart> opened = new ArrayList<>();
    private final List<MemberPart> closed = new ArrayList<>();

    @TempDir
    private Path folder;

    /** A cluster whose members have every part; the brokers are not reached before a member scores. */
    private TestCluster complete() {
        KafkaSettings kafka = new KafkaSettings(
                "127.0.0.1:1",
                "group",
                "member",
                Map.of(),
                new KafkaSettings.Topics(List.of("in"), "out", "dead-letters", Optional.empty()),
                new KafkaSettings.Reading(
                        InputForm.RECORD::newReader, StartFrom.EARLIEST, 1, Duration.ofMillis(100), 10, 0),
                new KafkaSettings.Verdicts(OutputForm.JSON, () -> 0, false, Action.DECLINE));
        return new TestCluster()
                .withStorage(member -> new MemberConfig.OnDisk(
                        folder,
                        Durability.WRITTEN,
                        Optional.empty(),
                        1,
                        Duration.ofSeconds(1),
                        Optional.of(new VerdictTopic(
                                "127.0.0.1:1", "verdicts", false, Action.DECLINE, "member", Map.of(), 1L << 30))))
                .withKafka(kafka)
                .withApi(ApiUser.usual());
    }

    private static MemberLifecycle in(MemberPhase phase) {
        MemberLifecycle lifecycle = new MemberLifecycle();
        WAYS.get(phase).forEach(next -> assertThat(lifecycle.become(next)).isTrue());
        assertThat(lifecycle.phase()).isEqualTo(phase);
        return lifecycle;
    }

    @ParameterizedTest
    @CsvSource({
        // from, to
        "STARTING,          IDLE FAILED",
        "IDLE,              WAITING_FOR_LOAD SCORING LEAVING FAILED",
        "WAITING_FOR_LOAD,  IDLE SCORING LEAVING FAILED",
        "SCORING,           IDLE LEAVING FAILED",
        "LEAVING,           LEFT",
        "LEFT,              ''",
        "FAILED,            ''",
    })
    void shouldGoTheseWaysAndNoOthers(MemberPhase from, String to) {
        Set<String> allowed = Set.of(to.split(" "));
        for (MemberPhase next : MemberPhase.values()) {
            MemberLifecycle lifecycle = in(from);
            boolean isAllowed = next == from || allowed.contains(next.name());
            assertThat(lifecycle.mayBecome(next)).as("%s to %s", from, next).isEqualTo(isAllowed);
            assertThat(lifecycle.become(next)).as("%s to %s", from, next).isEqualTo(isAllowed);
            assertThat(lifecycle.phase()).isEqualTo(isAllowed ? next : from);
        }
    }

    private OpenParts failingAt(MemberPart failing, Runnable fail) {
        return new OpenParts(
                part -> {
                    if (part == failing) {
                        fail.run();
                    }
                    opened.add(part);
                },
                closed::add);
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("fraud-"))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @EnumSource(MemberPart.class)
    void shouldCloseWhateverHadStartedInReverseOrderWhenAStepFails(MemberPart failing) throws IOException {
        Set<String> threadsBefore = threads();
        RuntimeException failure = new IllegalStateException("the step fails: " + failing);
        Runnable fail = () -> {
            throw failure;
        };
        try (TestCluster cluster = complete().withParts(failingAt(failing, fail))) {
            assertThatThrownBy(() -> cluster.startMember(GatewaySettings.of("127.0.0.1", 0, Optional.empty(), 10, 8)))
                    .isSameAs(failure)
                    .hasNoSuppressedExceptions();

            assertNothingIsOpen(cluster, failing, threadsBefore);
        }
    }

    /** As when the JVM can make no thread: what was open would keep the process alive, with its shards and without its ports. */
    @ParameterizedTest
    @EnumSource(
            value = MemberPart.class,
            names = {"STORAGE", "FORMAT", "ROUTER", "CONSOLE", "BEGIN"})
    void shouldCloseWhateverHadStartedWhenTheJvmHasAnError(MemberPart failing) throws IOException {
        Set<String> threadsBefore = threads();
        Error failure = new OutOfMemoryError("unable to create native thread");
        Runnable fail = () -> {
            throw failure;
        };
        try (TestCluster cluster = complete().withParts(failingAt(failing, fail))) {
            assertThatThrownBy(() -> cluster.startMember(GatewaySettings.of("127.0.0.1", 0, Optional.empty(), 10, 8)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("step=" + failing)
                    .hasMessageContaining("unable to create native thread")
                    .cause()
                    .isSameAs(failure)
                    .hasNoSuppressedExceptions();

            assertNothingIsOpen(cluster, failing, threadsBefore);
        }
    }

    private void assertNothingIsOpen(TestCluster cluster, MemberPart failing, Set<String> threadsBefore) {
        assertThat(opened).as("in the order of the parts").containsExactlyElementsOf(before(failing));
        List<MemberPart> expected = new ArrayList<>(opened);
        expected.removeAll(NOTHING_OPEN);
        Collections.reverse(expected);
        assertThat(closed).containsExactlyElementsOf(expected);
        assertThat(Hazelcast.getAllHazelcastInstances())
                .noneMatch(instance -> instance.getConfig().getClusterName().equals(cluster.name()));
        TestCluster.await("the threads of the member have ended", () -> threadsBefore.containsAll(threads()));
    }

    private static List<MemberPart> before(MemberPart failing) {
        return new ArrayList<>(EnumSet.allOf(MemberPart.class)).subList(0, failing.ordinal());
    }

    @Test
    void shouldLeaveInItsOrderAndOnce() throws Exception {
        try (TestCluster cluster = complete().withParts(new OpenParts(opened::add, closed::add))) {
            FraudMember member = cluster.startMember(GatewaySettings.of("127.0.0.1", 0, Optional.empty(), 10, 8));
            assertThat(member.status().state()).isEqualTo(MemberState.IDLE);

            member.close();
            member.close();

            assertThat(member.awaitEnd()).as("its own leaving").isTrue();
            assertThat(closed)
                    .containsExactly(
                            MemberPart.DIRECTORY,
                            MemberPart.GATEWAY,
                            MemberPart.SCORING,
                            MemberPart.ROUTER,
                            MemberPart.LABELS,
                            MemberPart.SWEEPER,
                            MemberPart.RULE_CODES,
                            MemberPart.DELIVERY,
                            MemberPart.STORED_SHARDS,
                            MemberPart.DELIVERIES,
                            MemberPart.COPIES,
                            MemberPart.HAZELCAST,
                            MemberPart.VERDICTS,
                            MemberPart.STORAGE,
                            MemberPart.CERTIFICATES,
                            MemberPart.API,
                            MemberPart.CONSOLE,
                            MemberPart.AUDIT,
                            MemberPart.KAFKA,
                            MemberPart.READERS,
                            MemberPart.RULES,
                            MemberPart.LIFE);
        }
    }

    @Test
    void shouldEndByFailureWhenHazelcastEndsByItself() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();

            member.hazelcast().getLifecycleService().terminate();

            assertThat(member.awaitEnd()).as("its own leaving").isFalse();
        }
    }

    @Test
    void shouldHaveLimitsThatDoNotContradictEachOther() {
        MemberLimits.requireRelations();
        assertThat(MemberLimits.BATCH_MAX).isLessThanOrEqualTo(MemberLimits.IN_FLIGHT_MAX);
    }
}
