package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sets of rules of a moment: which decides for which card, which run beside it, and all whose decisions may be held.
 * Immutable, thread-safe.
 */
public final class DecidingRules {
    /** A canary's share is in hundredths of a percent. */
    public static final int WHOLE_SHARE = 10_000;

    /** Of a percent: a share has two decimals. */
    private static final double HUNDREDTHS = 100;

    private static final long SHARE_HASH = 0x9e37_79b9_7f4a_7c15L;
    private static final int SHARE_SHIFT = 33;

    private final RuleSet active;
    private final Optional<RuleSet> canary;
    private final int canaryShare;
    private final List<RuleSet> shadows;
    private final boolean declinesNothing;
    private final RuleSet[] byCode = new RuleSet[TransactionLayout.VERDICTS];
    private final boolean[] flagged = new boolean[TransactionLayout.VERDICTS];

    /**
     * Sets of rules.
     *
     * @param active decides, but for the canary's cards
     * @param canary decides for a share of the cards
     * @param canaryShare in hundredths of a percent
     * @param shadows run beside them and decide nothing
     * @param declinesNothing whether what they would decline is approved
     * @param known all sets whose decisions may be held, with those above
     */
    public DecidingRules(
            RuleSet active,
            Optional<RuleSet> canary,
            int canaryShare,
            List<RuleSet> shadows,
            boolean declinesNothing,
            List<RuleSet> known) {
        this.declinesNothing = declinesNothing;
        this.active = active;
        this.canary = canary;
        this.canaryShare = canary.isPresent() ? canaryShare : 0;
        this.shadows = List.copyOf(shadows);
        known.forEach(this::enter);
        enter(active);
    }

    /**
     * A canary's share, which is held in hundredths of a percent.
     *
     * @param percent of the cards
     * @throws IllegalArgumentException when a canary cannot have exactly that share
     */
    public static int share(double percent) {
        int hundredths = (int) Math.round(percent * HUNDREDTHS);
        if (hundredths < 1 || hundredths >= WHOLE_SHARE || Double.compare(hundredths / HUNDREDTHS, percent) != 0) {
            throw new IllegalArgumentException(
                    "a canary has a share of 0.01 to 99.99 % of the cards, with at most two decimals: share=" + percent
                            + "%");
        }
        return hundredths;
    }

    /**
     * All sets of a book, to read what is held.
     *
     * @throws RuleSetRefusedException when one is wrong
     */
    public static DecidingRules of(RuleBook book) throws RuleSetRefusedException {
        List<RuleSet> known = new ArrayList<>();
        for (RecordedSet set : book.sets()) {
            if (set.hasCodes()) {
                known.add(RuleSet.of(set, card -> card));
            }
        }
        return new DecidingRules(known.get(0), Optional.empty(), 0, List.of(), false, known);
    }

    /** The sets of one decide, and what those of the other have decided is known as well. */
    public static DecidingRules knowing(DecidingRules deciding, DecidingRules other) {
        DecidingRules both = new DecidingRules(
                deciding.active,
                deciding.canary,
                deciding.canaryShare,
                deciding.shadows,
                deciding.declinesNothing,
                List.of());
        for (int code = 0; code < both.byCode.length; code++) {
            DecidingRules knower = other.byCode[code] == null ? deciding : other;
            both.byCode[code] = knower.byCode[code];
            both.flagged[code] = knower.flagged[code];
        }
        return both;
    }

    private void enter(RuleSet set) {
        for (int code = set.firstCode(); code < set.firstCode() + set.codeCount(); code++) {
            byCode[code] = set;
            flagged[code] = rulingOf(set, code).isFlagged();
        }
    }

    /** One set, for all cards. */
    public static DecidingRules only(RuleSet set) {
        return new DecidingRules(set, Optional.empty(), 0, List.of(), false, List.of(set));
    }

    /** The set that decides for cards that are not the canary's. */
    public RuleSet active() {
        return active;
    }

    /** The set that decides for a share of the cards. */
    public Optional<RuleSet> canary() {
        return canary;
    }

    /** Whether a card is one of the canary's. The same cards are, whatever the set, and more of them when the share grows. */
    public boolean isCanarys(long card) {
        return canaryShare > 0
                && ((card ^ card >>> Integer.SIZE) * SHARE_HASH >>> SHARE_SHIFT) % WHOLE_SHARE < canaryShare;
    }

    /** Sets that run beside. */
    public List<RuleSet> shadows() {
        return shadows;
    }

    /** Whether what sets would decline is approved, as if no rule held. */
    public boolean declinesNothing() {
        return declinesNothing;
    }

    /** The decision with that code; empty when its set is not known here. */
    public Optional<Ruling> ruling(int code) {
        RuleSet set = byCode[code];
        return set == null ? Optional.empty() : Optional.of(rulingOf(set, code));
    }

    private static Ruling rulingOf(RuleSet set, int code) {
        return new Ruling(set, set.ruleOf(code), set.actionOf(code), set.scoreOf(code));
    }

    /** Whether the decision with that code is not to approve. */
    public boolean isFlagged(int code) {
        return flagged[code];
    }
}
