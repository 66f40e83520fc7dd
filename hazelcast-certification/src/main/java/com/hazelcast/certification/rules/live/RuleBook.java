package com.hazelcast.certification.rules.live;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.hazelcast.certification.chain.ChainedLine;
import com.hazelcast.certification.chain.HashChain;
import com.hazelcast.certification.rules.live.RecordedSet.Rest;
import com.hazelcast.certification.rules.live.RecordedSet.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * The sets of rules of a cluster: which there are, which decides, and the record of how that came about, a chain of hashes. A value:
 * each change makes the next one, with a version that is one higher. Every member has it whole.
 *
 * @param version from 1; of two books, the one with the higher version is the newer
 * @param active number of the set that decides
 * @param previous number of the set that decided before it, which {@code rollback} goes back to; 0: none
 * @param canary number of the set that decides for a share of the cards; 0: none
 * @param canaryShare in hundredths of a percent
 * @param breaker how much the active set, and the canary, may decline; none: what the members' keys say
 * @param declinesNothing whether what it would decline is approved, because it was too much
 * @param record lines of {@link ChainedLine}, oldest first
 */
public record RuleBook(
        long version,
        List<RecordedSet> sets,
        int active,
        int previous,
        int canary,
        int canaryShare,
        @JsonAlias("breakerPercent") BreakerLimits breaker,
        boolean declinesNothing,
        List<String> record) {
    public RuleBook {
        breaker = Objects.requireNonNullElse(breaker, BreakerLimits.NONE);
        sets = List.copyOf(sets);
        record = List.copyOf(record);
    }

    /**
     * The book of a cluster whose members have been given that set.
     *
     * @throws IllegalArgumentException when its text and lists are longer than a book may be
     */
    public static RuleBook first(RuleSet set) {
        RecordedSet recorded = new RecordedSet(
                set.number(),
                set.firstCode(),
                set.codeCount(),
                set.name(),
                "configuration",
                set.text(),
                Stage.ACTIVE,
                null,
                Rest.NONE);
        BookRoom.requireFirst(recorded);
        return new RuleBook(1, List.of(recorded), set.number(), 0, 0, 0, BreakerLimits.NONE, false, List.of());
    }

    /** The set with that number. */
    public Optional<RecordedSet> set(int number) {
        return sets.stream().filter(set -> set.number() == number).findFirst();
    }

    /** The sets of a stage, by their numbers. */
    public List<RecordedSet> at(Stage stage) {
        return sets.stream().filter(set -> set.stage() == stage).toList();
    }

    /** Whether this book is to be used in place of another. Of two with one version, which no rule allows, all members choose the same. */
    public boolean isAheadOf(RuleBook other) {
        return version != other.version ? version > other.version : lastHash().compareTo(other.lastHash()) > 0;
    }

    /** The hash of the newest line of the record. */
    public String lastHash() {
        return record.isEmpty()
                ? HashChain.START
                : ChainedLine.parse(record.get(record.size() - 1)).hash();
    }

    /** The number of the next set that is submitted. */
    public int nextNumber() {
        return sets.stream().mapToInt(RecordedSet::number).max().orElse(0) + 1;
    }

    /** As the other one, where no set's codes go to another one. */
    public RuleBook after(RuleChange change, Optional<RuleSet> submitted, long atMs) {
        return after(change, submitted, atMs, set -> false);
    }

    /**
     * The book after a change.
     *
     * @param submitted what is submitted, compiled, with {@link #nextNumber}; empty for other changes
     * @param atMs when it happens
     * @param isOut whether no history that members have has the codes of the set with that number
     * @throws IllegalArgumentException when it is not possible; says why and what to do
     */
    public RuleBook after(RuleChange change, Optional<RuleSet> submitted, long atMs, IntPredicate isOut) {
        if (change.against() != 0 && change.against() != active) {
            throw new IllegalArgumentException(
                    "another set decides meanwhile; look at what the change would do now, and try again: against="
                            + change.against() + " active=" + active);
        }
        return switch (change.kind()) {
            case SUBMIT -> submit(submitted.orElseThrow(), change, atMs);
            case SHADOW -> shadow(required(change).whole(), change, atMs);
            case CANARY -> canary(required(change).whole(), change, atMs, isOut);
            case ACTIVATE -> activate(required(change).whole(), change, atMs, isOut);
            case ROLLBACK -> rollBack(change, atMs);
            case RETIRE -> retire(required(change), change, atMs);
            case REMOVE -> remove(required(change).whole(), change, atMs);
            case DECLINE_NOTHING -> declineNothing(change, atMs);
            case BACKTEST -> keep(required(change), change, atMs);
            case CODES_OUT ->
                throw new IllegalArgumentException("members find out themselves which codes no history has");
        };
    }

    private RecordedSet required(RuleChange change) {
        return set(change.set())
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no such set; 'rules status' lists them: set=" + change.set()));
    }

    private RuleBook submit(RuleSet set, RuleChange change, long atMs) {
        List<RecordedSet> next = new ArrayList<>(sets);
        next.add(new RecordedSet(
                        set.number(),
                        RecordedSet.NO_CODES,
                        set.codeCount(),
                        set.name(),
                        change.by(),
                        set.text(),
                        Stage.DRAFT,
                        null,
                        Rest.NONE)
                .whole());
        BookRoom.require(next, previous);
        List<RecordedSet> shared = BookRoom.shared(next, List.of());
        return with(shared, active, previous, canary, canaryShare, change, set.number(), atMs);
    }

    /**
     * The book of a cluster that is restored from a backup.
     *
     * @param backedUp of the backup
     * @return it, or this one when this has come of it; without what was found of codes that the backup may bring back
     * @throws IllegalStateException when the two have nothing to do with each other, or codes have gone to other sets since: decisions of
     *     the backup would be read as those of other sets
     */
    public RuleBook restored(RuleBook backedUp, long atMs) {
        boolean isContinued = record.size() >= backedUp.record.size()
                && record.subList(0, backedUp.record.size()).equals(backedUp.record);
        boolean isSameFirst = sets.get(0)
                .text()
                .decisions()
                .equals(backedUp.sets.get(0).text().decisions());
        if (version > 1 && isContinued && isSameFirst) {
            RuleCodes.requireReadable(this, backedUp, "the backup");
            return RuleCodes.isBroughtBack(this, backedUp) ? withCodesOut(Set.of(), true, atMs) : this;
        }
        if (version == 1 && (backedUp.version > 1 || isSameFirst)) {
            return backedUp.version > 1 ? backedUp : this;
        }
        throw new IllegalStateException(
                version == 1
                        ? "the backup was made with other rules than these members are configured with; start them with those of then: backup has "
                                + backedUp.sets.get(0).name() + ", members have "
                                + sets.get(0).name()
                        : "the rules of this cluster have been changed, and are not those of the backup; restore into one with empty data folders: version="
                                + version + " backup has version=" + backedUp.version);
    }

    /** Sets whose codes may be found to be out of all histories, by their numbers. */
    public List<RecordedSet> codesDue(long nowMs) {
        return RuleCodes.due(sets, nowMs);
    }

    /**
     * The book after members have looked for the codes of {@linkplain #codesDue sets} in all histories that they have.
     *
     * @param out numbers of sets whose codes no history has
     * @param isAnew whether others may have brought histories since it was found out before: then that does not count any more
     */
    public RuleBook withCodesOut(Set<Integer> out, boolean isAnew, long atMs) {
        List<RecordedSet> next = RuleCodes.out(sets, out, isAnew, version + 1, atMs);
        RuleChange change =
                new RuleChange(RuleChange.Kind.CODES_OUT, 0, 0, 0, RuleChange.MEMBERS, RuleCodes.outText(next), null);
        return with(next, active, previous, canary, canaryShare, change, 0, atMs);
    }

    /** This book without the texts and lists that the other one has, too. */
    public RuleBook without(RuleBook base) {
        List<RecordedSet> next = new ArrayList<>(sets);
        next.replaceAll(set -> base.set(set.number())
                .filter(known -> known.text().equals(set.text()))
                .map(known -> set.withText(RuleSetText.NONE))
                .orElse(set));
        return withSets(next);
    }

    /** This book with the texts and lists that {@link #without} has left out. */
    public RuleBook with(RuleBook base) {
        List<RecordedSet> next = new ArrayList<>(sets);
        next.replaceAll(set -> base.set(set.number())
                .filter(known -> set.text().equals(RuleSetText.NONE))
                .map(known -> set.withText(known.text()))
                .orElse(set));
        return withSets(next);
    }

    /** This book, with the objects of another one for texts and lists that are equal: the other one is in memory already. */
    public RuleBook sharing(RuleBook other) {
        return withSets(BookRoom.shared(sets, other.sets));
    }

    /** This book without what its sets say: only their lists' names are there. */
    public RuleBook withoutTexts() {
        List<RecordedSet> next = new ArrayList<>(sets);
        next.replaceAll(set -> set.withText(set.text().withoutContents()));
        return withSets(next);
    }

    private RuleBook withSets(List<RecordedSet> next) {
        return new RuleBook(version, next, active, previous, canary, canaryShare, breaker, declinesNothing, record);
    }

    private RuleBook shadow(RecordedSet set, RuleChange change, long atMs) {
        requireIdle(set);
        return with(replaced(set.at(Stage.SHADOW)), active, previous, canary, canaryShare, change, set.number(), atMs);
    }

    private RuleBook canary(RecordedSet set, RuleChange change, long atMs, IntPredicate isOut) {
        if (set.number() != canary) {
            if (canary != 0) {
                throw new IllegalArgumentException(
                        "another set is the canary; activate it, or roll back, first: canary=" + canary);
            }
            requireNotActive(set);
        }
        if (change.share() < 1 || change.share() >= DecidingRules.WHOLE_SHARE) {
            throw new IllegalArgumentException(
                    "a canary has a share of 0.01 to 99.99 % of the cards: share=" + change.share() / 100.0 + "%");
        }
        List<RecordedSet> next = RuleCodes.give(sets, set, atMs, isOut);
        next.replaceAll(other -> other.number() == set.number() ? other.at(Stage.CANARY) : other);
        return with(next, active, previous, set.number(), change.share(), change, set.number(), atMs);
    }

    private RuleBook activate(RecordedSet set, RuleChange change, long atMs, IntPredicate isOut) {
        requireNotActive(set);
        List<RecordedSet> next = RuleCodes.give(sets, set, atMs, isOut);
        next.replaceAll(other -> other.number() == set.number()
                ? other.at(Stage.ACTIVE)
                : other.number() == active ? other.at(Stage.RETIRED).with(breaker) : other);
        boolean wasCanary = canary == set.number();
        return with(
                next,
                set.number(),
                active,
                wasCanary ? 0 : canary,
                wasCanary ? 0 : canaryShare,
                change,
                set.number(),
                atMs);
    }

    private RuleBook rollBack(RuleChange change, long atMs) {
        if (change.set() != 0 && change.set() != active) {
            throw new IllegalArgumentException("another set decides already: active=" + active);
        }
        if (previous == 0 && canary == 0) {
            throw new IllegalArgumentException(
                    "there is nothing to go back to: no canary, and no set was active before: active=" + active);
        }
        List<RecordedSet> next = new ArrayList<>(sets);
        next.replaceAll(set -> set.number() == canary ? set.at(Stage.RETIRED) : set);
        int nextActive = active;
        if (previous != 0) {
            next.replaceAll(set -> set.number() == active
                    ? set.at(Stage.RETIRED).with(breaker)
                    : set.number() == previous ? set.at(Stage.ACTIVE) : set);
            nextActive = previous;
        }
        return with(next, nextActive, 0, 0, 0, change, nextActive, atMs);
    }

    private RuleBook retire(RecordedSet set, RuleChange change, long atMs) {
        requireNotActive(set);
        if (set.stage() == Stage.RETIRED) {
            throw new IllegalArgumentException("that set runs nowhere already: set=" + set.number());
        }
        boolean wasCanary = canary == set.number();
        return with(
                replaced(set.at(Stage.RETIRED)),
                active,
                previous,
                wasCanary ? 0 : canary,
                wasCanary ? 0 : canaryShare,
                change,
                set.number(),
                atMs);
    }

    private RuleBook remove(RecordedSet set, RuleChange change, long atMs) {
        if (!BookRoom.isRemovable(set, previous)) {
            throw new IllegalArgumentException(
                    "text and lists are removed of a set that is retired and to which no roll-back leads; retire it, or let others decide,"
                            + " first: set=" + set.number() + " stage="
                            + set.stage().label() + " previous="
                            + previous);
        }
        return with(replaced(set.removed()), active, previous, canary, canaryShare, change, set.number(), atMs);
    }

    private RuleBook declineNothing(RuleChange change, long atMs) {
        if (change.set() != active || declinesNothing) {
            throw new IllegalArgumentException(
                    "another set decides already, or nothing is declined as it is: active=" + active);
        }
        return with(sets, active, previous, canary, canaryShare, change, active, atMs);
    }

    private RuleBook keep(RecordedSet set, RuleChange change, long atMs) {
        BacktestResult result = change.backtest();
        if (result == null) {
            throw new IllegalArgumentException("a backtest without a result is not kept: set=" + set.number());
        }
        List<RecordedSet> next = BookRoom.withFewFigures(replaced(set.with(result)), set.number());
        return with(next, active, previous, canary, canaryShare, change, set.number(), atMs);
    }

    /** The limits that a set had when it was active last. */
    private BreakerLimits breakerOf(int number) {
        return set(number).map(RecordedSet::breaker).orElse(BreakerLimits.NONE);
    }

    private void requireNotActive(RecordedSet set) {
        if (set.number() == active) {
            throw new IllegalArgumentException("that set decides; activate another, or roll back: set=" + set.number());
        }
    }

    private void requireIdle(RecordedSet set) {
        if (set.stage() != Stage.DRAFT && set.stage() != Stage.RETIRED) {
            throw new IllegalArgumentException("only a draft or a retired set can go into the shadow: set="
                    + set.number() + " stage=" + set.stage().label());
        }
    }

    private List<RecordedSet> replaced(RecordedSet changed) {
        List<RecordedSet> next = new ArrayList<>(sets);
        next.replaceAll(set -> set.number() == changed.number() ? changed : set);
        return next;
    }

    private RuleBook with(
            List<RecordedSet> nextSets,
            int nextActive,
            int nextPrevious,
            int nextCanary,
            int nextShare,
            RuleChange change,
            int set,
            long atMs) {
        List<String> lines = new ArrayList<>(record);
        lines.add(BookRecord.line(this, change, set, nextActive, nextCanary, atMs));
        BreakerLimits nextBreaker = switch (change.kind()) {
            case ACTIVATE -> change.breaker();
            case ROLLBACK -> nextActive == active ? breaker : breakerOf(nextActive);
            default -> breaker;
        };
        boolean nextDeclinesNothing = switch (change.kind()) {
            case ACTIVATE, ROLLBACK -> false;
            case DECLINE_NOTHING -> true;
            default -> declinesNothing;
        };
        return new RuleBook(
                version + 1,
                RuleCodes.rested(
                        nextSets,
                        number -> number == nextActive || number == nextPrevious || number == nextCanary,
                        atMs),
                nextActive,
                nextPrevious,
                nextCanary,
                nextShare,
                nextBreaker,
                nextDeclinesNothing,
                lines);
    }
}
