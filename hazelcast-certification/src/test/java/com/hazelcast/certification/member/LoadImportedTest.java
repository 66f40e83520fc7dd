package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.importing.ImportJob;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.importing.Payments;
import com.hazelcast.certification.importing.ShardTotals;
import com.hazelcast.certification.loading.LoadDriver;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.map.IMap;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
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

    /** Two calls of the load are let through before each change, and those of the last four shards when a member has been killed. */
    @Test
    void shouldHoldTheWholeFileThoughMembersJoinLeaveAndDieMeanwhile() throws Exception {
        ImportedFolder imported = imported(SHARDS, "out");
        long[] expected = Payments.figures("read_parquet('" + source() + "')");
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember leaves = cluster.startMember();
            FraudMember dies = cluster.startMember();
            cluster.awaitMembers(3);
            CallGate gate = new CallGate();
            LoadDriver driver =
                    new LoadDriver(gate.before(ShardMap.of(first.hazelcast())), ShardKeys.of(first.hazelcast()));
            FutureTask<Void> load = begin(driver, LoadSpec.of(imported), cluster.control());
            gate.let(3);
            TestCluster.await("three shards are loaded", () -> driver.progress().shardsLoaded() == 3);

            gate.let(2);
            FraudMember joins = cluster.startMember();
            gate.let(2);
            cluster.leave(leaves);
            // Before another one goes, each shard has its copies again.
            cluster.awaitMembers(3);
            gate.let(2);
            cluster.kill(dies);
            assertThat(load.isDone()).as("the load goes on").isFalse();
            gate.open();
            load.get(1, TimeUnit.MINUTES);

            assertThat(driver.progress().isDone()).isTrue();
            cluster.awaitMembers(2);
            assertThat(joins.hazelcast().getCluster().getMembers()).hasSize(2);
            Verification verification = cluster.control().audit().verify();
            assertThat(verification.problems())
                    .as("owners and backups are equal")
                    .isEmpty();
            assertThat(verification.cards()).isEqualTo(expected[1]);
            assertThat(held(cluster)).containsExactly(expected[0], expected[2], expected[3]);
            for (int shard = 0; shard < SHARDS; shard++) {
                byte[] rows = cluster.control().audit().readShard(shard).get(0);
                assertThat(rows.length / TransactionLayout.TRANSACTION_SIZE_BYTES)
                        .as("rows of shard %d", shard)
                        .isEqualTo((int) imported.size(shard).rows());
            }
        }
    }

    private static FutureTask<Void> begin(LoadDriver driver, LoadSpec spec, ClusterControl control) {
        FutureTask<Void> load = new FutureTask<>(() -> {
            driver.run(spec, control::arm);
            return null;
        });
        Thread thread = new Thread(load, "test-load");
        thread.setDaemon(true);
        thread.start();
        return load;
    }

    /** Holds the calls of a load back until they are let through. */
    private static final class CallGate {
        /** More calls than a load makes. */
        private static final int ALL = 1_000_000;

        private final Semaphore permits = new Semaphore(0);

        /** Lets so many more calls through. */
        void let(int calls) {
            permits.release(calls);
        }

        /** Lets all calls through from now on. */
        void open() {
            permits.release(ALL);
        }

        /** The map, as a load sees it. */
        @SuppressWarnings("unchecked") // a proxy of a type with parameters
        IMap<Integer, HistoryShard> before(IMap<Integer, HistoryShard> map) {
            return (IMap<Integer, HistoryShard>) Proxy.newProxyInstance(
                    IMap.class.getClassLoader(), new Class<?>[] {IMap.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("submitToKey")) {
                            permits.acquire();
                        }
                        return method.invoke(map, arguments);
                    });
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
