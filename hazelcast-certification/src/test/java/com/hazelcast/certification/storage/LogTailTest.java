package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.certification.storage.files.FileHead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which file is written to, and of which files the disk may lack something. */
class LogTailTest {
    private static final long FILE_SIZE_BYTES = 1_000;
    private static final int LESS_THAN_A_FILE = 100;

    private final MemoryDisk disk = new MemoryDisk();
    private final LogFiles files = new LogFiles(disk, true);
    private final List<Long> losses = new ArrayList<>();
    private final LogTail tail = tail(true);

    private LogTail tail(boolean isSynced) {
        return new LogTail(files, Optional.empty(), isSynced, 4, FILE_SIZE_BYTES, this::lost);
    }

    private void lost(long number, IOException why) {
        losses.add(number);
        tail.lose(number);
    }

    private boolean write(int sizeBytes) throws IOException {
        boolean isOther = tail.open();
        tail.write(payload(sizeBytes));
        return isOther;
    }

    /** The place that no frame was synced up to, and no records. */
    private static ByteBuffer payload(int sizeBytes) {
        return ByteBuffer.allocate(sizeBytes);
    }

    @Test
    void shouldBeginBehindTheFilesOfBefore() throws IOException {
        assertThat(tail.fileNumber()).isEqualTo(4);
        assertThat(tail.end()).isEqualTo(new LogPlace(4, Long.MAX_VALUE));

        assertThat(write(LESS_THAN_A_FILE)).isTrue();

        assertThat(tail.fileNumber()).isEqualTo(5);
        assertThat(disk.list()).contains(LogFiles.name(5), LogFiles.NEWEST_PREFIX + 5);
    }

    @Test
    void shouldGoOnInAFileUntilItIsFull() throws IOException {
        write(LESS_THAN_A_FILE);
        LogPlace first = tail.end();
        assertThat(write(LESS_THAN_A_FILE)).isFalse();
        assertThat(tail.end()).isGreaterThan(first);
        assertThat(tail.end().file()).isEqualTo(5);
        assertThat(tail.writtenBytes()).isEqualTo(tail.end().offset() - FileHead.SIZE_BYTES);

        write((int) FILE_SIZE_BYTES);
        assertThat(tail.end().file()).as("a frame is in one file").isEqualTo(5);
        assertThat(write(LESS_THAN_A_FILE)).isTrue();
        assertThat(tail.end().file()).isEqualTo(6);
        assertThat(files.sizeBytesFrom(6)).isEqualTo(tail.end().offset());
    }

    @Test
    void shouldMarkWhereItEndedUnlessTheDiskMayLackSomeOfIt() throws IOException {
        write(LESS_THAN_A_FILE);
        tail.close();
        assertThat(LogFiles.ended(disk))
                .containsExactly(Map.entry(5L, tail.end().offset()));

        LogTail next = tail(true);
        next.open();
        assertThat(LogFiles.ended(disk))
                .as("it is of a file that is begun anew")
                .isEmpty();
        next.write(payload(LESS_THAN_A_FILE));
        next.lose(4);
        next.close();
        assertThat(LogFiles.ended(disk)).isEmpty();
    }

    @Test
    void shouldBeginAnotherFileWhenItIsTo() throws IOException {
        write(LESS_THAN_A_FILE);
        tail.roll();
        assertThat(write(LESS_THAN_A_FILE)).isTrue();
        assertThat(tail.fileNumber()).isEqualTo(6);
    }

    @Test
    void shouldWriteWhatHasFailedToTheSamePlace() throws IOException {
        write(LESS_THAN_A_FILE);
        LogPlace before = tail.end();
        disk.setRoom(LESS_THAN_A_FILE / 2);
        assertThatThrownBy(() -> write(LESS_THAN_A_FILE)).isInstanceOf(IOException.class);
        assertThat(tail.end()).isEqualTo(before);

        disk.setRoom(Long.MAX_VALUE);
        assertThat(write(LESS_THAN_A_FILE)).isFalse();

        assertThat(tail.end().offset()).isEqualTo(2 * before.offset() - FileHead.SIZE_BYTES);
        assertThat(disk.size(LogFiles.name(5))).isEqualTo(tail.end().offset());
    }

    @Test
    void shouldHaveOnTheDiskWhatWasSynced() throws IOException {
        write(LESS_THAN_A_FILE);
        tail.sync(tail.position());
        assertThat(disk.syncsBegun()).isEqualTo(1);
        assertThat(losses).isEmpty();
    }

    @Test
    void shouldSyncNothingBeforeTheFirstFrame() throws IOException {
        tail.sync(tail.position());
        assertThat(disk.syncsBegun()).isZero();
    }

    @Test
    void shouldCountAFileAsLostForGoodWhenTheDiskDidNotTakeItOnce() throws IOException {
        write(LESS_THAN_A_FILE);
        disk.failNextSync();
        LogTail.Position position = tail.position();
        assertThatThrownBy(() -> tail.sync(position)).hasMessageContaining("Input/output error");
        assertThat(losses).containsExactly(5L);
        assertThat(tail.isBehindLoss()).isFalse();

        // The disk would say that it has it now.
        assertThatThrownBy(() -> tail.sync(position)).hasMessageContaining("may lack some of " + LogFiles.name(5));
        assertThat(losses).hasSize(1);

        assertThat(write(LESS_THAN_A_FILE)).as("another file").isTrue();
        assertThat(tail.isBehindLoss()).isTrue();
        tail.sync(tail.position());
    }

    @Test
    void shouldReportTheLossOfAFileThatTheDiskDidNotTakeWhenItEnded() throws IOException {
        write((int) FILE_SIZE_BYTES);
        disk.failNextSync();
        assertThat(write(LESS_THAN_A_FILE)).isTrue();
        assertThat(losses).containsExactly(5L);
        assertThat(tail.isBehindLoss()).isTrue();
    }

    @Test
    void shouldTakeAFileForSyncedThatHasEndedMeanwhile() throws IOException {
        write((int) FILE_SIZE_BYTES);
        LogTail.Position position = tail.position();
        write(LESS_THAN_A_FILE);

        tail.sync(position);

        assertThat(losses).isEmpty();
    }

    @Test
    void shouldReportTheLossOfAFileThatAnInterruptedThreadHasClosed() throws IOException {
        write(LESS_THAN_A_FILE);
        tail.abandon(new ClosedChannelException());
        assertThat(losses).containsExactly(5L);
        assertThat(write(LESS_THAN_A_FILE)).as("another file").isTrue();
    }

    @Test
    void shouldReportNoLossWhereWritingIsEnough() throws IOException {
        LogTail unsynced = tail(false);
        assertThat(unsynced.open()).isTrue();
        unsynced.write(payload(LESS_THAN_A_FILE));
        unsynced.abandon(new ClosedChannelException());
        assertThat(losses).isEmpty();
        assertThat(unsynced.open()).isTrue();
    }
}
