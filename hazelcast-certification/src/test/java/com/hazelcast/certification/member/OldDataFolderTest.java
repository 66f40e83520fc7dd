package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.shard.OwnerDigests;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Data folders of earlier releases, which are kept in the repository: this release reads them. {@link #main} makes one for the formats of
 * now; whoever changes a format keeps the folders that are there, and adds one.
 */
@Timeout(120)
class OldDataFolderTest {
    private static final Path FOLDERS = Path.of("src", "test", "resources", "data-folders");
    private static final String EXPECTED = "expected.properties";
    private static final int TRANSACTIONS = 300;

    @TempDir
    private Path folder;

    private static MemberConfig.OnDisk onDisk(Path data) {
        return new MemberConfig.OnDisk(data, Durability.WRITTEN, Optional.empty(), 1, Duration.ofSeconds(3));
    }

    /** What the cluster holds, in a form that is kept. */
    private static Properties found(TestCluster cluster, FraudMember member) {
        ShardSurvey survey = cluster.survey();
        Properties found = new Properties();
        found.setProperty("held", Long.toString(survey.held()));
        found.setProperty("cards", Long.toString(survey.cards()));
        found.setProperty("digest", Long.toString(OwnerDigests.sum(member.hazelcast())));
        return found;
    }

    @Test
    void shouldReadAFolderOfEachFormat() throws IOException {
        try (Stream<Path> formats = Files.list(FOLDERS)) {
            for (Path format : formats.toList()) {
                assertReads(format);
            }
        }
    }

    private void assertReads(Path format) throws IOException {
        Path data = folder.resolve(format.getFileName());
        Files.createDirectories(data);
        try (Stream<Path> files = Files.list(format)) {
            for (Path file : files.toList()) {
                Files.copy(file, data.resolve(file.getFileName()));
            }
        }
        Properties expected = new Properties();
        try (Reader in = Files.newBufferedReader(data.resolve(EXPECTED))) {
            expected.load(in);
        }
        Files.delete(data.resolve(EXPECTED));
        try (TestCluster cluster = new TestCluster().withStorage(member -> onDisk(data))) {
            FraudMember member = cluster.startMember();
            TestCluster.await(
                    "all shards of " + format + " are in place",
                    () -> cluster.control().missingShards() == 0);

            assertThat(found(cluster, member)).as(format.toString()).isEqualTo(expected);
        }
    }

    /** Makes a folder: snapshots, and a log behind them. Argument: the folder, which is not there yet. */
    public static void main(String[] args) throws IOException {
        Path made = Files.createDirectories(Path.of(args[0]));
        Properties found;
        try (TestCluster cluster = new TestCluster().withStorage(member -> onDisk(made))) {
            FraudMember member = cluster.startMember(cluster.startSource(TRANSACTIONS, 0));
            cluster.control().load(Optional.of(new LoadSpec(200, 5, 1, 1_800_000_000_000L, Traffic.CHALLENGE)));
            cluster.awaitLoaded();
            cluster.control().start();
            cluster.awaitAnswered(member, TRANSACTIONS);
            found = found(cluster, member);
        }
        Files.deleteIfExists(made.resolve("in-use.lock"));
        try (Writer out = Files.newBufferedWriter(made.resolve(EXPECTED))) {
            found.store(out, null);
        }
    }
}
