package com.hazelcast.certification.systemtests;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The table of random runs in a Markdown file, as a {@link ResultsTable}: a row for each group of configurations, one for all, and
 * which seeds they are.
 *
 * @param file that holds the table
 */
record RandomTable(Path file) {
    /** Writes all rows anew. */
    void record(List<RandomResult> results, String commit) throws IOException {
        new ResultsTable(file, "random").replace(rows(results, commit));
    }

    private static List<String> rows(List<RandomResult> results, String commit) {
        Map<String, List<RandomResult>> groups =
                results.stream().collect(Collectors.groupingBy(RandomResult::group, TreeMap::new, Collectors.toList()));
        List<String> rows = new ArrayList<>();
        groups.forEach((group, runs) -> rows.add(row(group, runs)));
        rows.add(row("all, at " + commit, results));
        rows.add("");
        rows.add("Seeds " + ranges(results) + ". " + bad(results));
        return rows;
    }

    private static String row(String name, List<RandomResult> runs) {
        return String.format(
                "| %s | %d | %,d | %,d | %,d | %,d | %d |",
                name,
                runs.size(),
                runs.stream().mapToInt(RandomResult::actions).sum(),
                runs.stream().mapToLong(RandomResult::sent).sum(),
                runs.stream().mapToLong(RandomResult::answers).sum(),
                runs.stream().mapToLong(RandomResult::excused).sum(),
                runs.stream().filter(run -> !run.isGood()).count());
    }

    /** For example {@code 1-7, 9}. */
    private static String ranges(List<RandomResult> results) {
        List<String> ranges = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= results.size(); i++) {
            if (i == results.size()
                    || results.get(i).seed() != results.get(i - 1).seed() + 1) {
                long first = results.get(from).seed();
                long last = results.get(i - 1).seed();
                ranges.add(first == last ? Long.toString(first) : first + "-" + last);
                from = i;
            }
        }
        return String.join(", ", ranges);
    }

    private static String bad(List<RandomResult> results) {
        String bad = results.stream()
                .filter(run -> !run.isGood())
                .map(run -> run.seed() + " (" + run.violations() + ")")
                .collect(Collectors.joining("; "));
        return bad.isEmpty() ? "None with a violation." : "With violations: " + bad + ".";
    }
}
