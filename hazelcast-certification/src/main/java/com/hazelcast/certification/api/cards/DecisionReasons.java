package com.hazelcast.certification.api.cards;

import com.hazelcast.certification.api.decisions.Decision;
import com.hazelcast.certification.api.decisions.RequestedTransaction;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.ListHistory;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.interpreted.Match;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Why rules have decided, from the card's history as it was read before the transaction was handed on, and as it was read when its decision
 * had come. When the second reading is the first one with the transaction in it, nothing else came or went between them, and the first one is
 * what the rules saw. When it is not, there are no reasons: made from another history they might contradict the decision. Pure; takes as long
 * as the set's tree takes to walk the history for each rule.
 */
public final class DecisionReasons {
    private DecisionReasons() {}

    /** Whether the rules have just decided it: what is recorded or stood in for has no history that is known. */
    public static boolean isPossible(Decision decision) {
        return decision.ruleSet() != null && !decision.replayed() && !decision.isStandIn();
    }

    /**
     * All rules that held, in their order, each with its reason.
     *
     * @param card as histories hold it
     * @param before entries of the card, newest first, as {@link Cards#read} answers them
     * @param after the same, later
     * @return empty when it is not certain what the rules saw
     */
    public static Optional<List<Match>> of(
            RequestedTransaction transaction, long card, Decision decision, byte[] before, byte[] after) {
        RuleSet set = decision.ruleSet();
        long timeMs = transaction.timeMs();
        List<TransactionText> seen = entries(before, timeMs);
        List<TransactionText> held = entries(after, timeMs);
        if (set == null || !remove(transaction, held) || !seen.equals(held)) {
            return Optional.empty();
        }
        List<Match> matches = set.interpreter()
                .matches(
                        card,
                        transaction.times(),
                        transaction.payment(),
                        transaction.outcome(),
                        new ListHistory(seen, timeMs));
        int rule = matches.stream()
                .map(Match::rule)
                .filter(match -> match.action().isPresent())
                .mapToInt(RuleDefinition::number)
                .findFirst()
                .orElse(0);
        return rule == decision.rule() ? Optional.of(matches) : Optional.empty();
    }

    /** Those that a transaction of that time can see: older ones go when it comes. */
    private static List<TransactionText> entries(byte[] transactions, long timeMs) {
        List<TransactionText> entries = new ArrayList<>();
        for (int offset = 0; offset < transactions.length; offset += TransactionLayout.TRANSACTION_SIZE_BYTES) {
            TransactionText entry = new TransactionText(
                    TransactionLayout.cardAt(transactions, offset),
                    TransactionLayout.timesAt(transactions, offset),
                    TransactionLayout.paymentAt(transactions, offset),
                    TransactionLayout.outcomeAt(transactions, offset));
            if (entry.timeMs() > timeMs - HistoryLimits.HORIZON_MS) {
                entries.add(entry);
            }
        }
        return entries;
    }

    private static boolean remove(RequestedTransaction transaction, List<TransactionText> entries) {
        for (int i = 0; i < entries.size(); i++) {
            TransactionText entry = entries.get(i);
            if (transaction.isSameTransaction(entry)) {
                entries.remove(i);
                return true;
            }
        }
        return false;
    }
}
