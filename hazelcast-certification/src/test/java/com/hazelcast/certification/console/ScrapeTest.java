package com.hazelcast.certification.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a scrape of a real member shows, also in the middle of the stream. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ScrapeTest {
    private static final long COUNT = 200_000;

    private static MetricSnapshot metric(MetricSnapshots scrape, String name) {
        return scrape.stream()
                .filter(snapshot -> snapshot.getMetadata().getPrometheusName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("not in the scrape: " + name));
    }

    /** The sum over all labels. */
    private static double value(MetricSnapshots scrape, String name) {
        MetricSnapshot snapshot = metric(scrape, name);
        if (snapshot instanceof CounterSnapshot counter) {
            return counter.getDataPoints().stream()
                    .mapToDouble(CounterSnapshot.CounterDataPointSnapshot::getValue)
                    .sum();
        }
        return ((GaugeSnapshot) snapshot)
                .getDataPoints().stream()
                        .mapToDouble(GaugeSnapshot.GaugeDataPointSnapshot::getValue)
                        .sum();
    }

    private static void assertBalanced(MetricSnapshots scrape) {
        double accounted = value(scrape, "fraud_transactions_scored")
                + value(scrape, "fraud_transactions_duplicate")
                + value(scrape, "fraud_transactions_rejected")
                + value(scrape, "fraud_transactions_in_flight");
        assertThat(value(scrape, "fraud_transactions_received")).isEqualTo(accounted);
        assertThat(value(scrape, "fraud_transactions_unaccounted")).isZero();
        assertThat(value(scrape, "fraud_transactions_in_flight")).isNotNegative();
    }

    private static HistogramSnapshot.HistogramDataPointSnapshot times(MetricSnapshots scrape, String name) {
        return ((HistogramSnapshot) metric(scrape, name)).getDataPoints().get(0);
    }

    @Test
    void shouldBalanceTheBooksAtEveryScrapeWhenTransactionsFlow() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember reader = cluster.startMember(cluster.startSource(COUNT, 0));
            FraudMember other = cluster.startMember();
            cluster.load();
            cluster.control().start();
            PrometheusRegistry registry = reader.metrics().registry();
            int scrapesInFlight = 0;
            double received = 0;
            while (received < COUNT) {
                MetricSnapshots scrape = registry.scrape(
                        name -> name.startsWith("fraud_transactions_") && !name.equals("fraud_transactions_held"));
                assertBalanced(scrape);
                received = value(scrape, "fraud_transactions_received");
                if (value(scrape, "fraud_transactions_in_flight") > 0) {
                    scrapesInFlight++;
                }
            }
            assertThat(scrapesInFlight)
                    .as("scrapes while transactions were in flight")
                    .isGreaterThan(10);

            cluster.awaitAnswered(reader, COUNT);
            MetricSnapshots end = registry.scrape();
            assertBalanced(end);
            assertThat(value(end, "fraud_transactions_in_flight")).isZero();
            assertThat(times(end, "fraud_transaction_seconds").getCount()).isEqualTo(COUNT);
            assertThat(times(end, "fraud_lane_seconds").getCount()).isEqualTo(COUNT);
            double verdicts = value(end, "fraud_verdicts")
                    + value(other.metrics().registry().scrape(), "fraud_verdicts");
            assertThat(verdicts).isEqualTo(COUNT);
        }
    }

    @Test
    void shouldSeeShardsAndBackupsWhenAMemberJoinsAndDies() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember stays = cluster.startMember();
            FraudMember dies = cluster.startMember();
            cluster.load();
            TestCluster.await("every shard with its backup", () -> missingBackups(stays, dies) == 0);

            cluster.kill(dies);
            TestCluster.await("every shard without a backup", () -> missingBackups(stays) == 13);
        }
    }

    private static double missingBackups(FraudMember... members) {
        double required = 0;
        double held = 0;
        for (FraudMember member : members) {
            MetricSnapshots scrape = member.metrics().registry().scrape(name -> name.startsWith("fraud_shard"));
            required += value(scrape, "fraud_shard_backups_required");
            held += ((GaugeSnapshot) metric(scrape, "fraud_shards"))
                    .getDataPoints().stream()
                            .filter(point -> "backup".equals(point.getLabels().get("role")))
                            .mapToDouble(GaugeSnapshot.GaugeDataPointSnapshot::getValue)
                            .sum();
        }
        return required == 0 ? -1 : required - held;
    }

    @Test
    void shouldReportBuildStateAndJvmWhenNothingFlows() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            MetricSnapshots scrape = cluster.startMember().metrics().registry().scrape();
            Set<String> names = scrape.stream()
                    .map(snapshot -> snapshot.getMetadata().getPrometheusName())
                    .collect(Collectors.toSet());
            assertThat(names)
                    .contains(
                            "fraud_build",
                            "fraud_member_state",
                            "fraud_rule_sampled_seconds",
                            "fraud_reader_stalls",
                            "fraud_reader_stall_seconds",
                            "fraud_lane_transactions",
                            "fraud_source_reconnects",
                            "fraud_history_bytes",
                            "fraud_backup_seconds",
                            "fraud_scoring_seconds",
                            "jvm_gc_collection_seconds",
                            "jvm_memory_used_bytes");
            assertThat(value(scrape, "fraud_member_state")).isEqualTo(1);
        }
    }
}
