package com.hazelcast.certification.rules.difference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How a list or a table differs from an earlier version of it, by its values or keys. Immutable. Making one costs memory for both.
 *
 * @param entries of the later one
 * @param examples as many as were asked for of each kind, in the order of the files
 */
public record ListDifference(long entries, long added, long removed, long changed, List<Entry> examples) {
    /** What became of an entry. */
    public enum What {
        ADDED,
        REMOVED,
        /** It has another expiry, or another value. */
        CHANGED;

        /** As people read it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * An entry that differs.
     *
     * @param key what is listed, or the key of a table
     * @param before its expiry or value; empty: none
     * @param after the same, later
     */
    public record Entry(What what, String key, String before, String after) {}

    public ListDifference {
        examples = List.copyOf(examples);
    }

    /**
     * Compares.
     *
     * @param before content of the file; empty: there was none
     * @param after the same, later
     * @param examplesMax of each kind
     */
    public static ListDifference of(String before, String after, int examplesMax) {
        Map<String, String> old = entries(before);
        Map<String, String> now = entries(after);
        List<Entry> examples = new ArrayList<>();
        long[] counts = new long[What.values().length];
        now.forEach((key, value) -> {
            String was = old.get(key);
            if (was == null || !was.equals(value)) {
                What what = was == null ? What.ADDED : What.CHANGED;
                if (counts[what.ordinal()]++ < examplesMax) {
                    examples.add(new Entry(what, key, was == null ? "" : was, value));
                }
            }
        });
        old.forEach((key, value) -> {
            if (!now.containsKey(key) && counts[What.REMOVED.ordinal()]++ < examplesMax) {
                examples.add(new Entry(What.REMOVED, key, value, ""));
            }
        });
        return new ListDifference(
                now.size(),
                counts[What.ADDED.ordinal()],
                counts[What.REMOVED.ordinal()],
                counts[What.CHANGED.ordinal()],
                examples);
    }

    /** Whether both have the same entries. */
    public boolean isNothing() {
        return added == 0 && removed == 0 && changed == 0;
    }

    /** How many entries a file has. */
    public static long count(String content) {
        return entries(content).size();
    }

    /** Lines that the language passes over are no entries: as of {@code CsvReader}. */
    private static Map<String, String> entries(String content) {
        Map<String, String> entries = new LinkedHashMap<>();
        boolean isFirst = true;
        for (String line : (Iterable<String>) content.lines()::iterator) {
            String row = line.strip();
            if (row.isEmpty() || row.startsWith("#")) {
                continue;
            }
            boolean isHeading = isFirst && (row.startsWith("key") || row.startsWith("value"));
            isFirst = false;
            if (!isHeading) {
                int comma = row.indexOf(',');
                entries.put(
                        comma < 0 ? row : row.substring(0, comma).strip(),
                        comma < 0 ? "" : row.substring(comma + 1).strip());
            }
        }
        return entries;
    }
}
