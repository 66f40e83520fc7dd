package com.hazelcast.certification.bench;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.rules.CertificationRuleSet;
import com.hazelcast.certification.transaction.TransactionLayout;

/** What the kernel bench scores. Immutable, thread-safe. */
public enum KernelTraffic {
    /**
     * The distributions of the certification challenge. Amounts are so large that rule 36 holds after one or two entries, for
     * nearly every transaction.
     */
    CHALLENGE {
        @Override
        int liveUnits(int amountUnits) {
            return amountUnits;
        }

        @Override
        HistoryShard loaded(HistoryShard challenge, HistoryMemory memory) {
            return challenge;
        }
    },
    /** Small amounts, below the average of their card: no rule holds, so every rule is tried. The worst case. */
    CLEAN {
        @Override
        int liveUnits(int amountUnits) {
            return amountUnits % LOADED_UNITS_MIN;
        }

        @Override
        HistoryShard loaded(HistoryShard challenge, HistoryMemory memory) {
            HistoryShard clean =
                    new HistoryShard(memory, HistoryLimits.ENTRIES_PER_CARD_DEFAULT, challenge.cardCount());
            challenge.forEachCard(card -> copySmall(challenge.open(card), clean.open(card)));
            return clean;
        }
    };

    /** Amounts that are loaded are from here to just below twice as much; live ones are smaller. */
    private static final int LOADED_UNITS_MIN = 30;

    /** The amount of a transaction that is scored, from the challenge's. */
    abstract int liveUnits(int amountUnits);

    /** The histories to begin with, from the challenge's, which are of no use afterwards. */
    abstract HistoryShard loaded(HistoryShard challenge, HistoryMemory memory);

    private static void copySmall(CardHistory from, CardHistory to) {
        int count = from.count();
        long[] times = new long[count];
        long[] payments = new long[count];
        int[] outcomes = new int[count];
        from.rewind();
        for (int i = count - 1; from.next(); i--) {
            times[i] = from.times();
            payments[i] = withUnits(
                    from.payment(),
                    LOADED_UNITS_MIN + TransactionLayout.amountUnits(from.payment()) % LOADED_UNITS_MIN);
            outcomes[i] = from.outcome();
        }
        for (int i = 0; i < count; i++) {
            to.insert(times[i], payments[i], outcomes[i], CertificationRuleSet.marksOf(payments[i]));
        }
    }

    /** The same payment of another amount. */
    static long withUnits(long payment, int amountUnits) {
        return TransactionLayout.payment(
                amountUnits, TransactionLayout.code(payment), TransactionLayout.merchant(payment));
    }
}
