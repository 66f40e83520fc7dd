package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.certification.storage.files.Frames;
import com.hazelcast.certification.storage.files.LogStalledException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A log that nobody waits for, while more comes than is written. */
@Timeout(120)
class ChangeLogTest {
    private static final StorageSettings MEMORY = StoredShards.settings(Durability.MEMORY, Optional.empty());
    private static final byte[] MIB = new byte[1 << 20];
    private static final int MORE_THAN_A_FRAME = (Frames.LENGTH_MAX_BYTES >> 20) + 2;
    private static final int LESS_THAN_A_FRAME = 10;

    private final MemoryDisk disk = new MemoryDisk();

    @Test
    void shouldReadAgainWhatWaitedForTheDiskHoweverMuchItIs() throws IOException, InterruptedException {
        ChangeLog log = new ChangeLog(disk, Optional.empty(), Durability.MEMORY, 0, 1 << 20);
        append(log, 1, MORE_THAN_A_FRAME);
        log.writeWaiting();
        append(log, MORE_THAN_A_FRAME + 1, MORE_THAN_A_FRAME + LESS_THAN_A_FRAME);
        log.close();

        LogReader reader = new LogReader(disk, Optional.empty());
        List<Long> read = new ArrayList<>();
        List<Long> firsts = new ArrayList<>();
        reader.read(1, (record, place) -> {
            if (record.type() == LogRecord.REACHED) {
                firsts.add(place.file());
                assertThat(record.sequence()).as("that is before").isEqualTo(read.get(read.size() - 1));
            } else {
                read.add(record.sequence());
            }
        });
        assertThat(reader.damages()).isEmpty();
        assertThat(read)
                .isEqualTo(LongStream.rangeClosed(1, MORE_THAN_A_FRAME + LESS_THAN_A_FRAME)
                        .boxed()
                        .toList());
        assertThat(firsts)
                .as("each file says what its copies have reached")
                .containsExactlyElementsOf(LogReader.files(disk).keySet());
    }

    private static void append(ChangeLog log, long from, long to) {
        for (long sequence = from; sequence <= to; sequence++) {
            long unused = log.append(0, 1, sequence, ChangeType.OUTCOME.code(), MIB, MIB.length);
        }
    }

    @Test
    void shouldKeepNoMoreThanItsBoundThatIsNotWritten() {
        try (StoredShards shards = StoredShards.on(disk, MEMORY).withShards(1)) {
            disk.setRoom(0);
            assertThatThrownBy(() -> appendTwiceTheBound(shards))
                    .isInstanceOf(LogStalledException.class)
                    .hasMessageContaining("No space left on device");
            disk.setRoom(Long.MAX_VALUE);
            StoredShards.await(shards.storage::isWritable);
            appendTwiceTheBound(shards);
        }
    }

    private static void appendTwiceTheBound(StoredShards shards) {
        for (long bytes = 0; bytes < 2 * UnwrittenRecords.MAX_BYTES; bytes += MIB.length) {
            ShardJournal journal = shards.storage.open(shards.shard(0));
            journal.append(ChangeType.OUTCOME, MIB, MIB.length);
            journal.release();
            journal.commit();
        }
    }

    /** Other threads wait for the one that writes: an error must not leave them behind. */
    @Test
    void shouldWriteAgainWhatNoMemoryWasLeftFor() throws IOException, InterruptedException {
        ChangeLog log = new ChangeLog(disk, Optional.empty(), Durability.WRITTEN, 0, 1 << 20);
        append(log, 1, 1);
        disk.takeMemoryOfNextWrite();

        assertThatThrownBy(log::writeWaiting)
                .isInstanceOf(LogStalledException.class)
                .hasMessageContaining("OutOfMemoryError: planted");

        assertThat(log.whyStalled()).hasValueSatisfying(why -> assertThat(why).contains("OutOfMemoryError"));
        StoredShards.await(log::isWritable);
        assertThat(log.whyStalled()).isEmpty();
        append(log, 2, 2);
        assertTimeoutPreemptively(Duration.ofSeconds(60), log::writeWaiting);
        log.close();
        List<Long> read = new ArrayList<>();
        LogReader reader = new LogReader(disk, Optional.empty());
        reader.read(1, (record, place) -> {
            if (record.type() != LogRecord.REACHED) {
                read.add(record.sequence());
            }
        });
        assertThat(reader.damages()).isEmpty();
        assertThat(read).containsExactly(1L, 2L);
    }

    /** Between what a backup waits for and the end of its last file, the disk may become full. */
    @Test
    void shouldEndNoFileBehindAPartOfAFrame() throws IOException, InterruptedException {
        ChangeLog log = new ChangeLog(disk, Optional.empty(), Durability.WRITTEN, 0, 1 << 30);
        append(log, 1, 1);
        log.writeWaiting();
        append(log, 2, 2);
        disk.setRoom(MIB.length / 2);
        assertThatThrownBy(log::writeWaiting).isInstanceOf(LogStalledException.class);

        assertThatThrownBy(log::endFile)
                .isInstanceOf(LogStalledException.class)
                .hasMessageContaining("No space left on device");

        disk.setRoom(Long.MAX_VALUE);
        StoredShards.await(log::isWritable);
        assertThat(log.endFile()).isEqualTo(1);
        append(log, 3, 3);
        log.close();
        List<LogPlace> read = new ArrayList<>();
        LogReader reader = new LogReader(disk, Optional.empty());
        reader.read(1, (record, place) -> read.add(place));
        assertThat(reader.damages()).isEmpty();
        assertThat(read).extracting(LogPlace::file).containsOnly(1L, 2L);
    }

    /** Nor must it end the threads that take snapshots and keep the log. */
    @Test
    void shouldTakeSnapshotsAlthoughNoMemoryWasLeftForOne() {
        try (StoredShards shards = StoredShards.on(disk, MEMORY)) {
            disk.takeMemoryOfNextWrite();
            assertThat(shards.withShards(2).storage.figures().pending()).isZero();
        }
    }

    @Test
    void shouldRejectARecordThatCouldNotBeReadAgain() {
        ChangeLog log = new ChangeLog(disk, Optional.empty(), Durability.MEMORY, 0, 1 << 20);
        byte[] tooLong = new byte[Frames.LENGTH_MAX_BYTES];
        assertThatThrownBy(() -> log.append(0, 1, 1, ChangeType.OUTCOME.code(), tooLong, tooLong.length))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lengthBytes=" + tooLong.length);
    }
}
