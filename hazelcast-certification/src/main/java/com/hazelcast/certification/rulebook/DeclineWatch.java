package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.Decisions;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a set that decides declines more than it may on this member, and what is to be done about it. The limits are those with which the
 * active set was activated, or else those of the member's keys; they hold for the canary as well. Used by one thread; {@link #takenBack} and
 * {@link #limits} from any.
 */
final class DeclineWatch {
    private static final Logger LOG = LoggerFactory.getLogger(DeclineWatch.class);

    private final Function<RuleSet, Decisions> decisions;
    private final BreakerLimits usual;
    private final Breaker ofActive = new Breaker();
    private final Breaker ofCanary = new Breaker();
    private final AtomicLong takenBack = new AtomicLong();

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

    /** How often what was wrong has been ended by this member. */
    long takenBack() {
        return takenBack.get();
    }

    /**
     * Looks, and has a set taken back that declines more than it may, ended as the canary, or declines nothing. Says so when it is done.
     *
     * @param books the book as this member has it
     * @param rules by which this member decides
     * @param changes makes a change on all members
     * @throws IllegalStateException when it cannot be done now; says what is wrong and why
     */
    void act(Supplier<RuleBook> books, DecidingRules rules, long nowNs, Consumer<RuleChange> changes) {
        RuleBook book = books.get();
        RuleChange change = look(book, rules, nowNs).orElse(null);
        if (change == null) {
            return;
        }
        try {
            changes.accept(change);
        } catch (HazelcastInstanceNotActiveException e) {
            throw e;
        } catch (IllegalStateException e) {
            if (books.get().version() != book.version()) {
                LOG.debug("the rules were changed meanwhile, mostly by another member that has seen the same", e);
                return;
            }
            throw new IllegalStateException(change.reason() + "; that could not be ended now: " + e.getMessage(), e);
        }
        takenBack.incrementAndGet();
        LogEvent.RULES_TAKEN_BACK
                .at(LOG)
                .addKeyValue(Fields.SET, change.set())
                .log("{}: {}; look at what it declined, and correct it", whatNow(change.kind()), change.reason());
    }

    private static String whatNow(Kind kind) {
        return switch (kind) {
            case DECLINE_NOTHING -> "nothing is declined any more";
            case RETIRE -> "the canary ends";
            default -> "the set before decides again";
        };
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
        if (book.declinesNothing()) {
            ofActive.standStill(nowNs);
            ofCanary.forget();
            return Optional.empty();
        }
        BreakerLimits limits = limits(book);
        Optional<RuleChange> ofTheActive = ofActive.look(active.number(), decisions.apply(active), limits, nowNs)
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
                .map(why -> new RuleChange(Kind.RETIRE, canary.number(), 0, 0, RuleChange.BREAKER, why, null));
    }

    private static Optional<RuleChange> endOfActive(RuleBook book, BreakerLimits limits, String why) {
        if (limits.declinesNothing()) {
            return Optional.of(
                    new RuleChange(Kind.DECLINE_NOTHING, book.active(), 0, 0, RuleChange.BREAKER, why, null));
        }
        return book.previous() == 0
                ? Optional.empty()
                : Optional.of(new RuleChange(Kind.ROLLBACK, book.active(), 0, 0, RuleChange.BREAKER, why, null));
    }
}
