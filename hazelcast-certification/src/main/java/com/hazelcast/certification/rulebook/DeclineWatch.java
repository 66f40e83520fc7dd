package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.Decisions;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSet;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whether a set that decides declines more than it may on this member, and what is to be done about it. The limits are those with which the
 * active set was activated, or else those of the member's keys; they hold for the canary as well. Used by one thread.
 */
final class DeclineWatch {
    private static final String BY = "breaker";

    private final Function<RuleSet, Decisions> decisions;
    private final BreakerLimits usual;
    private final Breaker ofActive = new Breaker();
    private final Breaker ofCanary = new Breaker();

    /**
     * On a member.
     *
     * @param decisions of a set on this member since it started
     * @param usual limits, where an activation has given none
     */
    DeclineWatch(Function<RuleSet, Decisions> decisions, BreakerLimits usual) {
        this.decisions = decisions;
        this.usual = usual;
    }

    /** The limits that hold by a book. */
    BreakerLimits limits(RuleBook book) {
        return book.breaker().or(usual);
    }

    /**
     * Looks.
     *
     * @param rules by which this member decides
     * @return a change that ends what is wrong; empty: nothing is, or nothing can be done
     */
    Optional<RuleChange> look(RuleBook book, DecidingRules rules, long nowNs) {
        RuleSet active = rules.active();
        if (active.number() != book.active()) {
            // A change is on its way to the scorers.
            return Optional.empty();
        }
        BreakerLimits limits = limits(book);
        Optional<RuleChange> ofTheActive = ofActive.look(active.number(), decisions.apply(active), limits, nowNs)
                .filter(why -> !book.declinesNothing())
                .flatMap(why -> endOfActive(book, limits, why));
        Optional<RuleChange> ofTheCanary = lookAtCanary(book, rules, limits, nowNs);
        // What takes the active set back ends the canary as well.
        return ofTheActive.or(() -> ofTheCanary);
    }

    /** A canary that declines as many as it likes would be compared with itself, so what the active set did in the hour before counts. */
    private Optional<RuleChange> lookAtCanary(RuleBook book, DecidingRules rules, BreakerLimits limits, long nowNs) {
        RuleSet canary =
                rules.canary().filter(set -> set.number() == book.canary()).orElse(null);
        if (canary == null) {
            ofCanary.forget();
            return Optional.empty();
        }
        return ofCanary.look(canary.number(), decisions.apply(canary), limits, nowNs, ofActive.hour())
                .filter(why -> !book.declinesNothing())
                .map(why -> new RuleChange(Kind.RETIRE, canary.number(), 0, 0, BY, why, null));
    }

    private static Optional<RuleChange> endOfActive(RuleBook book, BreakerLimits limits, String why) {
        if (limits.declinesNothing()) {
            return Optional.of(new RuleChange(Kind.DECLINE_NOTHING, book.active(), 0, 0, BY, why, null));
        }
        return book.previous() == 0
                ? Optional.empty()
                : Optional.of(new RuleChange(Kind.ROLLBACK, book.active(), 0, 0, BY, why, null));
    }
}
