package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.traffic.Scenario;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.Fields;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LabelFileTest {
    private static final long LAST_MS = 1_798_967_585_307L;
    private static final long WEEK_MS = 7 * 86_400_000L;
    private static final GeneratedStream STREAM = new GeneratedStream(Traffic.NATURAL, 500, 1);
    private static final int COUNT = 20_000;

    @TempDir
    Path folder;

    private byte[] write(Path labels) throws IOException {
        Path records = folder.resolve("records");
        try (LabelFile labelFile = new LabelFile(labels)) {
            RecordFile.write(records, STREAM, COUNT, new RecordFile.Times(LAST_MS - WEEK_MS, LAST_MS), labelFile);
        }
        return Files.readAllBytes(records);
    }

    @Test
    void shouldHaveALineForEachRecordOfAFileWithTheCardHashed() throws IOException {
        Path labels = folder.resolve("labels");
        byte[] records = write(labels);
        List<String> lines = Files.readAllLines(labels);

        assertThat(lines.get(0)).isEqualTo("connection,record,card,time,amount,scenario");
        assertThat(lines).hasSize(COUNT + 1);
        Map<Long, String> hashes = new HashMap<>();
        Set<String> scenarios = new HashSet<>();
        byte[] parsed = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        for (int i = 0; i < COUNT; i++) {
            assertThat(RecordParser.parse(records, i * WireRecord.SIZE_BYTES, parsed, 0))
                    .isEqualTo(RecordParser.OK);
            Fields fields = Fields.at(parsed, 0);
            String[] label = lines.get(i + 1).split(",", -1);
            assertThat(label[0]).isEqualTo("0");
            assertThat(label[1]).isEqualTo(Integer.toString(i));
            assertThat(label[2]).matches("[0-9a-f]{16}");
            assertThat(hashes.computeIfAbsent(fields.card(), ignored -> label[2]))
                    .isEqualTo(label[2]);
            assertThat(label[3]).isEqualTo(Long.toString(fields.timeMs()));
            assertThat(label[4]).isEqualTo(Integer.toString(fields.amountUnits()));
            scenarios.add(label[5]);
        }
        assertThat(new HashSet<>(hashes.values())).as("a hash for each card").hasSize(hashes.size());
        assertThat(scenarios).containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5", "6");
        assertThat(lines.get(1)).contains("," + (LAST_MS - WEEK_MS) + ",");
        assertThat(lines.get(COUNT)).contains("," + LAST_MS + ",");
    }

    @Test
    void shouldHashCardsWithAnotherKeyInEachFile() throws IOException {
        write(folder.resolve("one"));
        write(folder.resolve("other"));

        assertThat(cards(folder.resolve("one"))).doesNotContainAnyElementsOf(cards(folder.resolve("other")));
    }

    private static Set<String> cards(Path labels) throws IOException {
        Set<String> cards = new HashSet<>();
        Files.readAllLines(labels).stream().skip(1).forEach(line -> cards.add(line.split(",", -1)[2]));
        return cards;
    }

    /** All bytes of a record: with and without labels they are the same, so nothing of a label is among them. */
    @Test
    void shouldLeaveRecordsAsTheyAreWithoutLabels() throws IOException {
        byte[] labelled = write(folder.resolve("labels"));
        Path plain = folder.resolve("plain");
        RecordFile.write(plain, STREAM, COUNT, new RecordFile.Times(LAST_MS - WEEK_MS, LAST_MS));

        assertThat(Files.readAllBytes(plain)).isEqualTo(labelled);
    }

    @Test
    void shouldLabelTheStreamOfEachConnection() throws Exception {
        Path labels = folder.resolve("labels");
        ExecutorService threads = Executors.newCachedThreadPool();
        byte[] first;
        byte[] second;
        try (LabelFile labelFile = new LabelFile(labels);
                TransactionSource source = TransactionSource.labelled(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        STREAM,
                        labelFile,
                        TransactionSource.Rate.of(0),
                        10_000,
                        Clock.systemUTC())) {
            Future<?> serving = threads.submit(() -> {
                source.run();
                return null;
            });
            try (Socket one = new Socket(InetAddress.getLoopbackAddress(), source.port())) {
                first = one.getInputStream().readNBytes(WireRecord.SIZE_BYTES);
                try (Socket other = new Socket(InetAddress.getLoopbackAddress(), source.port())) {
                    Future<byte[]> rest =
                            threads.submit(() -> one.getInputStream().readAllBytes());
                    second = other.getInputStream().readAllBytes();
                    rest.get();
                }
            }
            serving.get();
            source.awaitEnd();
        } finally {
            threads.shutdownNow();
        }

        List<String> lines = Files.readAllLines(labels);
        assertThat(lines).hasSize(10_001);
        assertThat(lines.get(1)).startsWith("0,0,");
        assertThat(amountOf(first)).isEqualTo(lines.get(1).split(",")[4]);
        lines.stream()
                .filter(line -> line.startsWith("1,0,"))
                .findFirst()
                .ifPresent(line -> assertThat(amountOf(Arrays.copyOf(second, WireRecord.SIZE_BYTES)))
                        .isEqualTo(line.split(",")[4]));
    }

    private static String amountOf(byte[] record) {
        byte[] parsed = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        assertThat(RecordParser.parse(record, 0, parsed, 0)).isEqualTo(RecordParser.OK);
        return Integer.toString(Fields.at(parsed, 0).amountUnits());
    }

    static boolean hasFullDisk() {
        return Files.isWritable(Path.of("/dev/full"));
    }

    /** /dev/full takes nothing. */
    @Test
    @EnabledIf("hasFullDisk")
    void shouldSayThatLabelsCouldNotBeWritten() {
        assertThatThrownBy(() -> write(Path.of("/dev/full")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No space left");
    }

    @Test
    void shouldTakeMoreLabelsThanABlockAtATime() throws IOException {
        Path labels = folder.resolve("labels");
        try (LabelFile labelFile = new LabelFile(labels)) {
            LabelFile.Part part = labelFile.part(3);
            for (int i = 0; i < 5_000; i++) {
                part.label(i, Long.MAX_VALUE, Integer.MAX_VALUE, Scenario.NIGHT_SPREE);
            }
            part.write();
        }
        List<String> lines = Files.readAllLines(labels);
        assertThat(lines).hasSize(5_001);
        assertThat(lines.get(5_000)).startsWith("3,4999,").endsWith(",9223372036854775807,2147483647,6");
    }
}
