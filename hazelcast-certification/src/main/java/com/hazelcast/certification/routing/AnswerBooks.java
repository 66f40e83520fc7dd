package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.transaction.Refusal;

/**
 * The usual listener: counts answers into the books of the member that read the transactions and opens the gate again.
 * Thread-safe; one instance serves all readers that need no more than counts.
 */
public final class AnswerBooks implements AnswerListener {
    private static final int REFUSAL_COUNT = Refusal.values().length;

    private static final int[] NONE_REFUSED = {};

    private final InFlightGate gate;
    private final BooksMeter meter;

    public AnswerBooks(InFlightGate gate, BooksMeter meter) {
        this.gate = gate;
        this.meter = meter;
    }

    @Override
    public void answered(byte[] answers, int offset, int count, long arrivedNs) {
        int scored = 0;
        int flagged = 0;
        int duplicates = 0;
        for (int i = offset; i < offset + count; i++) {
            if (Answer.isScored(answers[i])) {
                scored++;
                flagged += Answer.verdict(answers[i]) == 0 ? 0 : 1;
            } else if (Answer.isDuplicate(answers[i])) {
                duplicates++;
            }
        }
        int[] refused = scored + duplicates < count ? countRefused(answers, offset, count) : NONE_REFUSED;
        try {
            meter.answered(count, scored, flagged, duplicates, refused, System.nanoTime() - arrivedNs);
        } finally {
            gate.leave(count);
        }
    }

    private static int[] countRefused(byte[] answers, int offset, int count) {
        int[] refused = new int[REFUSAL_COUNT];
        for (int i = offset; i < offset + count; i++) {
            if (Answer.isRefused(answers[i])) {
                refused[Answer.refusal(answers[i]).ordinal()]++;
            }
        }
        return refused;
    }
}
