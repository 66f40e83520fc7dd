package com.hazelcast.certification.rules.difference;

import com.github.difflib.DiffUtils;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.Patch;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * How one set of rules differs from another: rule by rule, by their names. How a text is laid out makes no difference; comments do.
 * Immutable, thread-safe.
 *
 * @param rules those that differ, in the order of the new set; removed ones stand first
 * @param unchanged rules that are the same at the same place among the others
 * @param header what stands before the first rule, if it differs; empty otherwise
 * @param files lists and tables that differ, by name
 */
public record SetDifference(List<OfRule> rules, int unchanged, List<Line> header, List<OfFile> files) {
    /** Lines of both together. Of more, each counts as another one: to compare them takes as long as the square of their number. */
    static final int COMPARED_MAX = 10_000;

    public SetDifference {
        rules = List.copyOf(rules);
        header = List.copyOf(header);
        files = List.copyOf(files);
    }

    /** How a rule or a file differs. */
    public enum What {
        ADDED,
        REMOVED,
        CHANGED,
        /** It is the same, before or behind others than it was. */
        MOVED;

        /** As people read it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Where a line is: in both sets, only in the old one, or only in the new one. */
    public enum Side {
        BOTH,
        OLD,
        NEW;

        /** As differences of texts have it. */
        public char sign() {
            return this == BOTH ? ' ' : this == OLD ? '-' : '+';
        }
    }

    /** A line of a text. */
    public record Line(Side side, String text) {}

    /**
     * A rule that differs.
     *
     * @param from its number in the old set; 0: it was not there
     * @param to its number in the new set; 0: it is not there
     * @param isMoved whether it is before or behind others than it was
     * @param lines of its text, in its usual form; none when it only moved
     */
    public record OfRule(What what, String name, int from, int to, boolean isMoved, List<Line> lines) {
        public OfRule {
            lines = List.copyOf(lines);
        }
    }

    /**
     * A list or table that differs.
     *
     * @param added lines that only the new one has
     * @param removed lines that only the old one has
     */
    public record OfFile(What what, String name, long added, long removed) {}

    /**
     * Compares two sets. Takes as long as checking both.
     *
     * @throws RuleLanguageException when one is wrong
     */
    public static SetDifference of(RuleSetText before, RuleSetText after) throws RuleLanguageException {
        RuleTexts old = RuleTexts.of(before);
        RuleTexts now = RuleTexts.of(after);
        Set<String> moved = moved(old.names(), now.names());
        List<OfRule> rules = new ArrayList<>();
        int unchanged = 0;
        for (String name : old.names()) {
            if (now.number(name) == 0) {
                rules.add(new OfRule(What.REMOVED, name, old.number(name), 0, false, lines(old.text(name), List.of())));
            }
        }
        for (String name : now.names()) {
            int from = old.number(name);
            boolean isSame = from != 0 && old.text(name).equals(now.text(name));
            boolean isMoved = moved.contains(name);
            if (isSame && !isMoved) {
                unchanged++;
                continue;
            }
            What what = from == 0 ? What.ADDED : isSame ? What.MOVED : What.CHANGED;
            List<Line> lines = isSame ? List.of() : lines(from == 0 ? List.of() : old.text(name), now.text(name));
            rules.add(new OfRule(what, name, from, now.number(name), isMoved, lines));
        }
        List<Line> header = old.header().equals(now.header()) ? List.of() : lines(old.header(), now.header());
        return new SetDifference(rules, unchanged, header, files(before.files(), after.files()));
    }

    /** Whether both are the same. */
    public boolean isEmpty() {
        return rules.isEmpty() && header.isEmpty() && files.isEmpty();
    }

    /** How many rules differ so. */
    public long count(What what) {
        return rules.stream().filter(rule -> rule.what() == what).count();
    }

    /** Of the names in both, those that the shortest way from one order to the other takes out and puts in again. */
    private static Set<String> moved(List<String> old, List<String> now) {
        Set<String> both = new HashSet<>(old);
        both.retainAll(new HashSet<>(now));
        Set<String> moved = new HashSet<>();
        Patch<String> patch = patch(
                old.stream().filter(both::contains).toList(),
                now.stream().filter(both::contains).toList());
        for (AbstractDelta<String> delta : patch.getDeltas()) {
            moved.addAll(delta.getTarget().getLines());
        }
        return moved;
    }

    /** In linear space: a text may be long. */
    private static Patch<String> patch(List<String> old, List<String> now) {
        return DiffUtils.diff(old, now, new MyersDiffWithLinearSpace<>(String::equals));
    }

    private static List<Line> lines(List<String> old, List<String> now) {
        List<Line> lines = new ArrayList<>();
        if (old.size() + now.size() > COMPARED_MAX) {
            old.forEach(line -> lines.add(new Line(Side.OLD, line)));
            now.forEach(line -> lines.add(new Line(Side.NEW, line)));
            return lines;
        }
        int next = 0;
        for (AbstractDelta<String> delta : patch(old, now).getDeltas()) {
            int position = delta.getSource().getPosition();
            old.subList(next, position).forEach(line -> lines.add(new Line(Side.BOTH, line)));
            delta.getSource().getLines().forEach(line -> lines.add(new Line(Side.OLD, line)));
            delta.getTarget().getLines().forEach(line -> lines.add(new Line(Side.NEW, line)));
            next = position + delta.getSource().size();
        }
        old.subList(next, old.size()).forEach(line -> lines.add(new Line(Side.BOTH, line)));
        return lines;
    }

    /** By counting: a list has up to a million lines. */
    private static List<OfFile> files(Map<String, String> old, Map<String, String> now) {
        Set<String> names = new TreeSet<>(old.keySet());
        names.addAll(now.keySet());
        List<OfFile> files = new ArrayList<>();
        for (String name : names) {
            String before = old.get(name);
            String after = now.get(name);
            if (before == null) {
                files.add(new OfFile(
                        What.ADDED, name, String.valueOf(after).lines().count(), 0));
            } else if (after == null) {
                files.add(new OfFile(What.REMOVED, name, 0, before.lines().count()));
            } else if (!before.equals(after)) {
                Map<String, Integer> counts = new HashMap<>();
                after.lines().forEach(line -> counts.merge(line, 1, Integer::sum));
                before.lines().forEach(line -> counts.merge(line, -1, Integer::sum));
                files.add(new OfFile(
                        What.CHANGED,
                        name,
                        counts.values().stream()
                                .mapToLong(count -> Math.max(0, count))
                                .sum(),
                        counts.values().stream()
                                .mapToLong(count -> Math.max(0, -count))
                                .sum()));
            }
        }
        return files;
    }
}
