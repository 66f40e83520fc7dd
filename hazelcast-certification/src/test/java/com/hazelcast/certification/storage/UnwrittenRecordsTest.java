package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.certification.storage.UnwrittenRecords.Batch;
import com.hazelcast.certification.storage.UnwrittenRecords.Frame;
import com.hazelcast.certification.storage.files.Frames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes a frame of the log, and how much waits for it. */
class UnwrittenRecordsTest {
    private static final byte CHANGE = ChangeType.OUTCOME.code();
    private static final byte[] DATA = {1, 2, 3};
    private static final byte[] MIB = new byte[1 << 20];

    private final UnwrittenRecords unwritten = new UnwrittenRecords();

    private long append(int key, long generation, long sequence) {
        return unwritten.append(key, generation, sequence, CHANGE, DATA, DATA.length);
    }

    private Frame take(boolean isFirst) {
        Batch batch = unwritten.take(isFirst);
        assertThat(batch).isNotNull();
        return batch.toFrame(isFirst, new LogPlace(7, 100));
    }

    private static List<LogRecord> records(Frame frame) throws IOException {
        ByteBuffer payload = frame.payload().duplicate().position(LogRecord.FRAME_HEAD_SIZE_BYTES);
        List<LogRecord> records = new ArrayList<>();
        while (payload.hasRemaining()) {
            records.add(LogRecord.read(payload));
        }
        return records;
    }

    private static List<String> named(Frame frame, boolean areReached) throws IOException {
        return records(frame).stream()
                .filter(record -> (record.type() == LogRecord.REACHED) == areReached)
                .map(record -> record.key() + ":" + record.generation() + ":" + record.sequence())
                .toList();
    }

    @Test
    void shouldTakeNothingWhenNothingWasAppended() {
        assertThat(unwritten.take(true)).isNull();
    }

    @Test
    void shouldTakeAllThatWasAppendedInItsOrder() throws IOException {
        append(3, 1, 10);
        append(4, 2, 20);
        long last = append(3, 1, 11);

        Frame frame = take(false);

        assertThat(named(frame, false)).containsExactly("3:1:10", "4:2:20", "3:1:11");
        assertThat(named(frame, true)).isEmpty();
        assertThat(frame.upTo()).isEqualTo(last).isEqualTo(unwritten.appended());
        assertThat(records(frame))
                .allSatisfy(record -> assertThat(record.data().compareTo(ByteBuffer.wrap(DATA)))
                        .isZero());
    }

    @Test
    void shouldBeginAFrameWithTheSyncedPlace() {
        append(3, 1, 10);
        Frame frame = take(false);
        assertThat(frame.payload().getLong(0)).isEqualTo(7);
        assertThat(frame.payload().getLong(Long.BYTES)).isEqualTo(100);
    }

    @Test
    void shouldSayInTheFirstFrameOfAFileWhatCopiesHaveComeTo() throws IOException {
        append(3, 1, 10);
        append(4, 2, 20);
        unwritten.wrote(take(false));
        append(3, 1, 11);

        assertThat(named(take(true), true)).containsExactlyInAnyOrder("3:1:11", "4:2:20");
    }

    @Test
    void shouldNotSayItOfACopyThatIsNotLoggedAnyMore() throws IOException {
        append(3, 1, 10);
        append(4, 2, 20);
        unwritten.forget(3, 1);
        unwritten.forget(4, 1);

        assertThat(named(take(true), true))
                .as("that of 4 is another generation")
                .containsExactly("4:2:20");
    }

    @Test
    void shouldCountWhatIsTakenUntilItIsWritten() {
        long place = append(3, 1, 10);
        long bytes = unwritten.sizeBytes();
        assertThat(bytes).isEqualTo(LogRecord.sizeBytes(DATA.length));

        Frame frame = take(true);
        assertThat(unwritten.sizeBytes()).isEqualTo(bytes);
        assertThat(unwritten.written()).isLessThan(place);

        unwritten.wrote(frame);
        assertThat(unwritten.sizeBytes()).isZero();
        assertThat(unwritten.written()).isEqualTo(place);
        assertThat(unwritten.take(true)).isNull();
    }

    /** The memory for a frame may be missing: what was taken would be in no frame, and count as written with the next one. */
    @Test
    void shouldGiveABatchAgainUntilItIsWritten() throws IOException {
        append(3, 1, 10);
        Batch taken = unwritten.take(true);
        assertThat(taken).isNotNull();
        Frame first = taken.toFrame(true, new LogPlace(7, 100));
        append(3, 1, 11);

        assertThat(unwritten.take(true)).isSameAs(taken);
        Frame again = take(true);
        assertThat(named(again, false)).isEqualTo(named(first, false)).containsExactly("3:1:10");
        assertThat(named(again, true)).isEqualTo(named(first, true)).containsExactly("3:1:10");
        assertThat(again.sizeBytes()).isEqualTo(first.sizeBytes());

        unwritten.wrote(again);
        assertThat(named(take(false), false)).containsExactly("3:1:11");
    }

    /** The file that it was taken for has ended with a part of it. */
    @Test
    void shouldSayInABatchThatBecomesTheFirstOfAFileWhatCopiesHadComeToAtItsEnd() throws IOException {
        append(3, 1, 10);
        append(4, 2, 20);
        unwritten.wrote(take(false));
        append(3, 1, 11);
        Frame failed = take(false);
        append(3, 1, 12);
        append(3, 1, 13);
        append(5, 3, 1);

        Frame first = take(true);

        assertThat(named(failed, true)).isEmpty();
        assertThat(named(first, false)).isEqualTo(named(failed, false)).containsExactly("3:1:11");
        assertThat(named(first, true))
                .as("what is behind it is not written, and not lost")
                .containsExactlyInAnyOrder("3:1:11", "4:2:20", "5:3:0");
        assertThat(first.sizeBytes()).isEqualTo(failed.sizeBytes());
        unwritten.wrote(first);
        assertThat(named(take(false), false)).containsExactly("3:1:12", "3:1:13", "5:3:1");
    }

    @Test
    void shouldBeginAnotherFrameWhenOneIsFull() throws IOException {
        int count = 0;
        while (unwritten.sizeBytes() <= UnwrittenRecords.MAX_BYTES) {
            unwritten.append(3, 1, ++count, CHANGE, MIB, MIB.length);
        }

        List<String> all = new ArrayList<>();
        int frames = 0;
        for (Batch batch = unwritten.take(false); batch != null; batch = unwritten.take(false)) {
            Frame frame = batch.toFrame(false, new LogPlace(0, 0));
            assertThat(frame.payload().remaining()).isLessThan(Frames.LENGTH_MAX_BYTES / 2);
            all.addAll(named(frame, false));
            unwritten.wrote(frame);
            frames++;
        }
        assertThat(frames).isEqualTo(3);
        assertThat(all).hasSize(count).startsWith("3:1:1").endsWith("3:1:" + count);
        assertThat(unwritten.sizeBytes()).isZero();
    }

    @Test
    void shouldRejectARecordThatCouldNotBeReadAgain() {
        byte[] tooLong = new byte[Frames.LENGTH_MAX_BYTES];
        assertThatThrownBy(() -> unwritten.append(0, 1, 1, CHANGE, tooLong, tooLong.length))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lengthBytes=" + tooLong.length);
        assertThat(unwritten.appended()).isZero();
    }

    @Test
    void shouldUseTheBufferOfAWrittenBatchAgain() throws IOException {
        append(3, 1, 10);
        append(3, 1, 11);
        Frame first = take(false);
        unwritten.wrote(first);
        // It goes into the buffer behind the first one.
        append(4, 2, 20);
        Frame second = take(false);
        unwritten.wrote(second);
        append(5, 3, 30);

        Frame third = take(false);

        assertThat(third.payload().array())
                .isSameAs(first.payload().array())
                .isNotSameAs(second.payload().array());
        assertThat(named(third, false)).containsExactly("5:3:30");
    }

    @Test
    void shouldNotKeepTheBufferOfRecordsThatWaitedForTheDisk() {
        for (int sequence = 0; sequence < 4; sequence++) {
            unwritten.append(3, 1, sequence, CHANGE, MIB, MIB.length);
        }
        Frame large = take(false);
        unwritten.wrote(large);
        append(3, 1, 10);
        unwritten.wrote(take(false));
        append(3, 1, 11);

        assertThat(take(false).payload().array()).isNotSameAs(large.payload().array());
    }
}
