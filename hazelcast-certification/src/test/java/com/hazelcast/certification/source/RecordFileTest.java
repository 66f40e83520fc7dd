package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.Records;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFileTest {
    private static final long WRITTEN_MS = 1_700_000_000_000L;
    private static final long REPLAYED_MS = 1_798_967_585_307L;

    private static final GeneratedStream STREAM = new GeneratedStream(Traffic.CHALLENGE, 1_000, 5);

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("records");
    }

    private Path file(byte[] content) throws IOException {
        return Files.write(file(), content);
    }

    private static byte[] generated(int count, long timeMs) {
        byte[] records = new byte[count * WireRecord.SIZE_BYTES];
        new TransactionGenerator(1_000, 5).fill(records, 0, count, timeMs);
        return records;
    }

    @Test
    void shouldWriteWhatTheGeneratorMakes() throws IOException {
        RecordFile.write(file(), STREAM, 5_000, RecordFile.Times.all(WRITTEN_MS));
        assertThat(Files.readAllBytes(file())).isEqualTo(generated(5_000, WRITTEN_MS));
        RecordFile.write(file(), STREAM, 3, RecordFile.Times.all(WRITTEN_MS));
        assertThat(Files.readAllBytes(file())).isEqualTo(generated(3, WRITTEN_MS));
    }

    @Test
    void shouldReplayOverAndOverWithTheTimeSetAnew() throws IOException {
        RecordFile.write(file(), STREAM, 7, RecordFile.Times.all(WRITTEN_MS));
        RecordBlocks replay = RecordFile.open(file()).replay(0);
        byte[] once = generated(7, REPLAYED_MS);
        byte[] target = new byte[14 * WireRecord.SIZE_BYTES];
        replay.fill(target, 14, REPLAYED_MS);
        assertThat(target).isEqualTo(Records.join(once, once));
        replay.fill(target, 3, REPLAYED_MS);
        replay.fill(target, 14, REPLAYED_MS);
        assertThat(target).isNotEqualTo(Records.join(once, once)).endsWith(Arrays.copyOf(once, 300));
    }

    @Test
    void shouldBeginEachConnectionAtAPlaceOfItsOwn() throws IOException {
        RecordFile.write(file(), STREAM, 1_000, RecordFile.Times.all(WRITTEN_MS));
        RecordFile records = RecordFile.open(file());
        byte[] first = new byte[WireRecord.SIZE_BYTES];
        byte[] second = new byte[WireRecord.SIZE_BYTES];
        records.replay(0).fill(first, 1, REPLAYED_MS);
        records.replay(1).fill(second, 1, REPLAYED_MS);
        assertThat(first).isNotEqualTo(second);
        assertThat(records.recordCount()).isEqualTo(1_000);
    }

    @Test
    void shouldRefuseAFileOfAnythingElse() {
        assertThatThrownBy(() -> RecordFile.open(file(new byte[0]))).hasMessageContaining("sizeBytes=0");
        assertThatThrownBy(() -> RecordFile.open(file(new byte[250]))).hasMessageContaining("sizeBytes=250");
        assertThatThrownBy(() -> RecordFile.open(file(Records.join(Records.of(Records.EXAMPLE), Records.of("x")))))
                .hasMessageContaining("record=1");
        assertThatThrownBy(() -> RecordFile.open(file(Records.of("12345678,2,3,4,5,6,7,8,9"))))
                .hasMessageContaining("14 digits")
                .hasMessageContaining("record=0");
    }
}
