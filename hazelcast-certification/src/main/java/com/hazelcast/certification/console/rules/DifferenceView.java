package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.rules.difference.SetDifference;
import java.util.ArrayList;
import java.util.List;

/** A difference of two sets as JSON, cards masked. */
record DifferenceView(int unchanged, List<String> header, List<Rule> rules, List<File> files) {
    /**
     * A rule that differs.
     *
     * @param lines of its text, each behind {@code '+'}, {@code '-'} or a blank
     */
    record Rule(String what, String name, int from, int to, boolean moved, List<String> lines) {}

    /** A list or table that differs. */
    record File(String what, String name, long added, long removed) {}

    static DifferenceView of(SetDifference difference) {
        List<Rule> rules = new ArrayList<>();
        for (SetDifference.OfRule rule : difference.rules()) {
            rules.add(new Rule(
                    rule.what().label(), rule.name(), rule.from(), rule.to(), rule.isMoved(), lines(rule.lines())));
        }
        List<File> files = new ArrayList<>();
        for (SetDifference.OfFile file : difference.files()) {
            files.add(new File(file.what().label(), file.name(), file.added(), file.removed()));
        }
        return new DifferenceView(difference.unchanged(), lines(difference.header()), rules, files);
    }

    private static List<String> lines(List<SetDifference.Line> lines) {
        return lines.stream()
                .map(line -> line.side().sign() + CardMask.text(line.text()))
                .toList();
    }
}
