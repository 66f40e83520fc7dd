package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.transaction.Rejection;

/**
 * The usual listener: counts answers into the accounting of the member that read the transactions and opens the gate again.
 * Thread-safe; one instance serves all readers that need no more than counts.
 */
public final class AnswerAccounting implements AnswerListener {
    private static final int REJECTION_COUNT = Rejection.values().length;

    private static final int[] NONE_REJECTED = {};

    private final InFlightGate gate;
    private final AccountingMeter meter;

    public AnswerAccounting(InFlightGate gate, AccountingMeter meter) {
        this.gate = gate;
        this.meter = meter;
    }

    @Override
    public void answered(short[] answers, int offset, int count, long arrivedNs) {
        int scored = 0;
        int flagged = 0;
        int duplicates = 0;
        for (int i = offset; i < offset + count; i++) {
            if (Answer.isScored(answers[i])) {
                scored++;
                flagged += Answer.isFlagged(answers[i]) ? 1 : 0;
            } else if (Answer.isDuplicate(answers[i])) {
                duplicates++;
            }
        }
        int[] rejected = scored + duplicates < count ? countRejected(answers, offset, count) : NONE_REJECTED;
        try {
            meter.answered(count, scored, flagged, duplicates, rejected, System.nanoTime() - arrivedNs);
        } finally {
            gate.leave(count);
        }
    }

    private static int[] countRejected(short[] answers, int offset, int count) {
        int[] rejected = new int[REJECTION_COUNT];
        for (int i = offset; i < offset + count; i++) {
            if (Answer.isRejected(answers[i])) {
                rejected[Answer.rejection(answers[i]).ordinal()]++;
            }
        }
        return rejected;
    }
}
