package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.storage.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Members that are to start by themselves, and that all end while a backup is brought back. */
@Timeout(180)
class InterruptedRestoreTest {
    private static final Set<MemberState> NOT_STARTED =
            EnumSet.of(MemberState.STARTING, MemberState.IDLE, MemberState.LOADING, MemberState.WAITING_FOR_LOAD);

    @TempDir
    private Path folder;

    @BeforeEach
    void backUp() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.load();
            cluster.control().backup().backUp(backup(), Clock.systemUTC(), report -> {});
        }
    }

    private Path backup() {
        return folder.resolve("backup");
    }

    private Path mark() {
        return folder.resolve("data").resolve("restoring");
    }

    /** A member alone that is never degraded: its rules may be changed. */
    private TestCluster starting() {
        return new TestCluster()
                .withDegradedAfter(Optional.empty())
                .withStorage(member -> new MemberConfig.OnDisk(
                        folder.resolve("data"), Durability.WRITTEN, Optional.empty(), 1, Duration.ofSeconds(3)))
                .withStart();
    }

    private static void awaitStarted(FraudMember member) {
        TestCluster.await(
                "the member starts", () -> !NOT_STARTED.contains(member.status().state()));
    }

    @Test
    void shouldNotScoreByItselfWhenAllHaveEndedMeanwhile() throws Exception {
        try (TestCluster cluster = starting()) {
            FraudMember member = cluster.startMember();
            assertThatThrownBy(() -> cluster.control().backup().restore(backup(), report -> {
                        throw new IllegalStateException("all end");
                    }))
                    .hasMessage("all end");
            assertThat(cluster.control().missingShards())
                    .as("shards that older ones may be among")
                    .isZero();
            cluster.leave(member);
        }

        try (TestCluster cluster = starting()) {
            FraudMember member = cluster.startMember();
            TestCluster.await("all shards are in place", () -> cluster.control().missingShards() == 0);
            assertThat(member.status().state()).isEqualTo(MemberState.IDLE);

            assertThat(cluster.control().start()).isTrue();
            awaitStarted(member);
            cluster.leave(member);
        }
        assertThat(mark()).doesNotExist();

        try (TestCluster cluster = starting()) {
            awaitStarted(cluster.startMember());
        }
    }

    @Test
    void shouldStartByItselfWhenTheRestoreHasEnded() throws Exception {
        try (TestCluster cluster = starting()) {
            FraudMember member = cluster.startMember();
            List<Boolean> marked = new ArrayList<>();

            cluster.control().backup().restore(backup(), report -> marked.add(Files.exists(mark())));

            assertThat(marked).containsExactly(true);
            assertThat(member.shards().storage().orElseThrow().figures().pending())
                    .as("shards that its disk does not have as they are now")
                    .isZero();
            assertThat(mark()).doesNotExist();
            awaitStarted(member);
        }
    }

    @Test
    void shouldLoadNothingMeanwhile() throws Exception {
        try (TestCluster cluster = starting().withStart(false)) {
            FraudMember unused = cluster.startMember();

            cluster.control()
                    .backup()
                    .restore(
                            backup(),
                            report -> assertThatThrownBy(() -> cluster.control().load(Optional.empty()))
                                    .hasMessageContaining("a restore is under way"));

            assertThat(cluster.control().loadState().running()).isFalse();
        }
    }

    /** A member that waits for another one, so that no shard is in place yet. */
    private TestCluster waiting() {
        return new TestCluster()
                .withStorage(member -> new MemberConfig.OnDisk(
                        folder.resolve("data"), Durability.WRITTEN, Optional.empty(), 2, Duration.ofMinutes(10)));
    }

    @Test
    void shouldNotBeginWhileAMemberHasShardsOnDiskThatAreNotInPlaceYet() throws Exception {
        try (TestCluster cluster = starting().withStart(false)) {
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.leave(member);
        }
        try (TestCluster cluster = waiting()) {
            FraudMember unused = cluster.startMember();

            assertThatThrownBy(() -> cluster.control().backup().restore(backup(), report -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("in its data folder that are not in place yet")
                    .hasMessageContaining("shards=13");

            assertThat(mark()).doesNotExist();
        }
    }

    @Test
    void shouldNotBeginWhileALoadRuns() throws Exception {
        try (TestCluster cluster = waiting()) {
            FraudMember unused = cluster.startMember();
            cluster.control().load(Optional.empty());

            assertThatThrownBy(() -> cluster.control().backup().restore(backup(), report -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("a load runs");

            assertThat(mark()).doesNotExist();
        }
    }

    /** Who does that decides by what is there, and is not stopped without a word. */
    @Test
    void shouldNotStopAtItsEndWhatAPersonHasStartedMeanwhile() throws Exception {
        try (TestCluster cluster = starting().withStart(false)) {
            FraudMember member = cluster.startMember();

            cluster.control()
                    .backup()
                    .restore(
                            backup(),
                            report -> assertThat(cluster.control().start()).isTrue());

            assertThat(member.status().state()).isNotIn(NOT_STARTED);
            assertThat(mark()).doesNotExist();
        }
    }
}
