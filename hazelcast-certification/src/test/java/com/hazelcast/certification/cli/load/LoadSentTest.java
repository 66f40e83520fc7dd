package com.hazelcast.certification.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.importing.ImportJob;
import com.hazelcast.certification.importing.ImportRequest;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.importing.Payments;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.sending.SentHistories;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Members load what was sent to them, and nothing when it was not. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LoadSentTest {
    private static final int ROWS = 3_000;
    private static final int CARDS = 200;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    private int load(TestCluster cluster, String... words) {
        List<String> call = new ArrayList<>(List.of(words));
        call.addAll(List.of("--address=" + cluster.controlAddress(), "--cluster-name=" + cluster.name()));
        return new CommandLine(new LoadCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(call.toArray(String[]::new));
    }

    private ImportedFolder imported(int shards, String to) throws Exception {
        Path source = folder.resolve("payments.csv");
        if (!Files.exists(source)) {
            Payments.write(source, ROWS, CARDS, 3);
        }
        return new ImportJob(Payments.request(folder, source.toString(), Payments.MAPPING, shards), folder.resolve(to))
                .run();
    }

    /** The transactions of each shard, in an order of their own. */
    private static List<List<String>> held(TestCluster cluster) {
        List<List<String>> shards = new ArrayList<>();
        for (int shard = 0; shard < cluster.control().shardCount(); shard++) {
            byte[] rows = cluster.control().audit().readShard(shard).get(0);
            List<String> held = new ArrayList<>();
            for (int at = 0; at < rows.length; at += TransactionLayout.TRANSACTION_SIZE_BYTES) {
                held.add(HexFormat.of().formatHex(rows, at, at + TransactionLayout.TRANSACTION_SIZE_BYTES));
            }
            held.sort(null);
            shards.add(held);
        }
        return shards;
    }

    private static List<Path> left(FraudMember member) {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        String prefix = SentHistories.temporaryPrefix(member.status().address());
        try (Stream<Path> all = Files.list(temporary)) {
            return all.filter(path -> path.getFileName().toString().startsWith(prefix))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static int port(FraudMember member) {
        return member.hazelcast().getCluster().getLocalMember().getAddress().getPort();
    }

    private static String problemOfLoad(TestCluster cluster, ImportedFolder imported) {
        ClusterControl control = cluster.control();
        control.load(Optional.of(LoadSpec.ofSent(imported)));
        TestCluster.await("the load has ended", () -> !control.loadState().running());
        return control.loadState().problem();
    }

    @Test
    void shouldLoadTheSameAsFromAFolderThatMembersSee() throws Exception {
        Path source = Payments.write(folder.resolve("payments.csv"), ROWS, CARDS, 3);
        Path mapping = Files.writeString(folder.resolve("mapping.yaml"), Payments.MAPPING);
        Path histories = folder.resolve("histories");
        List<List<String>> sent;
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);

            int status = load(cluster, source.toString(), "--map=" + mapping, "--to=" + histories, "--send");

            assertThat(status).as(err.toString()).isZero();
            assertThat(err.toString()).containsPattern("sent ([0-9,]+) of \\1 bytes to the members");
            assertThat(out.toString()).contains("owners and backups are alike");
            assertThat(left(first)).isEmpty();
            assertThat(left(second)).isEmpty();
            sent = held(cluster);
        }
        try (TestCluster cluster = new TestCluster()) {
            FraudMember unusedFirst = cluster.startMember();
            FraudMember unusedSecond = cluster.startMember();
            cluster.awaitMembers(2);

            assertThat(load(cluster, histories.toString())).as(err.toString()).isZero();

            assertThat(held(cluster)).isEqualTo(sent);
        }
        long held = sent.stream().mapToLong(List::size).sum();
        assertThat(held)
                .isEqualTo(ImportedFolder.open(histories).manifest().totals().rows())
                .isPositive();
    }

    private Path key() throws IOException {
        Path file = Files.writeString(folder.resolve("card.key"), "0123456789abcdef".repeat(2));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** Reading and sorting take long. */
    @Test
    void shouldFindAnotherCardKeyThanThatOfTheMembersBeforeItReads() throws Exception {
        Path source = Payments.write(folder.resolve("payments.csv"), ROWS, CARDS, 3);
        Path mapping = Files.writeString(folder.resolve("mapping.yaml"), Payments.MAPPING);
        Path histories = folder.resolve("histories");
        String wrong = "the members identify cards by another key than the histories would, or by none";
        try (TestCluster cluster = new TestCluster()) {
            FraudMember unused = cluster.startMember();
            String[] byKey = {
                source.toString(), "--map=" + mapping, "--to=" + histories, "--card-key-file=" + key(),
            };

            assertThat(load(cluster, byKey)).isNotZero();
            assertThat(err.toString()).contains(wrong, "fingerprintOfMember=none");
            assertThat(histories).doesNotExist();

            ImportRequest request = Payments.request(
                    folder,
                    source.toString(),
                    Payments.MAPPING,
                    cluster.control().shardCount());
            ImportedFolder sorted = new ImportJob(
                            new ImportRequest(
                                    request.source(),
                                    request.mapFile(),
                                    request.mapping(),
                                    request.shardCount(),
                                    Optional.of(CardKey.read(key())),
                                    request.readers(),
                                    request.memoryBytes(),
                                    request.clock()),
                            histories)
                    .run();
            err.getBuffer().setLength(0);
            assertThat(load(cluster, sorted.folder().toString(), "--send")).isNotZero();
            assertThat(err.toString()).contains(wrong).doesNotContain("sent ");

            err.getBuffer().setLength(0);
            assertThat(load(cluster, source.toString(), "--map=" + mapping, "--to=" + folder.resolve("plain")))
                    .as(err.toString())
                    .isZero();
        }
    }

    /** The folder is not there any more when members load. */
    @Test
    void shouldNameAMemberThatHasJoinedSinceAndLoadAllWhenItIsSentAgain() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            ImportedFolder imported = imported(cluster.control().shardCount(), "out");
            cluster.control().send(imported, (bytes, of) -> {});
            Path moved = Files.move(imported.folder(), folder.resolve("elsewhere"));
            assertThat(left(first)).hasSize(1);
            FraudMember third = cluster.startMember();
            cluster.awaitMembers(3);

            assertThat(problemOfLoad(cluster, imported))
                    .contains("ARM on ", "]:" + port(third), "does not have the histories", "run 'load --send' again");
            assertThat(cluster.survey().held()).isZero();
            TestCluster.await(
                    "what was sent is removed",
                    () -> left(first).isEmpty() && left(second).isEmpty());

            cluster.control().send(new ImportedFolder(moved, imported.manifest()), (bytes, of) -> {});
            assertThat(problemOfLoad(cluster, imported)).isEmpty();

            assertThat(cluster.control().audit().verify().problems()).isEmpty();
            assertThat(cluster.survey().held())
                    .isEqualTo(imported.manifest().totals().rows());
            TestCluster.await(
                    "what was sent is removed",
                    () -> Stream.of(first, second, third)
                            .allMatch(member -> left(member).isEmpty()));
        }
    }

    @Test
    void shouldSendNothingThatDoesNotFitTheCluster() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            int shards = cluster.control().shardCount();
            ImportedFolder other = imported(shards + 1, "other");

            assertThatThrownBy(() -> cluster.control().send(other, (bytes, of) -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("nothing was sent")
                    .hasMessageContaining("--shards " + shards);
            assertThat(left(member)).isEmpty();
        }
    }
}
