package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.rules.live.RecordedSet.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** How much room the sets of a book take, and how much they may take: each member has them in memory and on disk. Stateless. */
public final class BookRoom {
    /** Sets of a book that have their text. */
    public static final int SETS_MAX = 5_000;

    /** Characters of the texts and lists of all sets. A list that several sets have alike counts once. */
    public static final int CHARACTERS_MAX = 1 << 27;

    /** Backtests of which the book has figures of rules; of others it has those of the whole set. */
    static final int FIGURES_MAX = 100;

    /** Sets that a message names. */
    private static final int NAMED_MAX = 5;

    private BookRoom() {}

    /**
     * What a book takes, and of how much.
     *
     * @param sets those that have their text
     */
    public record Figures(long characters, long charactersMax, long sets, long setsMax) {}

    /** What a book takes. Costs up to some milliseconds. */
    public static Figures figures(RuleBook book) {
        return new Figures(characters(book.sets()), CHARACTERS_MAX, whole(book.sets()), SETS_MAX);
    }

    /**
     * Holds that sets take no more than a book may have.
     *
     * @param previous number of the set that a roll-back leads to
     * @throws IllegalArgumentException when they take more; says what to do
     */
    static void require(List<RecordedSet> sets, int previous) {
        if (whole(sets) > SETS_MAX) {
            throw new IllegalArgumentException("a cluster keeps at most " + SETS_MAX + " sets with their texts"
                    + remedy(sets, previous) + ": sets=" + whole(sets));
        }
        long characters = characters(sets);
        if (characters > CHARACTERS_MAX) {
            throw new IllegalArgumentException("the texts and lists of all sets take at most " + CHARACTERS_MAX
                    + " characters; a list that several sets have alike counts once" + remedy(sets, previous)
                    + ": characters=" + characters);
        }
    }

    /**
     * Holds that the set that members are started with takes no more than a book may have: nothing can be removed for it.
     *
     * @throws IllegalArgumentException when it takes more; says what to do
     */
    static void requireFirst(RecordedSet set) {
        long characters = characters(List.of(set));
        if (characters > CHARACTERS_MAX) {
            throw new IllegalArgumentException("text and lists of a set take at most " + CHARACTERS_MAX
                    + " characters; shorten its lists, or start members with another set (key 'rules'): set="
                    + set.name() + " characters=" + characters);
        }
    }

    private static String remedy(List<RecordedSet> sets, int previous) {
        List<Integer> removable = sets.stream()
                .filter(set -> isRemovable(set, previous) && !set.isRemoved())
                .map(RecordedSet::number)
                .limit(NAMED_MAX)
                .toList();
        return "; './fraud rules remove SET --reason ...' drops text and lists of a set that is retired, "
                + (removable.isEmpty() ? "and none is, so retire one first" : "the oldest of which are " + removable);
    }

    /** Whether text and lists of a set may go: it does not decide, and does not with the next roll-back. */
    static boolean isRemovable(RecordedSet set, int previous) {
        return set.stage() == Stage.RETIRED && set.number() != previous;
    }

    private static long whole(List<RecordedSet> sets) {
        return sets.stream().filter(set -> !set.isRemoved()).count();
    }

    private static long characters(List<RecordedSet> sets) {
        return sets.stream().mapToLong(set -> set.text().text().length()).sum() + length(distinct(sets));
    }

    /** Characters of lists that sets have as another set before them has them. */
    static long repeated(List<RecordedSet> sets) {
        return sets.stream()
                        .mapToLong(set -> length(set.text().files().values()))
                        .sum()
                - length(distinct(sets));
    }

    private static Set<String> distinct(List<RecordedSet> sets) {
        Set<String> files = new HashSet<>();
        sets.forEach(set -> files.addAll(set.text().files().values()));
        return files;
    }

    private static long length(Collection<String> files) {
        return files.stream().mapToLong(String::length).sum();
    }

    /**
     * The sets, with figures of rules of at most {@link #FIGURES_MAX} backtests: those of the sets with the lowest numbers go first.
     *
     * @param newest number of the set whose backtest has come last
     */
    static List<RecordedSet> withFewFigures(List<RecordedSet> sets, int newest) {
        long over = sets.stream().filter(BookRoom::hasFigures).count() - FIGURES_MAX;
        List<RecordedSet> few = new ArrayList<>();
        for (RecordedSet set : sets) {
            boolean isDropped = over > 0 && hasFigures(set) && set.number() != newest;
            few.add(isDropped ? set.with(Objects.requireNonNull(set.backtest()).withoutRules()) : set);
            over -= isDropped ? 1 : 0;
        }
        return few;
    }

    private static boolean hasFigures(RecordedSet set) {
        BacktestResult backtest = set.backtest();
        return backtest != null && !backtest.rules().isEmpty();
    }

    /**
     * The sets with texts and lists that are equal as one object each.
     *
     * @param known sets whose objects are taken where they are equal
     */
    static List<RecordedSet> shared(List<RecordedSet> sets, List<RecordedSet> known) {
        Map<String, String> first = new HashMap<>();
        known.forEach(set -> set.text().addTo(first));
        List<RecordedSet> shared = new ArrayList<>(sets);
        shared.replaceAll(set -> set.withText(set.text().shared(first)));
        return shared;
    }
}
