package com.hazelcast.certification.rules.lists;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A list or a table with more entries. Whether these are right is found when it is read. Immutable; making one costs time for the whole
 * list.
 *
 * @param content of the list with them
 * @param keys of the entries that were not there, or were there with another expiry or value; as the lines have them
 */
public record CsvAddition(String content, List<String> keys) {
    /** A card's number as people write it. Terminals are digits with hyphens, too, and stay as they are. */
    private static final Pattern GROUPED =
            Pattern.compile("\\d+(?: +\\d+)+|\\d{4}(?:-\\d{4}){2}-\\d{1,7}|\\d{4}-\\d{6}-\\d{5}");

    public CsvAddition {
        keys = List.copyOf(keys);
    }

    /** The entries of a text line by line: blanks, comments and a heading are none, as for {@link CsvReader}. */
    private static final class Rows {
        private boolean isFirst = true;

        /** Null: the line is no entry. */
        @Nullable
        String keyOf(String line) {
            String row = line.strip();
            if (row.isEmpty() || row.startsWith("#")) {
                return null;
            }
            boolean isHeading = isFirst && (row.startsWith("key") || row.startsWith("value"));
            isFirst = false;
            if (isHeading) {
                return null;
            }
            int comma = row.indexOf(',');
            return comma < 0 ? row : row.substring(0, comma).strip();
        }
    }

    /**
     * Adds entries. One whose key is there already takes that one's place. Of several with one key the last counts. Blanks and hyphens
     * between the digits of a card number are left out.
     *
     * @param content of the list; it stays as it is but for these
     * @param lines an entry each
     */
    public static CsvAddition of(String content, String lines) {
        Map<String, String> added = rows(ByteOrderMark.without(lines));
        List<String> keys = new ArrayList<>();
        StringBuilder merged = new StringBuilder(content.length() + lines.length() + 2);
        Rows rows = new Rows();
        for (String line : each(content)) {
            String key = rows.keyOf(line);
            String row = key == null ? null : added.remove(key);
            if (key != null && row != null && !rest(row).equals(rest(line))) {
                keys.add(key);
                merged.append(row).append('\n');
            } else {
                merged.append(line).append('\n');
            }
        }
        added.forEach((key, row) -> {
            keys.add(key);
            merged.append(row).append('\n');
        });
        return new CsvAddition(merged.toString(), keys);
    }

    /** The expiry or the value of an entry; empty: there is none. */
    private static String rest(String row) {
        int comma = row.indexOf(',');
        return comma < 0 ? "" : row.substring(comma + 1).strip();
    }

    private static Map<String, String> rows(String lines) {
        Map<String, String> found = new LinkedHashMap<>();
        Rows rows = new Rows();
        for (String line : each(lines)) {
            String key = rows.keyOf(line);
            if (key != null && GROUPED.matcher(key).matches()) {
                String digits = key.replace(" ", "").replace("-", "");
                found.put(digits, digits + line.strip().substring(key.length()));
            } else if (key != null) {
                found.put(key, line.strip());
            }
        }
        return found;
    }

    private static Iterable<String> each(String text) {
        Iterator<String> lines = text.lines().iterator();
        return () -> lines;
    }

    /** Prints without the entries, which may be cards. */
    @Override
    public String toString() {
        return keys.size() + " entries";
    }
}
