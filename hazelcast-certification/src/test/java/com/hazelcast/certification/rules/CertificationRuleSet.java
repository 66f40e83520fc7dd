package com.hazelcast.certification.rules;

import com.hazelcast.certification.history.HistoryCursor;
import java.util.ArrayList;
import java.util.List;

/**
 * The 49 rules of {@link CertificationRules}, evaluated. Now is always the scored transaction's time, so a replay comes to
 * the same verdicts.
 *
 * <p>Single-threaded: an instance holds scratch fields; each partition thread has its own. The verdict allocates nothing.
 * Its cost does not depend on the number of rules but on what the transaction's fields leave open: usually one or two
 * entries of the history are read, and seldom all of them.
 *
 * <p>A transaction may be late: the history may show newer entries, which then stand before it. It stands before entries
 * of its own millisecond.
 */
public final class CertificationRuleSet {
    private final ScoredTransaction scored;
    private final HistoryRules historyRules;

    /** For cards that are not keyed. */
    public CertificationRuleSet() {
        this(WatchedCards.clear());
    }

    public CertificationRuleSet(WatchedCards watchedCards) {
        scored = new ScoredTransaction(watchedCards);
        historyRules = new HistoryRules(scored);
    }

    /**
     * The number of the first rule that holds, or 0.
     *
     * @param times as {@code TransactionLayout} packs them, like payment and outcome; the outcome's verdict is not read
     * @param earlier the card's other transactions, inside the 90 days before this one and newest first; it is rewound as
     *     often as needed and left anywhere
     */
    public int verdict(long card, long times, long payment, int outcome, HistoryCursor earlier) {
        scored.set(card, times, payment, outcome);
        int rule = TransactionRules.first(scored);
        if (rule != 0) {
            return rule;
        }
        historyRules.open(earlier);
        return historyRules.first();
    }

    /**
     * What the history must keep of a transaction, as bits of which it hands back the union ({@link
     * HistoryCursor#flags()}). Bit 0: code 3333 and merchant 2222. The other three are unused.
     */
    public static int flagsOf(long payment) {
        return HistoryFlags.of(payment);
    }

    /**
     * All rules that hold when each is tried alone, in the order of their numbers; the first is the verdict. Parameters as
     * for {@link #verdict}. Allocates, and reads as much of the history as it needs.
     */
    public List<RuleMatch> explain(long card, long times, long payment, int outcome, HistoryCursor earlier) {
        scored.set(card, times, payment, outcome);
        historyRules.open(earlier);
        MatchReason reason = new MatchReason(scored, historyRules);
        List<RuleMatch> matches = new ArrayList<>();
        for (Rule rule : CertificationRules.all()) {
            if (holds(rule.id())) {
                matches.add(new RuleMatch(rule, reason.of(rule.id())));
            }
        }
        return matches;
    }

    /**
     * Evaluates each rule alone, as if no other had looked at the history before, and adds the time it took. Parameters as
     * for {@link #verdict}. Allocates nothing; costs some microseconds, a reading of the clock for each rule included.
     *
     * @param ruleNs receives the time of each rule at its number
     * @return how many rules hold
     */
    public int timeEach(long card, long times, long payment, int outcome, HistoryCursor earlier, long[] ruleNs) {
        scored.set(card, times, payment, outcome);
        int held = 0;
        for (int rule = 1; rule <= CertificationRules.LAST_ID; rule++) {
            historyRules.open(earlier);
            long beginNs = System.nanoTime();
            held += holds(rule) ? 1 : 0;
            ruleNs[rule] += System.nanoTime() - beginNs;
        }
        return held;
    }

    private boolean holds(int rule) {
        return rule <= TransactionRules.LAST ? TransactionRules.holds(rule, scored) : historyRules.holds(rule);
    }
}
