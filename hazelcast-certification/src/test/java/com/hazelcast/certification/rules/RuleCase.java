package com.hazelcast.certification.rules;

import com.hazelcast.certification.client.CardNumber;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a table of cases: {@code rule | holds or not | fields of T | history}.
 *
 * <p>T is {@link #ORDINARY} with the fields given. The history is a list, divided by semicolons, of {@code age fields},
 * each an {@link #ORDINARY} entry that much older than T; {@code 3*2h+1d} stands for three entries of ages 26 h, 28 h and
 * 30 h, {@code 3*0} for three of T's millisecond. Ages are sums such as {@code 1d-1ms}; negative ones are newer than T.
 */
record RuleCase(int rule, boolean holds, Entry transaction, List<Entry> history) {
    private static final Entry ORDINARY = new Entry(
            17721111L, Instant.parse("2026-06-15T12:00:00Z").toEpochMilli(), 500, 0, 500, 500, 5000, 9691, 74106);

    private static final Pattern AGE = Pattern.compile("((?<count>\\d+)\\*)?(?<step>-?\\d+[a-z]*)(?<rest>.*)");
    private static final Pattern SPAN = Pattern.compile("([+-]?)(\\d+)(ms|s|m|h|d)?");

    static RuleCase parse(String line) {
        String[] columns = line.split("\\|", -1);
        Entry t = fields(ORDINARY, columns[2]);
        List<Entry> history = new ArrayList<>();
        for (String item : columns[3].split(";")) {
            if (!item.isBlank()) {
                addEntries(item.strip(), t, history);
            }
        }
        history.sort(Comparator.comparingLong(Entry::time).reversed());
        return new RuleCase(
                Integer.parseInt(columns[0].strip()), columns[1].strip().equals("holds"), t, history);
    }

    private static void addEntries(String item, Entry t, List<Entry> history) {
        String[] ageAndFields = item.split(" ", 2);
        Matcher age = AGE.matcher(ageAndFields[0]);
        if (!age.matches()) {
            throw new IllegalArgumentException("no age: item=" + item);
        }
        int count = age.group("count") == null ? 1 : Integer.parseInt(age.group("count"));
        long stepMs = ageMs(age.group("step"));
        long restMs = ageMs(age.group("rest"));
        Entry entry = fields(ORDINARY.with("card", t.card()), ageAndFields.length == 1 ? "" : ageAndFields[1]);
        for (int i = 1; i <= count; i++) {
            history.add(entry.at(t.time() - i * stepMs - restMs));
        }
    }

    private static long ageMs(String text) {
        long ageMs = 0;
        Matcher matcher = SPAN.matcher(text);
        while (matcher.find()) {
            long span = Long.parseLong(matcher.group(2)) * unitMs(matcher.group(3));
            ageMs += matcher.group(1).equals("-") ? -span : span;
        }
        return ageMs;
    }

    private static long unitMs(String unit) {
        return switch (unit == null ? "ms" : unit) {
            case "s" -> 1_000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            case "d" -> 86_400_000;
            default -> 1;
        };
    }

    private static Entry fields(Entry entry, String assignments) {
        Entry changed = entry;
        for (String assignment : assignments.strip().split(" +")) {
            if (!assignment.isEmpty()) {
                String[] nameAndValue = assignment.split("=");
                changed = changed.with(nameAndValue[0], value(nameAndValue[0], nameAndValue[1]));
            }
        }
        return changed;
    }

    private static long value(String field, String text) {
        if (field.equals("card")) {
            return CardNumber.of(text);
        }
        return text.endsWith("Z") ? Instant.parse(text).toEpochMilli() : Long.parseLong(text);
    }
}
