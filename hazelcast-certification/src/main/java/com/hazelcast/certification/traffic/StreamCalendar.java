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
     * @param paymentsADay of a card, on average
     * @throws IllegalArgumentException when there is no card, or none pays
     */
    public StreamCalendar(long beginMs, long cards, double paymentsADay) {
        this.beginMs = beginMs;
        this.msPerRecord = msPerRecord(cards, paymentsADay);
        this.stepRecords = (int) Math.max(1, STEP_MS / msPerRecord);
    }

    /** How far so many records move such a calendar on, in milliseconds. */
    public static long passedMs(long records, long cards, double paymentsADay) {
        return (long) (records * msPerRecord(cards, paymentsADay));
    }

    private static double msPerRecord(long cards, double paymentsADay) {
        if (!(paymentsADay > 0)) {
            throw new IllegalArgumentException("a card must pay now and then: paymentsADay=" + paymentsADay);
        }
        return HistoryLimits.DAY_MS / paymentsADay / RecordGenerator.requireCards(cards);
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
