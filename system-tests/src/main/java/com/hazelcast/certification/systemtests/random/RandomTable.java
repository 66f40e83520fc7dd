package com.hazelcast.certification.systemtests.random;

import com.hazelcast.certification.systemtests.reports.ResultsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The table of random runs in a Markdown file, as a {@link ResultsTable}: a row for each group of configurations, one for each commit
 * with its seeds, and one for all. The last result of a seed counts; those with a violation before it are counted apart.
 *
 * @param file that holds the table
 */
record RandomTable(Path file) {
    /** Runs without a violation that are required. */
    private static final int REQUIRED = 500;

    /** Runs a seed again. */
    private static final String COMMAND = "system-tests/run random --seeds N --again";

    /**
     * Writes all rows anew.
     *
     * @param results of each seed, the oldest first
     */
    void record(SortedMap<Long, List<RandomResult>> results) throws IOException {
        new ResultsTable(file, "random").replace(rows(results));
    }

    /** The one that counts. */
    static RandomResult last(List<RandomResult> resultsOfASeed) {
        return resultsOfASeed.get(resultsOfASeed.size() - 1);
    }

    private static List<String> rows(SortedMap<Long, List<RandomResult>> results) {
        List<RandomResult> all =
                results.values().stream().map(RandomTable::last).toList();
        List<String> rows = new ArrayList<>();
        by(all, RandomResult::group, new TreeMap<>()).forEach((group, runs) -> rows.add(row(group, runs)));
        by(all, RandomResult::commit, new LinkedHashMap<>())
                .forEach((commit, runs) -> rows.add(row("seeds " + ranges(runs), runs)));
        rows.add(row("all", all));
        long good = all.stream().filter(RandomResult::isGood).count();
        rows.add("");
        int kills = all.stream().mapToInt(RandomResult::killsInDelivery).sum();
        rows.add(good + " seeds ended without a violation; " + REQUIRED + " were required. " + kills
                + " times a member was killed while it delivered its shards after a merge.");
        rows.add("");
        rows.add(bad(results.values()));
        rows.add("");
        rows.add("N is a seed of the row. Run it at its commit.");
        return rows;
    }

    private static Map<String, List<RandomResult>> by(
            List<RandomResult> all, Function<RandomResult, String> key, Map<String, List<RandomResult>> groups) {
        all.forEach(run -> groups.computeIfAbsent(key.apply(run), name -> new ArrayList<>())
                .add(run));
        return groups;
    }

    private static String row(String name, List<RandomResult> runs) {
        return String.format(
                "| %s | %d | %,d | %,d | %,d | %,d | %d | `%s` | %s | %s | %s |",
                name,
                runs.size(),
                runs.stream().mapToInt(RandomResult::actions).sum(),
                runs.stream().mapToLong(RandomResult::sent).sum(),
                runs.stream().mapToLong(RandomResult::answers).sum(),
                runs.stream().mapToLong(RandomResult::excused).sum(),
                runs.stream().filter(run -> !run.isGood()).count(),
                COMMAND,
                commits(runs),
                span(runs),
                String.join("; ", known(runs, RandomResult::machine)));
    }

    /** The commit, or how many there are: each has a row of its own. */
    private static String commits(List<RandomResult> runs) {
        List<String> commits =
                runs.stream().map(RandomResult::commit).distinct().toList();
        return commits.size() == 1 ? commits.get(0) : commits.size() + " commits, each in its row";
    }

    /** The first and the last day. */
    private static String span(List<RandomResult> runs) {
        List<String> days = known(runs, RandomResult::date);
        return days.get(0) + (days.size() == 1 ? "" : " to " + days.get(days.size() - 1));
    }

    /** What the runs say, but for those that say nothing; one dash when none says anything. */
    private static List<String> known(List<RandomResult> runs, Function<RandomResult, String> what) {
        List<String> known = runs.stream()
                .map(what)
                .filter(said -> !said.equals(RandomResult.UNKNOWN))
                .distinct()
                .sorted()
                .toList();
        return known.isEmpty() ? List.of(RandomResult.UNKNOWN) : known;
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

    /** How many runs had a violation, and each seed whose last run had one. The list has the violations of all. */
    private static String bad(Collection<List<RandomResult>> results) {
        long bad = results.stream()
                .flatMap(List::stream)
                .filter(run -> !run.isGood())
                .count();
        if (bad == 0) {
            return "No run of the list had a violation.";
        }
        List<String> open = results.stream()
                .map(RandomTable::last)
                .filter(last -> !last.isGood())
                .map(last -> "seed " + last.seed() + " at " + last.commit() + " (" + last.violations() + ")")
                .toList();
        return "Runs of the list with a violation: " + bad + ". "
                + (open.isEmpty()
                        ? "In its last run none of these seeds had one."
                        : "In its last run, too: " + String.join("; ", open) + ".");
    }
}
