package com.hazelcast.certification.source.door;

import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.CompactRecord;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.routing.BooksMeter;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.routing.ShardGrouping;
import com.hazelcast.certification.source.RefusalLog;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.Refusal;
import com.hazelcast.certification.transaction.TransactionLayout;
import io.netty.buffer.ByteBuf;
import java.time.Clock;
import java.time.Duration;

/**
 * Takes the records out of batches: parses them, refuses by name those that cannot be scored, and routes the others. One
 * instance an event loop, which its connections share; about a megabyte and a half.
 */
final class BatchIntake {
    private static final int RECORDS_MAX = ProtocolLimits.RECORDS_PER_BATCH_MAX;

    private final InFlightGate gate;
    private final BooksMeter meter;
    private final Clock clock;
    private final long futureToleranceMs;
    private final ShardGrouping grouping;
    private final RefusalLog refusals;
    private final byte[] records = new byte[RECORDS_MAX * RecordFormat.TEXT.recordSizeBytes()];
    private final byte[] transactions = new byte[RECORDS_MAX * TransactionLayout.TRANSACTION_SIZE_BYTES];
    private final int[] positions = new int[RECORDS_MAX];

    BatchIntake(Router router, InFlightGate gate, BooksMeter meter, Clock clock, Duration futureTolerance) {
        this.gate = gate;
        this.meter = meter;
        this.clock = clock;
        this.futureToleranceMs = futureTolerance.toMillis();
        this.grouping = new ShardGrouping(router, RECORDS_MAX);
        this.refusals = new RefusalLog("the door", meter, clock);
    }

    /**
     * Takes a batch in. All of its records must have entered the gate; those that are refused leave it here.
     *
     * @param frame whole and checked; not kept
     */
    void take(DoorBatch batch, ByteBuf frame, RecordFormat format) {
        int count = batch.answers().length;
        frame.getBytes(frame.readerIndex() + BatchFrame.RECORDS_OFFSET, records, 0, count * format.recordSizeBytes());
        int accepted = format == RecordFormat.TEXT ? parseText(batch, count) : parseCompact(batch, count);
        meter.entered(accepted);
        gate.leave(count - accepted);
        grouping.routeGroups(
                transactions,
                accepted,
                (shard, order, first, size) -> batch.group(order, first, size, positions),
                System.nanoTime());
        batch.arrived(count - accepted);
    }

    private int parseText(DoorBatch batch, int count) {
        long latestMs = clock.millis() + futureToleranceMs;
        int size = RecordFormat.TEXT.recordSizeBytes();
        int accepted = 0;
        for (int i = 0; i < count; i++) {
            int target = accepted * TransactionLayout.TRANSACTION_SIZE_BYTES;
            int parsed = RecordParser.parse(records, i * size, transactions, target);
            if (parsed != RecordParser.OK) {
                Refusal reason = Refusal.of(parsed);
                refusals.refused(reason, records, i * size, size);
                batch.refuse(i, reason);
            } else {
                accepted = acceptUnlessFuture(batch, i, accepted, latestMs);
            }
        }
        return accepted;
    }

    private int parseCompact(DoorBatch batch, int count) {
        long latestMs = clock.millis() + futureToleranceMs;
        int accepted = 0;
        for (int i = 0; i < count; i++) {
            int source = i * CompactRecord.SIZE_BYTES;
            long card = CompactRecord.card(records, source);
            long times = CompactRecord.times(records, source);
            long payment = CompactRecord.payment(records, source);
            int outcome = CompactRecord.outcome(records, source);
            if (CompactRecord.isInRange(card, times, payment, outcome)) {
                // The words are the same; only the order of their bytes differs.
                int target = accepted * TransactionLayout.TRANSACTION_SIZE_BYTES;
                TransactionLayout.put(transactions, target, card, times, payment, outcome);
                accepted = acceptUnlessFuture(batch, i, accepted, latestMs);
            } else {
                refusals.refused(Refusal.OUT_OF_RANGE, card & Long.MAX_VALUE);
                batch.refuse(i, Refusal.OUT_OF_RANGE);
            }
        }
        return accepted;
    }

    /** Takes the transaction that stands behind the accepted ones, unless its time is too far ahead. */
    private int acceptUnlessFuture(DoorBatch batch, int position, int accepted, long latestMs) {
        int offset = accepted * TransactionLayout.TRANSACTION_SIZE_BYTES;
        if (TransactionLayout.timeMs(TransactionLayout.timesAt(transactions, offset)) > latestMs) {
            refusals.refused(Refusal.FUTURE, TransactionLayout.cardAt(transactions, offset));
            batch.refuse(position, Refusal.FUTURE);
            return accepted;
        }
        positions[accepted] = position;
        return accepted + 1;
    }
}
