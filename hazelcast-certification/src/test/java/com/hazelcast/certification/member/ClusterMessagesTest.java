package com.hazelcast.certification.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cluster.ControlVerb;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.ShardLabels;
import com.hazelcast.certification.removal.RemovalRecord;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.scoring.BatchAnswer;
import com.hazelcast.certification.shard.ClusterFormat;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What members send each other, held against {@code cluster-formats/N.txt} for the format N that they say when they join: a line a message
 * with what it writes, and lines for shards, records, answers and control verbs. Whoever changes one of these raises
 * {@link ClusterFormat#OF_THIS_RELEASE} and adds a file ({@code CONTRIBUTING.md}, "Change what members send each other").
 */
@Timeout(120)
class ClusterMessagesTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "cluster-formats");
    private static final Path SENT = Path.of("target", "cluster-formats");
    private static final String MESSAGE = "message ";
    private static final HexFormat HEX = HexFormat.of();
    private static final long CARD = 400_000_000_000L;
    private static final long START_MS = 1_767_225_600_000L;
    private static final int AMOUNT_UNITS = 1_234;

    /** Numbers of classes begin with 1 and have no gaps. */
    private static final int CLASSES_MAX = 100;

    private interface Look {
        void at(Map<Integer, DataSerializableFactory> factories) throws Exception;
    }

    /** Has a look at the factories that a member registers. */
    private static void withFactories(Look look) throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            look.at(new TreeMap<>(cluster.startMember()
                    .hazelcast()
                    .getConfig()
                    .getSerializationConfig()
                    .getDataSerializableFactories()));
        }
    }

    private static Path file(Path folder, int format) {
        return folder.resolve(format + ".txt");
    }

    @Test
    void shouldSendWhatTheFormatSays() throws Exception {
        int format = ClusterFormat.OF_THIS_RELEASE.written();
        List<String> sent = new ArrayList<>();
        withFactories(factories -> sent.addAll(messages(factories)));
        sent.addAll(records());
        sent.add(shardLine());
        for (ControlVerb verb : ControlVerb.values()) {
            sent.add("verb " + verb);
        }
        Files.createDirectories(SENT);
        Files.write(file(SENT, format), sent);

        Path said = file(FOLDER, format);
        assertThat(said)
                .as("what members of format %d send; make it from %s", format, file(SENT, format))
                .isRegularFile();
        assertThat(sent)
                .as(
                        "members send something else than %s says. Raise ClusterFormat.OF_THIS_RELEASE and add a file, as CONTRIBUTING.md says;"
                                + " do not change that file unless only the name of a field has changed. What is sent: %s",
                        said, file(SENT, format))
                .isEqualTo(Files.readAllLines(said));
    }

    private static List<String> messages(Map<Integer, DataSerializableFactory> factories) throws Exception {
        List<String> lines = new ArrayList<>();
        for (var factory : factories.entrySet()) {
            for (int id = 1; id < CLASSES_MAX; id++) {
                Optional<IdentifiedDataSerializable> message = create(factory.getValue(), id);
                if (message.isEmpty()) {
                    break;
                }
                lines.add(MESSAGE + factory.getKey() + " " + id + " "
                        + message.get().getClass().getSimpleName() + " "
                        + HEX.formatHex(RecordedMessage.write(message.get())));
            }
        }
        return lines;
    }

    private static Optional<IdentifiedDataSerializable> create(DataSerializableFactory factory, int id) {
        try {
            return Optional.of(factory.create(id));
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("no such class");
            return Optional.empty();
        }
    }

    /** What messages carry as bytes. */
    private static List<String> records() {
        HistoryShard shard = shard();
        LabelRequest label =
                new LabelRequest(CARD, TransactionLayout.NO_REFERENCE, START_MS, AMOUNT_UNITS, Label.FRAUD);
        byte[] labels = ShardLabels.take(shard, List.of(label)).record().encode(3);
        byte[] sweep = RemovalRecord.sweep(shard, 1, 2, START_MS, 4).record().toBytes();
        byte[] card = RemovalRecord.forget(shard, CARD).record().toBytes();
        return List.of(
                "record labels " + HEX.formatHex(labels),
                "record sweep " + HEX.formatHex(sweep),
                "record card " + HEX.formatHex(card),
                "answer batch " + HEX.formatHex(BatchAnswer.unscored(2)));
    }

    private static HistoryShard shard() {
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, 0);
        for (int i = 0; i < 20; i++) {
            CardHistory history = shard.open(CARD + i % 3);
            long times = TransactionLayout.times(START_MS + i * 60_000L, 107, 107);
            long payment = TransactionLayout.payment(AMOUNT_UNITS + i, 1, 494);
            int outcome = TransactionLayout.outcome(9_691, 0);
            var unused = history.place(times, payment, outcome);
            history.insert(times, payment, outcome, i, i, HistoryFlags.of(payment));
            shard.references().record(CARD + i % 3, 77 + i, times, payment, outcome);
        }
        shard.batches().record(11, 22, 0, BitSet.valueOf(new long[] {5}));
        shard.epoch().learn(2);
        shard.install();
        return shard;
    }

    private static String shardLine() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        shard().writeTo(new DataOutputStream(bytes));
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
        return "shard " + bytes.size() + " bytes " + HEX.formatHex(digest);
    }

    @Test
    void shouldReadTheMessagesOfEachFormatThatItLivesWith() throws Exception {
        ClusterFormat own = ClusterFormat.OF_THIS_RELEASE;
        withFactories(factories -> {
            for (int format = own.oldest(); format <= own.written(); format++) {
                List<String> lines = Files.readAllLines(file(FOLDER, format), UTF_8).stream()
                        .filter(line -> line.startsWith(MESSAGE))
                        .toList();
                assertThat(lines).isNotEmpty();
                for (String line : lines) {
                    assertReads(factories, line, "format " + format);
                }
            }
        });
    }

    private static void assertReads(Map<Integer, DataSerializableFactory> factories, String line, String format)
            throws IOException {
        String[] parts = line.split(" ", -1);
        DataSerializableFactory factory = factories.get(Integer.parseInt(parts[1]));
        assertThat(factory).as("%s: factory of %s", format, parts[3]).isNotNull();
        int left = RecordedMessage.read(factory.create(Integer.parseInt(parts[2])), HEX.parseHex(parts[4]), shard());
        assertThat(left)
                .as("%s: bytes of %s that nobody reads", format, parts[3])
                .isZero();
    }
}
