package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * A transaction that a set in the shadow would have given another action. Immutable.
 *
 * @param taken the action that was taken
 * @param shadow the one that the set would have taken
 * @param rule number of the rule that would have decided; 0: none, or points
 * @param card masked
 * @param timeMs of the transaction
 */
public record ShadowExample(
        Action taken, Action shadow, int rule, String card, long timeMs, long amountUnits, int country, int merchant) {
    /** Of a transaction as histories have it. */
    public static ShadowExample of(Action taken, Action shadow, int rule, long card, long times, long payment) {
        return new ShadowExample(
                taken,
                shadow,
                rule,
                Pan.masked(card),
                TransactionLayout.timeMs(times),
                TransactionLayout.amountUnits(payment),
                TransactionLayout.country(times),
                TransactionLayout.merchant(payment));
    }

    /** Whether it moves from and to the same actions. */
    boolean isMoveOf(ShadowExample other) {
        return taken == other.taken && shadow == other.shadow;
    }
}
