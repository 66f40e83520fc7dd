package com.hazelcast.certification.gateway;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.CompactRecord;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.routing.AccountingMeter;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.routing.ShardGrouping;
import com.hazelcast.certification.scoring.OutcomeLayout;
import com.hazelcast.certification.source.RejectionLog;
import com.hazelcast.certification.transaction.CardIdentifier;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import io.netty.buffer.ByteBuf;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Takes the records out of batches: parses them, rejects with a reason those that cannot be scored, and routes the others. One
 * instance an event loop, which its connections share; about a megabyte and a half.
 */
final class BatchIntake {
    private static final int RECORDS_MAX = ProtocolLimits.RECORDS_PER_BATCH_MAX;

    private final Router router;
    private final InFlightGate gate;
    private final AccountingMeter meter;
    private final Clock clock;
    private final long futureToleranceMs;
    private final ShardGrouping grouping;
    private final RejectionLog rejections;
    private final CardIdentifier identifier;
    private final byte[] records = new byte[RECORDS_MAX * RecordFormat.TEXT_WITH_REFERENCE.recordSizeBytes()];
    private final byte[] transactions = new byte[RECORDS_MAX * TransactionLayout.TRANSACTION_SIZE_BYTES];
    private final int[] positions = new int[RECORDS_MAX];

    BatchIntake(
            Router router,
            InFlightGate gate,
            AccountingMeter meter,
            Clock clock,
            Duration futureTolerance,
            Optional<CardKey> cardKey) {
        this.identifier = new CardIdentifier(cardKey);
        this.router = router;
        this.gate = gate;
        this.meter = meter;
        this.clock = clock;
        this.futureToleranceMs = futureTolerance.toMillis();
        this.grouping = new ShardGrouping(router, RECORDS_MAX);
        this.rejections = new RejectionLog("the gateway", meter, clock);
    }

    /**
     * Takes a batch in. All of its records must have entered the gate; those that are rejected leave it here.
     *
     * @param frame whole and checked; not kept
     * @param hello what its client has said
     * @param leftOut of its connection
     * @param arrivedNs since when it has been there, by {@code System.nanoTime()}: before it waited for the gate
     */
    void take(GatewayBatch batch, ByteBuf frame, ClientHello hello, LeftOutCards leftOut, long arrivedNs) {
        RecordFormat format = hello.format();
        int count = batch.answers().length;
        frame.getBytes(frame.readerIndex() + BatchFrame.RECORDS_OFFSET, records, 0, count * format.recordSizeBytes());
        int accepted = withoutHeld(batch, parse(batch, count, hello), leftOut);
        meter.entered(accepted);
        gate.leave(count - accepted);
        if (batch.mayOpenNoCards()) {
            for (int i = 0; i < accepted; i++) {
                OutcomeLayout.setKnownOnly(transactions, i * TransactionLayout.TRANSACTION_SIZE_BYTES);
            }
        }
        grouping.routeGroups(
                transactions,
                accepted,
                (shard, order, first, size) -> batch.group(shard, order, first, size, positions),
                arrivedNs);
        batch.arrived(count - accepted);
    }

    /**
     * Leaves out what would only wait in a lane that is held, if the client supports that, and what would overtake that; returns how many are
     * left.
     */
    private int withoutHeld(GatewayBatch batch, int accepted, LeftOutCards leftOut) {
        boolean isAnyHeld = router.heldLanes() > 0;
        leftOut.nextBatch(isAnyHeld);
        if (!batch.mayDefer() || (!isAnyHeld && leftOut.isEmpty())) {
            return accepted;
        }
        int kept = 0;
        for (int i = 0; i < accepted; i++) {
            int offset = i * TransactionLayout.TRANSACTION_SIZE_BYTES;
            boolean isHeld = router.isHeld(router.shardOf(TransactionLayout.cardAt(transactions, offset)));
            if (!leftOut.leavesOut(batch.number(), transactions, offset, isHeld)) {
                if (kept < i) {
                    TransactionLayout.copy(transactions, i, transactions, kept);
                    positions[kept] = positions[i];
                }
                kept++;
            }
        }
        batch.leaveOut(accepted - kept);
        return kept;
    }

    /** What it throws ends the connection, whose client sends again; the records must stay neither in the gate nor in its share. */
    private int parse(GatewayBatch batch, int count, ClientHello hello) {
        RecordFormat format = hello.format();
        try {
            int accepted = format.isCompact() ? parseCompact(batch, count, hello) : parseText(batch, count, format);
            identifier.identify(transactions, accepted);
            return accepted;
        } catch (RuntimeException | Error e) {
            gate.leave(count);
            batch.giveUp();
            throw e;
        }
    }

    private int parseText(GatewayBatch batch, int count, RecordFormat format) {
        long latestMs = clock.millis() + futureToleranceMs;
        int size = format.recordSizeBytes();
        int accepted = 0;
        for (int i = 0; i < count; i++) {
            int target = accepted * TransactionLayout.TRANSACTION_SIZE_BYTES;
            int parsed = RecordParser.parse(records, i * size, transactions, target);
            if (parsed != RecordParser.OK) {
                Rejection reason = Rejection.of(parsed);
                rejections.rejected(reason, records, i * size, WireRecord.SIZE_BYTES);
                batch.reject(i, reason);
            } else {
                TransactionLayout.putReference(transactions, target, format.reference(records, i * size));
                accepted = acceptUnlessFuture(batch, i, accepted, latestMs);
            }
        }
        return accepted;
    }

    private int parseCompact(GatewayBatch batch, int count, ClientHello hello) {
        RecordFormat format = hello.format();
        long latestMs = clock.millis() + futureToleranceMs;
        int accepted = 0;
        for (int i = 0; i < count; i++) {
            int source = i * format.recordSizeBytes();
            long card = card(CompactRecord.card(records, source), hello);
            long times = CompactRecord.times(records, source);
            long payment = CompactRecord.payment(records, source);
            int outcome = CompactRecord.outcome(records, source);
            if (CompactRecord.isInRange(card, times, payment, outcome)) {
                // The words are the same; only the order of their bytes differs.
                int target = accepted * TransactionLayout.TRANSACTION_SIZE_BYTES;
                TransactionLayout.put(
                        transactions, target, card, times, payment, outcome, format.reference(records, source));
                accepted = acceptUnlessFuture(batch, i, accepted, latestMs);
            } else {
                rejections.rejected(Rejection.OUT_OF_RANGE, CardNumber.isCode(card) ? card : 0);
                batch.reject(i, Rejection.OUT_OF_RANGE);
            }
        }
        return accepted;
    }

    /** The code of the card, or a word that is none. */
    private static long card(long word, ClientHello hello) {
        if (hello.version() > ProtocolLimits.VERSION_MIN) {
            return word;
        }
        return word < 0 ? CardNumber.END : CardNumber.ofValue(word);
    }

    /** Takes the transaction that stands behind the accepted ones, unless its time is too far ahead. */
    private int acceptUnlessFuture(GatewayBatch batch, int position, int accepted, long latestMs) {
        int offset = accepted * TransactionLayout.TRANSACTION_SIZE_BYTES;
        if (TransactionLayout.timeMs(TransactionLayout.timesAt(transactions, offset)) > latestMs) {
            rejections.rejected(Rejection.FUTURE, TransactionLayout.cardAt(transactions, offset));
            batch.reject(position, Rejection.FUTURE);
            return accepted;
        }
        positions[accepted] = position;
        return accepted + 1;
    }
}
