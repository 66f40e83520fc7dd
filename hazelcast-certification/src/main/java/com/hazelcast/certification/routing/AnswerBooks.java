package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.transaction.Refusal;

/**
 * The usual listener: counts answers into the books of the member that read the transactions and opens the gate again.
 * Thread-safe; one instance serves all readers that need no more than counts.
 */
public final class AnswerBooks implements AnswerListener {
    private static final int REFUSAL_COUNT = Refusal.values().length;

    private final InFlightGate gate;
    private final BooksMeter meter;

    public AnswerBooks(InFlightGate gate, BooksMeter meter) {
        this.gate = gate;
        this.meter = meter;
    }

    @Override
    public void answered(byte[] answers, int offset, int count, long readNs) {
        int scored = 0;
        int duplicates = 0;
        for (int i = offset; i < offset + count; i++) {
            if (Answer.isScored(answers[i])) {
                scored++;
            } else if (Answer.isDuplicate(answers[i])) {
                duplicates++;
            }
        }
        if (scored + duplicates < count) {
            countRefused(answers, offset, count);
        }
        meter.answered(scored, duplicates, System.nanoTime() - readNs);
        gate.leave(count);
    }

    private void countRefused(byte[] answers, int offset, int count) {
        int[] refused = new int[REFUSAL_COUNT];
        for (int i = offset; i < offset + count; i++) {
            if (Answer.isRefused(answers[i])) {
                refused[Answer.refusal(answers[i]).ordinal()]++;
            }
        }
        for (int reason = 0; reason < REFUSAL_COUNT; reason++) {
            if (refused[reason] > 0) {
                meter.refused(Refusal.of(reason), refused[reason]);
            }
        }
    }
}
