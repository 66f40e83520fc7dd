package com.hazelcast.certification.rules;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Evaluates the certification rules in their order, up to the first that holds. One instance a thread; allocates nothing
 * except in {@link #explain}.
 *
 * <p>Most transactions are decided without a walk over the whole history, and always with the result of one. Of the rules
 * 21 to 35 each asks for something rare: of the transaction (a watched card, code or merchant), of the number of entries,
 * or of the card's marks. Where none of it is there, only the count within two hours (rule 23) and the sum of 60 days
 * (rule 36) remain, and a walk for them ends as soon as the answer is certain. Everything else takes the one full walk of
 * {@link WindowAggregates}.
 */
public final class CertificationRuleSet {
    /** Mark of an entry that rules 27 and 32 sum up: code 3333 at merchant type 2222. */
    private static final int WATCHED_MARK = 1;

    private static final int COUNT_1D_LEAST = 300;
    private static final long TWO_HOURS_MS = 2 * 3_600_000L;
    private static final long SIXTY_DAYS_MS = 60 * 24 * 3_600_000L;

    private final Subject subject = new Subject();
    private final WindowAggregates aggregates = new WindowAggregates();

    /** The marks of a transaction, see {@link HistoryCursor#marks()}. */
    public static int marksOf(long payment) {
        return isWatched(TransactionLayout.code(payment), TransactionLayout.merchant(payment)) ? WATCHED_MARK : 0;
    }

    static boolean isWatched(int code, int merchant) {
        return merchant == 2222 && code == 3333;
    }

    /**
     * The number of the first rule that holds, 0 when none does.
     *
     * @param times time, country and currency of the transaction, packed as in {@link TransactionLayout}
     * @param payment amount, code and merchant
     * @param outcome city and response; its verdict is not looked at
     * @param earlier the card's other transactions
     */
    public int verdict(long card, long times, long payment, int outcome, HistoryCursor earlier) {
        Subject t = subject;
        t.set(card, times, payment, outcome);
        if (Conditions.mayHoldAlone(t)) {
            for (int rule = 1; rule <= Conditions.LAST_STATELESS; rule++) {
                if (Conditions.holds(rule, t)) {
                    return rule;
                }
            }
        }
        if (!mayHoldBefore23() && isBurst(earlier)) {
            return 23;
        }
        if (!mayHoldBefore36(earlier) && exceedsSum60d(earlier)) {
            return 36;
        }
        return verdictOfFullWalk(earlier);
    }

    /** Whether the transaction has what rules 21 and 22 ask for. */
    private boolean mayHoldBefore23() {
        return subject.card == Conditions.WATCHED_CARD_333 || isWatched(subject.code, subject.merchant);
    }

    /** Whether transaction, number of entries or marks have what some rule of 21 to 35, but 23, asks for. */
    private boolean mayHoldBefore36(HistoryCursor earlier) {
        return mayHoldBefore23()
                || subject.merchant == 11
                || subject.code == 3344
                || (earlier.marks() & WATCHED_MARK) != 0
                || earlier.count() + 1 >= COUNT_1D_LEAST;
    }

    /** Rule 23, by a walk that ends at the first entry outside the two hours. */
    private boolean isBurst(HistoryCursor earlier) {
        if (earlier.count() < Conditions.COUNT_2H_MAX) {
            return false;
        }
        int count = 1;
        long fromMs = subject.timeMs - TWO_HOURS_MS;
        earlier.rewind();
        while (count <= Conditions.COUNT_2H_MAX
                && earlier.next()
                && TransactionLayout.timeMs(earlier.times()) > fromMs) {
            count++;
        }
        return count > Conditions.COUNT_2H_MAX;
    }

    /** The second half of rule 36, by a walk that ends when the sum is high enough; the first half needs all of it. */
    private boolean exceedsSum60d(HistoryCursor earlier) {
        long sum = subject.amount;
        long fromMs = subject.timeMs - SIXTY_DAYS_MS;
        earlier.rewind();
        while (sum <= Conditions.SUM_60D_MAX && earlier.next() && TransactionLayout.timeMs(earlier.times()) > fromMs) {
            sum += TransactionLayout.amountUnits(earlier.payment());
        }
        return sum > Conditions.SUM_60D_MAX;
    }

    private int verdictOfFullWalk(HistoryCursor earlier) {
        aggregates.gather(subject, earlier);
        for (int rule = Conditions.LAST_STATELESS + 1; rule <= CertificationRules.LAST_ID; rule++) {
            if (Conditions.holds(rule, subject, aggregates)) {
                return rule;
            }
        }
        return 0;
    }

    /** All rules that hold, each tried alone, with the values that made them hold. Arguments as for {@link #verdict}. */
    public List<RuleMatch> explain(long card, long times, long payment, int outcome, HistoryCursor earlier) {
        subject.set(card, times, payment, outcome);
        aggregates.gather(subject, earlier);
        List<RuleMatch> matches = new ArrayList<>();
        for (Rule rule : CertificationRules.all()) {
            boolean holds = rule.id() <= Conditions.LAST_STATELESS
                    ? Conditions.holds(rule.id(), subject)
                    : Conditions.holds(rule.id(), subject, aggregates);
            if (holds) {
                matches.add(new RuleMatch(rule, Reasons.of(rule.id(), subject, aggregates)));
            }
        }
        return matches;
    }
}
