package com.hazelcast.certification.rules.live;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How much room the sets of a book take, and how much they may take: each member has them in memory and on disk. Stateless. */
public final class BookRoom {
    /** Sets of a book. */
    public static final int SETS_MAX = 5_000;

    /** Characters of the texts and lists of all sets. A list that several sets have alike counts once. */
    public static final int CHARACTERS_MAX = 1 << 27;

    private BookRoom() {}

    /** @throws IllegalArgumentException when these sets take more than a book may have */
    static void require(List<RecordedSet> sets) {
        if (sets.size() > SETS_MAX) {
            throw new IllegalArgumentException("a cluster keeps at most " + SETS_MAX + " sets: sets=" + sets.size());
        }
        long characters = characters(sets);
        if (characters > CHARACTERS_MAX) {
            throw new IllegalArgumentException("the texts and lists of all sets take at most " + CHARACTERS_MAX
                    + " characters; a list that several sets have alike counts once: characters=" + characters);
        }
    }

    private static long characters(List<RecordedSet> sets) {
        return sets.stream().mapToLong(set -> set.text().text().length()).sum() + length(distinct(sets));
    }

    /** Characters of lists that sets have as another set before them has them. */
    static long repeated(List<RecordedSet> sets) {
        return sets.stream().mapToLong(set -> length(set.text().files().values())).sum() - length(distinct(sets));
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
     * The sets with texts and lists that are equal as one object each.
     *
     * @param known sets whose objects are taken where they are equal
     */
    static List<RecordedSet> shared(List<RecordedSet> sets, List<RecordedSet> known) {
        Map<String, String> first = new HashMap<>();
        known.forEach(set -> set.text().shared(first));
        List<RecordedSet> shared = new ArrayList<>(sets);
        shared.replaceAll(set -> set.withText(set.text().shared(first)));
        return shared;
    }
}
