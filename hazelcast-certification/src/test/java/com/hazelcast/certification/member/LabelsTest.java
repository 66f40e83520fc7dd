package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.audit.ReadCard;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.exporting.HistoryExport;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.transaction.TransactionLayout;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Labels of a cluster: on every copy before they are answered, on disk, in backups and in what they are brought back into. */
@Timeout(180)
class LabelsTest {
    private static final int CARDS = 200;

    @TempDir
    private Path folder;

    private MemberConfig.OnDisk onDisk(int member) {
        return new MemberConfig.OnDisk(
                folder.resolve("data-" + member), Durability.WRITTEN, Optional.empty(), 2, Duration.ofSeconds(3));
    }

    private static byte[] history(FraudMember member, long card) {
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        Integer key = keys.keyOf(CardHash.shard(CardHash.of(card), keys.shardCount()));
        return ShardMap.of(member.hazelcast()).executeOnKey(key, new ReadCard(card));
    }

    /** A label for the newest transaction of loaded cards, fraud and genuine in turn. */
    private static List<LabelRequest> requests(FraudMember member) {
        List<LabelRequest> requests = new ArrayList<>();
        for (long card = 1; card <= CARDS; card++) {
            byte[] history = history(member, card);
            requests.add(new LabelRequest(
                    card,
                    TransactionLayout.NO_REFERENCE,
                    TransactionLayout.timeMs(TransactionLayout.timesAt(history, 0)),
                    TransactionLayout.amountUnits(TransactionLayout.paymentAt(history, 0)),
                    requests.size() % 2 == 0 ? Label.FRAUD : Label.GENUINE));
        }
        return requests;
    }

    private static void assertLabelled(FraudMember member, List<LabelRequest> requests) {
        for (LabelRequest request : requests) {
            byte[] history = history(member, request.card());
            assertThat(Label.of(TransactionLayout.labelAt(history, 0))).contains(request.label());
            for (int offset = TransactionLayout.TRANSACTION_SIZE_BYTES;
                    offset < history.length;
                    offset += TransactionLayout.TRANSACTION_SIZE_BYTES) {
                assertThat(TransactionLayout.labelAt(history, offset)).isZero();
            }
        }
    }

    private static double counted(FraudMember member, String metric) {
        return member.metrics().registry().scrape(metric::equals).stream()
                .map(CounterSnapshot.class::cast)
                .flatMap(snapshot -> snapshot.getDataPoints().stream())
                .mapToDouble(CounterSnapshot.CounterDataPointSnapshot::getValue)
                .sum();
    }

    private static void assertAllTaken(List<LabelResult> results) {
        assertThat(results).isNotEmpty().allMatch(result -> result == LabelResult.LABELLED);
    }

    @Test
    void shouldHaveLabelsOnEveryCopyWhenTheyAreAnsweredAndOnTheBackupWhenTheOwnerIsKilled() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            FraudMember third = cluster.startMember();
            cluster.awaitMembers(3);
            cluster.load();
            List<LabelRequest> requests = requests(first);
            List<LabelRequest> before = requests.stream()
                    .map(request ->
                            new LabelRequest(request.card(), 0, request.timeMs(), request.amountUnits(), Label.FRAUD))
                    .toList();
            // One label is later than another one that was answered, whichever members they came through.
            assertAllTaken(
                    List.of(second.labels().add(before, Duration.ofMinutes(1)).join()));
            assertAllTaken(cluster.control().addLabels(requests));
            assertThat(cluster.control().audit().verify().isGood()).isTrue();
            assertThat(cluster.control()
                            .addLabels(List.of(
                                    new LabelRequest(9_999_999_999_999L, 0, 1, 1, Label.FRAUD),
                                    new LabelRequest(requests.get(0).card(), 0, 1, 1, Label.FRAUD))))
                    .containsExactly(LabelResult.UNKNOWN_CARD, LabelResult.UNKNOWN_TRANSACTION);

            // The oldest member takes what a command sends.
            assertThat(counted(first, "fraud_labels")).isEqualTo(requests.size());
            assertThat(counted(first, "fraud_labels_rejected")).isEqualTo(2);

            cluster.kill(third);
            cluster.awaitMembers(2);
            assertLabelled(first, requests);
            cluster.kill(first);
            cluster.awaitMembers(1);
            assertLabelled(second, requests);
        }
    }

    @Test
    void shouldReplayLabelsAfterAllMembersEndedAndBringThemBackFromABackup() throws Exception {
        Path backup = folder.resolve("backup");
        List<LabelRequest> requests;
        try (TestCluster cluster = new TestCluster().withStorage(this::onDisk)) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            ClusterControl control = cluster.control();
            requests = requests(first);
            assertAllTaken(control.addLabels(requests));
            cluster.kill(second);
            cluster.kill(first);

            FraudMember again = cluster.startMember();
            FraudMember other = cluster.startMember();
            cluster.awaitMembers(2);
            TestCluster.await("all shards are there", () -> cluster.control().missingShards() == 0);
            TestCluster.await(
                    "copies agree", () -> cluster.control().audit().verify().isGood());
            assertLabelled(again, requests);
            cluster.control().backup().backUp(backup, Clock.systemUTC(), report -> {});
            cluster.kill(other);
        }
        Path to = folder.resolve("parquet");
        assertThat(new HistoryExport(backup, Optional.empty(), to).run().problems())
                .isEmpty();
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FILTER (label = 'fraud'),"
                        + " count(*) FILTER (label = 'genuine') FROM '" + to + "/*.parquet'")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getLong(1) + rows.getLong(2)).isEqualTo(requests.size());
            assertThat(rows.getLong(1))
                    .isEqualTo(requests.stream()
                            .filter(request -> request.label() == Label.FRAUD)
                            .count());
        }
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            cluster.control().backup().restore(backup, report -> {});
            assertLabelled(member, requests);
        }
    }

    @Test
    void shouldSayWhatItCannotLabelWhereNothingIsLoaded() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember unused = cluster.startMember();
            assertThat(cluster.control().addLabels(List.of(new LabelRequest(1_234_567L, 0, 1, 1, Label.FRAUD))))
                    .containsExactly(LabelResult.NOT_LOADED);
        }
    }
}
