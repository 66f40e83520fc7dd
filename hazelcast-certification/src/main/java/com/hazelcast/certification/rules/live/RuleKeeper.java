package com.hazelcast.certification.rules.live;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a member does with the cluster's book of rules. Thread-safe; called on threads of Hazelcast's executor. */
public interface RuleKeeper {
    /** The book as this member has it. */
    RuleBook book();

    /** Which book that is, and what it has agreed to. */
    RuleState state();

    /** The next book, which this member has agreed to use and does not use yet. */
    Optional<RuleBook> agreed();

    /**
     * Agrees to use a book: compiles and warms all that it has running, keeps it on disk, and uses none of it. From then on no other
     * change is agreed to before this one is completed or given up.
     *
     * @throws RuleSetRefusedException when a set cannot run here, or this member has given the book up; says which and why
     * @throws IllegalStateException when another change has been agreed to, or the book is not newer than the one in use
     */
    void prepare(RuleBook next) throws RuleSetRefusedException;

    /**
     * All members have agreed to that book, so that it is completed, whoever ends: this member keeps that on disk. It agrees first, if it has not.
     *
     * @throws RuleSetRefusedException as {@link #prepare}
     * @throws IllegalStateException as {@link #prepare}, or when it cannot be kept
     */
    void commit(RuleBook next) throws RuleSetRefusedException;

    /** Nobody will use the book with that hash; this member is free to agree to another. */
    void abandon(String hash);

    /** Whether the book with that hash is one of the last that this member was to use and is not to use any more. */
    boolean hasGivenUp(String hash);

    /**
     * From the next batch on, decides by that book, unless it has a newer one.
     *
     * @throws RuleSetRefusedException as {@link #prepare}
     */
    void use(RuleBook next) throws RuleSetRefusedException;

    /**
     * Makes a change on all members, or on none. Called on the oldest member.
     *
     * @return the book after it
     * @throws RuleSetRefusedException when a member cannot run it
     * @throws IllegalArgumentException when the change is not possible now
     * @throws IllegalStateException when the members could not all be reached, or are not to be changed now; says what to do
     */
    RuleBook change(RuleChange change) throws RuleSetRefusedException;

    /**
     * Takes the sets of a backup for the whole cluster, which has changed none. Called on the oldest member.
     *
     * @return the book that is used
     * @throws RuleSetRefusedException when a member cannot run one
     * @throws IllegalStateException when the cluster has other sets already, or as {@link #change}; says what to do
     */
    RuleBook restore(RuleBook backedUp) throws RuleSetRefusedException;

    /** What sets in the shadow would have decided on this member's shards. */
    ShadowFigures shadowFigures();

    /** Whether a set is to be activated by another person than the one who submitted it. */
    boolean needsSecondPerson();

    /** How much the active set and the canary of a book may decline: as the activation said, or as the member's keys do. */
    BreakerLimits breaker(RuleBook book);

    /** What a set that is submitted or tried may cost at most, in nanoseconds a transaction, for a card of many entries. */
    long budgetNs();

    /**
     * What that text may cost when it is tried. Sets of the book were held against the budget when they were submitted, and may decide
     * whatever it is by now: they are not held against it again.
     */
    default long budgetNs(RuleSetText text) {
        boolean isOfBook = book().sets().stream().anyMatch(set -> set.text().equals(text));
        return isOfBook ? Long.MAX_VALUE : budgetNs();
    }

    /** Makes it known to calls that arrive on the member with that user context. */
    default void register(Map<String, Object> userContext) {
        userContext.put(RuleKeeper.class.getName(), this);
    }

    /** The one of the member with that user context; null: it is still starting. */
    static @Nullable RuleKeeper of(Map<String, Object> userContext) {
        return (RuleKeeper) userContext.get(RuleKeeper.class.getName());
    }
}
