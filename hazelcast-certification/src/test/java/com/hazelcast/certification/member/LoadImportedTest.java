package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.importing.ImportJob;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.importing.Payments;
import com.hazelcast.certification.importing.ShardTotals;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Members load what was imported, each shard whole or not at all. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LoadImportedTest {
    private static final int SHARDS = 13;
    private static final int CARDS = 800;

    @TempDir
    Path folder;

    private Path source() throws Exception {
        Path file = folder.resolve("payments.parquet");
        return Files.exists(file) ? file : Payments.write(file, 20_000, CARDS, 3);
    }

    private ImportedFolder imported(int shards, String to) throws Exception {
        return new ImportJob(
                        Payments.request(folder, source().toString(), Payments.MAPPING, shards), folder.resolve(to))
                .run();
    }

    private static String load(TestCluster cluster, ImportedFolder imported) {
        cluster.control().load(Optional.of(LoadSpec.of(imported)));
        return cluster.awaitLoadEnded().problem();
    }

    /** Rows, sum of amounts and digest of what all shards hold, on all copies alike. */
    private static long[] held(TestCluster cluster) {
        long[] figures = new long[3];
        for (int shard = 0; shard < SHARDS; shard++) {
            byte[] rows = cluster.control().audit().readShard(shard).get(0);
            for (int at = 0; at < rows.length; at += TransactionLayout.TRANSACTION_SIZE_BYTES) {
                long times = TransactionLayout.timesAt(rows, at);
                long payment = TransactionLayout.paymentAt(rows, at);
                figures[0]++;
                figures[1] += TransactionLayout.amountUnits(payment);
                figures[2] += ShardTotals.digestOf(
                        TransactionLayout.cardAt(rows, at),
                        TransactionLayout.timeMs(times),
                        TransactionLayout.amountUnits(payment),
                        TransactionLayout.currency(times),
                        TransactionLayout.country(times),
                        TransactionLayout.merchant(payment));
            }
        }
        return figures;
    }

    @Test
    void shouldHoldWhatDuckDbFindsInTheSourceOnOwnersAndBackups() throws Exception {
        ImportedFolder imported = imported(SHARDS, "out");
        long[] expected = Payments.figures("read_parquet('" + source() + "')");
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember unused = cluster.startMember();
            assertThat(ShardKeys.of(first.hazelcast()).shardCount()).isEqualTo(SHARDS);
            // A backup that is made while its shard loads has it later.
            cluster.awaitMembers(2);

            assertThat(load(cluster, imported)).isEmpty();

            Verification verification = cluster.control().audit().verify();
            assertThat(verification.problems()).isEmpty();
            assertThat(verification.cards()).isEqualTo(expected[1]).isEqualTo(CARDS);
            assertThat(held(cluster)).containsExactly(expected[0], expected[2], expected[3]);
        }
    }

    @Test
    void shouldLoadNothingFromAFolderThatDoesNotFitTheCluster() throws Exception {
        ImportedFolder other = imported(SHARDS + 1, "other");
        ImportedFolder gone = imported(SHARDS, "gone");
        Path manifest = Files.move(gone.folder().resolve("manifest.json"), folder.resolve("aside.json"));
        try (TestCluster cluster = new TestCluster()) {
            FraudMember unused = cluster.startMember();

            assertThat(load(cluster, other)).contains("nothing was loaded", "--shards " + SHARDS);
            assertThat(load(cluster, gone)).contains("nothing was loaded", "does not see the histories");
            assertThat(manifest).exists();
            assertThat(cluster.survey().held()).isZero();
        }
    }

    /** A broken file costs its own shard; when it is there again, another load goes on with the rest. */
    @Test
    void shouldLeaveOutAShardWhoseFileIsBrokenAndGoOnWithItLater() throws Exception {
        ImportedFolder imported = imported(SHARDS, "out");
        Path file = imported.shardFile(5);
        byte[] good = Files.readAllBytes(file);
        writeBroken(file, good);
        try (TestCluster cluster = new TestCluster()) {
            FraudMember unused = cluster.startMember();

            assertThat(load(cluster, imported))
                    .contains(
                            "1 of 13 shards are not loaded",
                            "checksum",
                            file.getFileName().toString());
            assertThat(cluster.control().missingShards()).isEqualTo(1);

            Path repaired = Files.write(file, good);
            assertThat(load(cluster, imported)).isEmpty();
            assertThat(repaired).exists();
            assertThat(cluster.control().audit().verify().transactionsHeld())
                    .isEqualTo(imported.manifest().totals().rows());
        }
    }

    private static void writeBroken(Path file, byte[] good) throws IOException {
        byte[] broken = good.clone();
        broken[good.length - 3] ^= 0x10;
        Path unused = Files.write(file, broken);
    }
}
