package com.hazelcast.certification.member;

import static com.hazelcast.certification.console.ConsoleMembers.list;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.cluster.ClusterState;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.cluster.StartWhen;
import com.hazelcast.certification.console.Console;
import com.hazelcast.certification.console.ConsoleClient;
import com.hazelcast.certification.console.overview.Overview;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.source.ScriptedSource;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real members in which something is wrong: console, control client and metrics say the same. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class StatesTest {
    private static final int RATE = 3_000;
    private static final long ENDLESS = 2_000_000;

    /** One a member: each has connections of its own, of which a member takes a bounded number. */
    private final Map<FraudMember, ConsoleClient> clients = new HashMap<>();

    private JsonNode overview(FraudMember member) {
        return clients.computeIfAbsent(member, ConsoleClient::of)
                .get("/api/overview")
                .json();
    }

    private List<String> conditions(FraudMember member) {
        return list(overview(member).path("problems")).stream()
                .map(problem -> problem.path("condition").asText())
                .toList();
    }

    private String state(FraudMember member) {
        return overview(member).path("state").asText();
    }

    /** A gauge's value; of one with labels that of the point that has that label's value. */
    private static double gauge(FraudMember member, String name, String label) {
        GaugeSnapshot gauge = member.metrics().registry().scrape(name::equals).stream()
                .map(GaugeSnapshot.class::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError("not in the scrape: " + name));
        return gauge.getDataPoints().stream()
                .filter(point -> point.getLabels().isEmpty()
                        || point.getLabels().stream()
                                .anyMatch(one -> one.getValue().equals(label)))
                .mapToDouble(GaugeDataPointSnapshot::getValue)
                .sum();
    }

    private static boolean hasCondition(FraudMember member, String condition) {
        return gauge(member, "fraud_condition", condition) == 1;
    }

    @Test
    void shouldSayThatNothingIsLoadedWhenTransactionsAreRejected() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(cluster.startSource(ENDLESS, RATE));
            member.start(StartWhen.NOW);
            TestCluster.await(
                    "nothing is loaded, and the console says so",
                    () -> conditions(member).containsAll(List.of("nothing_loaded", "rejections", "nothing_scored")));
            JsonNode overview = overview(member);
            assertThat(overview.path("state").asText()).isEqualTo("NOTHING_LOADED");
            assertThat(overview.at("/members/0/state").asText()).isEqualTo("WAITING");
            assertThat(overview.at("/problems/0/severity").asText()).isEqualTo("red");
            assertThat(hasCondition(member, "nothing_loaded")).isTrue();
            assertThat(hasCondition(member, "rejections")).isTrue();
            assertThat(hasCondition(member, "source_disconnected")).isFalse();
            assertThat(gauge(member, "fraud_member_state", "waiting")).isEqualTo(1);
            assertThat(gauge(member, "fraud_member_state", "scoring")).isZero();
            assertThat(Console.overview(cluster.control(), 60_000).state()).isEqualTo(ClusterState.NOTHING_LOADED);
        }
    }

    @Test
    void shouldReportADisconnectedSourceUntilItIsBack() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            CountDownLatch end = new CountDownLatch(1);
            // One that nobody else is given while the source is away.
            int port = LocalCluster.freePort();
            InetSocketAddress address;
            FraudMember member;
            try (ScriptedSource source = new ScriptedSource(port, out -> end.await(), out -> {})) {
                address = source.address();
                member = cluster.startMember(address);
                cluster.load();
                cluster.control().start();
                TestCluster.await("connected", () -> gauge(member, "fraud_sources_connected", "") == 1);
            }
            end.countDown();
            String name = address.getHostString() + ":" + address.getPort();
            TestCluster.await("the source is missed", () -> conditions(member).contains("source_disconnected"));
            JsonNode overview = overview(member);
            assertThat(overview.path("state").asText()).isEqualTo("NOTHING_SCORED");
            assertThat(overview.path("problems").toString()).contains(name);
            assertThat(hasCondition(member, "source_disconnected")).isTrue();
            assertThat(gauge(member, "fraud_sources_configured", "")).isEqualTo(1);
            assertThat(gauge(member, "fraud_sources_connected", "")).isZero();
            try (ScriptedSource again = new ScriptedSource(address.getPort(), out -> {})) {
                TestCluster.await("it is back", () -> !conditions(member).contains("source_disconnected"));
                assertThat(again.address().getPort()).isEqualTo(address.getPort());
            }
        }
    }

    @Test
    void shouldNotMissTheSourcesOfAMemberThatIsStopped() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(cluster.startSource(ENDLESS, RATE));
            cluster.load();
            TestCluster.await(
                    "it is well, and does nothing", () -> state(member).equals("STOPPED"));
            assertThat(conditions(member)).doesNotContain("source_disconnected", "source_quiet", "nothing_scored");
        }
    }

    @Test
    void shouldReportHeldAnswersWhenCopiesAreLostAndThenThatTheyAreGivenWithFewer() throws IOException {
        try (TestCluster cluster = new TestCluster().withDegradedAfter(Optional.empty())) {
            FraudMember reader = cluster.startMember(cluster.startSource(ENDLESS, RATE));
            FraudMember victim = cluster.startMember();
            cluster.load();
            cluster.control().start();
            TestCluster.await("scoring", () -> state(reader).equals("SCORING"));
            assertThat(gauge(reader, "fraud_shards_held", "")).isZero();
            cluster.kill(victim);
            TestCluster.await("answers are held", () -> conditions(reader).contains("answers_held"));
            Overview overview = Console.overview(cluster.control(), 60_000);
            assertThat(overview.state()).isEqualTo(ClusterState.HELD);
            assertThat(overview.members().get(0).state()).isEqualTo(MemberState.HELD);
            assertThat(overview.problems().get(0).action()).contains("ctl expect 1");
            assertThat(overview.problems().get(0).sinceMs()).isLessThan(overview.atMs() - 2_000);
            assertThat(hasCondition(reader, "answers_held")).isTrue();
            assertThat(gauge(reader, "fraud_shards_held", "")).isPositive();
            assertThat(gauge(reader, "fraud_oldest_in_flight_seconds", "")).isGreaterThan(2);
            assertThat(gauge(reader, "fraud_member_state", "held")).isEqualTo(1);
            cluster.control().expect(1);
            TestCluster.await("it goes on", () -> !conditions(reader).contains("answers_held"));
            TestCluster.await("degraded, and said so", () -> conditions(reader).contains("degraded"));
            assertThat(hasCondition(reader, "degraded")).isTrue();
            TestCluster.await("it scores, with an alarm", () -> state(reader).equals("SCORING_WITH_ALARMS"));
            TestCluster.await("nothing old waits", () -> gauge(reader, "fraud_oldest_in_flight_seconds", "") < 1);
        }
    }

    @Test
    void shouldNeverHaveMoreFlaggedThanScoredAndMarkThatCountersLeft() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember stays = cluster.startMember(cluster.startSource(ENDLESS, RATE));
            FraudMember dies = cluster.startMember(cluster.startSource(ENDLESS, RATE));
            cluster.load();
            cluster.control().start();
            TestCluster.await(
                    "both have scored much",
                    () -> stays.metrics().accounting().scored() > RATE
                            && dies.metrics().accounting().scored() > RATE);
            String address = dies.status().address();
            assertThat(overview(stays).at("/totals/flagged").asLong()).isPositive();
            cluster.kill(dies);
            TestCluster.await(
                    "the counters of the killed member are said to have left",
                    () -> overview(stays).at("/resets/0/address").asText().equals(address));
            JsonNode overview = overview(stays);
            assertThat(overview.at("/resets/0/why").asText()).isEqualTo("left");
            assertThat(overview.at("/totals/flagged").asLong())
                    .isLessThanOrEqualTo(overview.at("/totals/scored").asLong());
            assertThat(overview.path("fraudRate").asDouble()).isLessThanOrEqualTo(1);
        }
    }
}
