package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.rules.live.RecordedSet.Rest;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * How the codes of decisions come to sets, and from sets that have not decided for long to others. There are {@link
 * TransactionLayout#VERDICTS}, and histories have nothing else that says which set has decided.
 *
 * <pre>
 *  no codes → deciding → held by histories → out of histories → no codes
 *           1          2                   3                  4
 * </pre>
 *
 * <ol>
 *   <li>The set is the canary or is activated: it gets the first codes in a row that no set has.
 *   <li>Another one decides, and no roll-back leads to this one.
 *   <li>{@link #HELD} later members have looked through all histories, and no entry has one of the codes. Until then, and when histories
 *       come from elsewhere afterwards, the codes stay.
 *   <li>A set needs codes and no others are left, {@link #APART} after that was found.
 * </ol>
 *
 * <p>A set that decides again in states 2 and 3 has its codes; in state 4 it gets others. The set that has code 0 keeps its codes for good:
 * entries that were never decided have it. All follows from the book and its times. Stateless.
 */
public final class RuleCodes {
    /** Entries live 90 days, and sweeps take them out within one more: codes are not looked for before. */
    public static final Duration HELD = Duration.ofDays(91);

    /** A member that was away for less than that never has a history with codes that were given out meanwhile. */
    public static final Duration APART = Duration.ofHours(6);

    /** Sets that a message names. */
    private static final int NAMED_MAX = 5;

    private RuleCodes() {}

    /** Where the codes of a set are. */
    public enum State {
        /** Nowhere: it has none. */
        NONE,
        /** The set decides, or may with the next roll-back; or it is the first one. */
        DECIDING,
        /** Histories have its decisions, or may. */
        HELD,
        /** No history has its decisions. */
        OUT;

        /** As people read it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * How many codes there are in each state.
     *
     * @param free of no set
     * @param nextSet number of the set whose codes are the next to come back; 0: none's will
     * @param nextCount how many these are
     * @param nextMs when that may be; later, when histories still have some
     */
    public record Figures(int free, int deciding, int held, int out, int nextSet, int nextCount, long nextMs) {}

    /** Where the codes of a set are. */
    public static State stateOf(RecordedSet set) {
        if (!set.hasCodes()) {
            return State.NONE;
        }
        if (!mayComeBack(set)) {
            return State.DECIDING;
        }
        return set.rest().isOut() ? State.OUT : State.HELD;
    }

    /** When the codes of a set may go to another one, if histories do not have them any more; 0: not as long as it may decide. */
    public static long backMs(RecordedSet set) {
        return switch (stateOf(set)) {
            case NONE, DECIDING -> 0;
            case HELD -> set.rest().sinceMs() + HELD.plus(APART).toMillis();
            case OUT -> set.rest().outSinceMs() + APART.toMillis();
        };
    }

    /** How many codes of the book's sets there are in each state. */
    public static Figures figures(RuleBook book) {
        int[] counts = new int[State.values().length];
        for (RecordedSet set : book.sets()) {
            counts[stateOf(set).ordinal()] += set.hasCodes() ? set.codeCount() : 0;
        }
        RecordedSet next = comingBack(book.sets()).stream().findFirst().orElse(null);
        return new Figures(
                TransactionLayout.VERDICTS - usedCodes(book.sets()).cardinality(),
                counts[State.DECIDING.ordinal()],
                counts[State.HELD.ordinal()],
                counts[State.OUT.ordinal()],
                next == null ? 0 : next.number(),
                next == null ? 0 : next.codeCount(),
                next == null ? 0 : backMs(next));
    }

    private static boolean mayComeBack(RecordedSet set) {
        return set.firstCode() > 0 && set.rest().sinceMs() > 0;
    }

    private static List<RecordedSet> comingBack(List<RecordedSet> sets) {
        return sets.stream()
                .filter(RuleCodes::mayComeBack)
                .sorted(Comparator.comparingLong(RuleCodes::backMs).thenComparing(RecordedSet::number))
                .toList();
    }

    private static BitSet usedCodes(List<RecordedSet> sets) {
        BitSet used = new BitSet(TransactionLayout.VERDICTS);
        sets.stream().filter(RecordedSet::hasCodes).forEach(set -> used.set(set.firstCode(), set.endCode()));
        return used;
    }

    /** The sets after a change: records since when those have not decided that may not. */
    static List<RecordedSet> rested(List<RecordedSet> sets, IntPredicate mayDecide, long atMs) {
        List<RecordedSet> next = new ArrayList<>(sets);
        next.replaceAll(set -> {
            Rest rest = set.rest();
            if (!set.hasCodes()) {
                return set;
            }
            if (mayDecide.test(set.number())) {
                return set.with(rest.ended());
            }
            return rest.sinceMs() > 0 ? set : set.with(rest.since(atMs));
        });
        return next;
    }

    /** Those whose codes may be out of all histories. */
    static List<RecordedSet> due(List<RecordedSet> sets, long nowMs) {
        return sets.stream().filter(set -> isDue(set, nowMs)).toList();
    }

    private static boolean isDue(RecordedSet set, long nowMs) {
        return mayComeBack(set) && nowMs - set.rest().sinceMs() >= HELD.toMillis();
    }

    /** The sets after members have looked for the codes of those that are due: see {@link RuleBook#withCodesOut}. */
    static List<RecordedSet> out(List<RecordedSet> sets, Set<Integer> out, boolean isAnew, long version, long atMs) {
        List<RecordedSet> next = new ArrayList<>(sets);
        next.replaceAll(set -> {
            Rest rest = set.rest();
            if (!out.contains(set.number()) || !isDue(set, atMs)) {
                return rest.isOut() ? set.with(rest.out(0, 0)) : set;
            }
            return rest.isOut() && !isAnew ? set : set.with(rest.out(version, atMs));
        });
        return next;
    }

    /** What the record says of it. */
    static String outText(List<RecordedSet> sets) {
        List<Integer> out = sets.stream()
                .filter(set -> set.rest().isOut())
                .map(RecordedSet::number)
                .toList();
        return out.isEmpty()
                ? "histories may have the codes of all sets that have some"
                : "no history has the codes of " + out.size() + " set(s): " + named(out);
    }

    private static String named(List<Integer> numbers) {
        String named = numbers.stream().limit(NAMED_MAX).map(String::valueOf).collect(Collectors.joining(", "));
        return numbers.size() > NAMED_MAX ? named + " ..." : named;
    }

    /**
     * Refuses histories that were kept by an older book of the cluster, when codes that they may have have gone to other sets since.
     *
     * @param whose these histories are, as the message has it
     * @throws IllegalStateException when they have; says which sets' codes and what to do
     */
    public static void requireReadable(RuleBook book, RuleBook older, String whose) {
        List<Integer> lost = lostSince(book, older);
        if (!lost.isEmpty()) {
            throw new IllegalStateException("the histories of " + whose + " are of version " + older.version()
                    + " of the rules, and codes that they may have were given to other sets since: decisions would be read as those of"
                    + " others. Of a member, move its data folder away and start it again: it gets the histories that the other members"
                    + " have. Restore a backup into members with empty data folders, or read it with 'export': version="
                    + book.version() + " sets=" + lost);
        }
    }

    /** Sets whose codes histories of that older book may have, and that have lost them to others since. */
    private static List<Integer> lostSince(RuleBook book, RuleBook older) {
        return older.sets().stream()
                .filter(RecordedSet::hasCodes)
                .map(RecordedSet::number)
                .filter(number -> book.set(number)
                        .filter(set -> set.rest().lostVersion() > older.version())
                        .isPresent())
                .toList();
    }

    /** Whether histories of that older book may have codes that were found to be out of all others. */
    static boolean isBroughtBack(RuleBook book, RuleBook older) {
        return book.sets().stream().anyMatch(set -> set.rest().outVersion() > older.version());
    }

    /**
     * The sets when one of them is to decide: with codes for it, those that it has, or the first in a row that are free; where there are
     * none, those that have been out of all histories for the longest.
     *
     * @param isOut whether no history that members have has the codes of the set with that number
     * @throws IllegalArgumentException when there are not enough; says who has them and until when
     */
    static List<RecordedSet> give(List<RecordedSet> sets, RecordedSet to, long atMs, IntPredicate isOut) {
        List<RecordedSet> next = new ArrayList<>(sets);
        if (to.hasCodes()) {
            return next;
        }
        BitSet used = usedCodes(sets);
        int first = firstFree(used, to.codeCount());
        for (RecordedSet set : comingBack(sets)) {
            boolean isFree = set.rest().isOut() && backMs(set) <= atMs && isOut.test(set.number());
            if (first < 0 && isFree) {
                used.clear(set.firstCode(), set.endCode());
                first = firstFree(used, to.codeCount());
            }
        }
        if (first < 0) {
            throw new IllegalArgumentException(noneLeft(sets, to));
        }
        int given = first;
        int end = first + to.codeCount();
        next.replaceAll(set -> {
            if (set.number() == to.number()) {
                return set.withCodes(given);
            }
            boolean isTaken = set.hasCodes() && set.firstCode() < end && given < set.endCode();
            return isTaken ? set.withCodes(RecordedSet.NO_CODES).with(set.rest().lost()) : set;
        });
        return next;
    }

    /** Numbers of the sets whose codes a change has given to others. */
    public static List<Integer> taken(RuleBook before, RuleBook after) {
        return before.sets().stream()
                .filter(RecordedSet::hasCodes)
                .map(RecordedSet::number)
                .filter(number ->
                        after.set(number).filter(RecordedSet::hasCodes).isEmpty())
                .toList();
    }

    private static int firstFree(BitSet used, int count) {
        int first = used.nextClearBit(0);
        while (first + count <= TransactionLayout.VERDICTS) {
            int end = used.nextSetBit(first);
            if (end < 0 || end - first >= count) {
                return first;
            }
            first = used.nextClearBit(end);
        }
        return -1;
    }

    private static String noneLeft(List<RecordedSet> sets, RecordedSet to) {
        List<RecordedSet> back = comingBack(sets);
        String when = back.isEmpty()
                ? "none come back before another set decides than those that have them"
                : "the next that come back, when no history has them any more: "
                        + back.stream()
                                .limit(NAMED_MAX)
                                .map(set -> set.codeCount() + " of set " + set.number() + " from "
                                        + Instant.ofEpochMilli(backMs(set))
                                        + (set.rest().isOut() ? "" : " at the earliest"))
                                .collect(Collectors.joining(", "));
        String deciding = sets.stream()
                .filter(set -> stateOf(set) == State.DECIDING)
                .map(set -> set.codeCount() + " of set " + set.number())
                .collect(Collectors.joining(", "));
        return "histories distinguish " + TransactionLayout.VERDICTS + " decisions, and there are not enough left: "
                + usedCodes(sets).cardinality() + " are of sets that have decided. In use: " + deciding + "; " + when
                + ". Activate a set that has codes, or a smaller one: set=" + to.number() + " decisions="
                + to.codeCount();
    }
}
