package com.hazelcast.certification.rules.live;

import java.util.HashSet;
import java.util.List;
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
        Set<String> files = new HashSet<>();
        sets.forEach(set -> files.addAll(set.text().files().values()));
        return sets.stream().mapToLong(set -> set.text().text().length()).sum()
                + files.stream().mapToLong(String::length).sum();
    }
}
