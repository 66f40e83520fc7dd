package com.hazelcast.certification.traffic;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.transaction.WireRecord;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The times of a stream that runs faster than its customers pay: it begins in the past, and each record moves it on by what passes
 * between two payments of all customers. So each card pays as often as people do, however many records a second are sent. When it
 * has come to now, it goes on with now. Shared by all connections of a stream. Thread-safe; an update of a counter a second of the
 * stream's own time.
 */
public final class StreamCalendar {
    /** So often a customer pays on average: some two times a day. */
    private static final int PAYMENTS_A_DAY = 2;

    /** Records of one time are no further apart than this. */
    private static final int STEP_MS = 1_000;

    private final long beginMs;
    private final double msPerRecord;
    private final int stepRecords;
    private final AtomicLong records = new AtomicLong();

    /**
     * A calendar that nothing has moved on.
     *
     * @param beginMs when it begins, in milliseconds since 1970
     * @param cards of the stream
     */
    public StreamCalendar(long beginMs, long cards) {
        this.beginMs = beginMs;
        this.msPerRecord = msPerRecord(cards);
        this.stepRecords = (int) Math.max(1, STEP_MS / msPerRecord);
    }

    /** How far so many records move the calendar of a stream of so many cards on, in milliseconds. */
    public static long passedMs(long records, long cards) {
        return (long) (records * msPerRecord(cards));
    }

    private static double msPerRecord(long cards) {
        return (double) HistoryLimits.DAY_MS / PAYMENTS_A_DAY / RecordGenerator.requireCards(cards);
    }

    /** The generator with this calendar's times; a time that is asked for is never passed. */
    public RecordGenerator of(RecordGenerator generator) {
        return (target, offset, count, timeMs) -> {
            for (int done = 0; done < count; ) {
                int step = Math.min(stepRecords, count - done);
                long passedMs = (long) (records.getAndAdd(step) * msPerRecord);
                generator.fill(
                        target, offset + done * WireRecord.SIZE_BYTES, step, Math.min(timeMs, beginMs + passedMs));
                done += step;
            }
        };
    }
}
