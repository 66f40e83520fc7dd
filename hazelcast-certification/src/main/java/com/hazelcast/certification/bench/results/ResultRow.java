package com.hazelcast.certification.bench.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.plan.MeasuredCost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A row of the tables of {@code TEST_RESULTS.md} that a bench fills, or several with the same first cell.
 *
 * @param table the table's name in the comment before it
 * @param what the row's first cell
 * @param figure what of the bench's result stands in it
 * @param runs of how many runs the figure is the median
 * @param command of {@code ./fraud}
 */
public record ResultRow(String table, String what, Figure figure, int runs, List<String> command) {
    private static final double MS_PER_SECOND = 1_000;
    private static final double MS_PER_MINUTE = 60_000;
    private static final double GB = 1e9;
    private static final double MILLION = 1_000_000;

    /** A figure of a bench's JSON. */
    public enum Figure {
        /** Transactions a second, from the data where there is a cluster. */
        TPS,
        /** Time to an answer: of each quantile the slowest of the runs. */
        ANSWER_TIME,
        /** Memory of a card when it has just been loaded. */
        BYTES_PER_CARD,
        /** Time to load all shards. */
        LOAD_TIME,
        /** How many cards there were, what each took and how long loading all took, and how many transactions were scored beside them. */
        CARDS_HELD,
        /** What the last minute of a run has of the first: throughput, p99 and processor time; and how memory has filled meanwhile. */
        LAST_MINUTE,
        /** From the call that activates a set of rules to the last member's acknowledgement. */
        SWITCH_TIME,
        /** What a switch of rules adds to answers of its second, beyond what a second without one differs by. */
        SWITCH_ANSWERS,
        /** Time of a backtest over all cards. */
        BACKTEST_TIME,
        /** Time of a backtest over a sample of the cards. */
        BACKTEST_SAMPLE_TIME,
        /** What a backtest beside scoring does to answers. */
        BACKTEST_ANSWERS,
        /** What a set of rules finds of labelled frauds. */
        EVALUATION,
        /** The share of the cards looked at in a day that had a fraud. */
        CARD_PRECISION,
        /** From the start of a process that was killed until it scores what it finds on disk. */
        READY_AFTER_KILL,
        /** The same of one that was stopped in order. */
        READY_AFTER_STOP,
        /** What the histories take on disk, beside what they take in memory. */
        DISK_USE,
        /** Time of a load of payments of one's own, with all that it sorts. */
        IMPORT_TIME,
        /** A row for each step of {@code bench http}: see {@link HttpStepRows}. */
        HTTP_STEPS;

        /** As it stands in a table: cells between what is required and the conditions of the run, for a row or several. */
        List<List<String>> rows(List<JsonNode> runs) {
            return this == HTTP_STEPS ? HttpStepRows.of(runs.get(runs.size() - 1)) : List.of(List.of(text(runs)));
        }

        private String text(List<JsonNode> runs) {
            return switch (this) {
                case TPS -> tps(runs) + bounded(runs);
                case ANSWER_TIME -> answerTime(runs) + bounded(runs);
                case BYTES_PER_CARD -> String.format(Locale.ROOT, "%.1f", median(sorted(runs, "/bytesPerCard")));
                case LOAD_TIME ->
                    String.format(Locale.ROOT, "%.1f s", median(sorted(runs, "/loadTimeMs")) / MS_PER_SECOND)
                            + of(runs);
                case CARDS_HELD ->
                    String.format(
                                    Locale.ROOT,
                                    "%,.0f cards × %.0f, %.1f bytes a card and copy, loaded in %.1f s; ",
                                    median(sorted(runs, "/settings/cards")),
                                    median(sorted(runs, "/settings/history")),
                                    median(sorted(runs, "/bytesPerCard")),
                                    median(sorted(runs, "/loadTimeMs")) / MS_PER_SECOND)
                            + tps(runs)
                            + bounded(runs);
                case LAST_MINUTE -> lastMinute(runs) + bounded(runs);
                case SWITCH_TIME ->
                    String.format(
                            Locale.ROOT,
                            "median %,.0f ms, the slowest %,.0f ms",
                            median(sorted(runs, "/median/acknowledgedMs")),
                            greatest(runs, "/worst/acknowledgedMs"));
                case SWITCH_ANSWERS ->
                    String.format(
                                    Locale.ROOT,
                                    "%+.1f ms in the median: %+.1f ms with a switch, %+.1f ms without;"
                                            + " at most %+.1f ms and %+.1f ms; p99.9 before %.1f ms",
                                    median(sorted(runs, "/median/addedMs")),
                                    median(sorted(runs, "/median/differenceMs")),
                                    median(sorted(runs, "/median/withoutDifferenceMs")),
                                    greatest(runs, "/worst/differenceMs"),
                                    greatest(runs, "/worst/withoutDifferenceMs"),
                                    median(sorted(runs, "/median/p999BeforeMs")))
                            + bounded(runs);
                case BACKTEST_SAMPLE_TIME -> backtest(runs, 0);
                case BACKTEST_TIME -> backtest(runs, 1);
                case BACKTEST_ANSWERS ->
                    String.format(
                                    Locale.ROOT,
                                    "p99.9 %.1f ms without, %.1f ms with a backtest",
                                    median(sorted(runs, "/samples/0/p999WithoutMs")),
                                    median(sorted(runs, "/samples/0/p999WithMs")))
                            + bounded(runs, "/samples/0");
                case EVALUATION ->
                    String.format(
                            Locale.ROOT,
                            "flagged %.2f %%; recall by amount %.3f, by number %.3f; precision %.3f",
                            100 * median(sorted(runs, "/flaggedShare")),
                            median(sorted(runs, "/recallByAmount")),
                            median(sorted(runs, "/recall")),
                            median(sorted(runs, "/precision")));
                case CARD_PRECISION -> String.format(Locale.ROOT, "%.3f", median(sorted(runs, "/cardPrecision")));
                case READY_AFTER_KILL -> ready(runs, "/afterKill");
                case READY_AFTER_STOP -> ready(runs, "/afterStop");
                case DISK_USE ->
                    String.format(
                            Locale.ROOT,
                            "%.2f of the memory: %.1f GB of snapshots and %.1f GB of log for %.1f GB",
                            median(sorted(runs, "/diskToMemory")),
                            median(sorted(runs, "/afterKill/snapshotBytes")) / GB,
                            median(sorted(runs, "/afterKill/logBytes")) / GB,
                            median(sorted(runs, "/memoryBytes")) / GB);
                case IMPORT_TIME ->
                    String.format(
                            Locale.ROOT,
                            "%.1f min for %,.0f rows, %,.0f rows a second",
                            median(sorted(runs, "/timeMs")) / MS_PER_MINUTE,
                            median(sorted(runs, "/rows")),
                            median(sorted(runs, "/rowsPerSecond")));
                case HTTP_STEPS -> throw new IllegalStateException("a row for each step: figure=" + this);
            };
        }

        /** Whether the source itself was the bound of a run; empty: of none. */
        private static String bounded(List<JsonNode> runs) {
            return bounded(runs, "");
        }

        private static String bounded(List<JsonNode> runs, String part) {
            boolean isBounded = runs.stream()
                    .anyMatch(run -> !run.at(part + "/driver/bound").asText().isEmpty());
            return isBounded ? "; bounded by the driver" : "";
        }

        private static String lastMinute(List<JsonNode> runs) {
            return String.format(
                    Locale.ROOT,
                    "%.3f of the throughput, %.2f of the p99, %.2f of the processor time; %.0f bytes a card when loaded, %.0f at the end%s",
                    median(sorted(runs, "/lastToFirstMinute/tps")),
                    median(sorted(runs, "/lastToFirstMinute/p99")),
                    median(sorted(runs, "/lastToFirstMinute/cpuNsPerTransaction")),
                    median(sorted(runs, "/bytesPerCard")),
                    median(sorted(runs, "/bytesPerCardAtEnd")),
                    notKeptUp(runs));
        }

        private static String backtest(List<JsonNode> runs, int sample) {
            String of = "/samples/" + sample;
            return String.format(
                            Locale.ROOT,
                            "%.1f s for %,.0f transactions",
                            median(sorted(runs, of + "/timeMs")) / MS_PER_SECOND,
                            median(sorted(runs, of + "/transactions")))
                    + of(runs);
        }

        private static String ready(List<JsonNode> runs, String start) {
            return String.format(
                            Locale.ROOT,
                            "%.1f s, with %.1f GB of log",
                            median(sorted(runs, start + "/readyMs")) / MS_PER_SECOND,
                            median(sorted(runs, start + "/logBytes")) / GB)
                    + of(runs);
        }

        private static String answerTime(List<JsonNode> runs) {
            return String.format(
                    Locale.ROOT,
                    "p99.9 %.1f ms, p99 %.1f ms, p50 %.2f ms%s%s",
                    greatest(runs, "/answerTimeMs/p999"),
                    greatest(runs, "/answerTimeMs/p99"),
                    greatest(runs, "/answerTimeMs/p50"),
                    runs.size() > 1 ? ", the slowest of " + runs.size() + " runs" : "",
                    notKeptUp(runs));
        }

        /** What was not answered has no time: of which run that is most, and empty where it is nothing to speak of. */
        private static String notKeptUp(List<JsonNode> runs) {
            return runs.stream()
                    .filter(run -> answeredShare(run) < MeasuredCost.KEPT_UP_SHARE)
                    .min(Comparator.comparingDouble(Figure::answeredShare))
                    .map(run -> String.format(
                            Locale.ROOT,
                            "; only %,.0f of %,.0f TPS were answered",
                            run.at("/counterTps").asDouble(),
                            run.at("/settings/rateTps").asDouble()))
                    .orElse("");
        }

        /** 1 where no rate was offered. */
        private static double answeredShare(JsonNode run) {
            double rate = run.at("/settings/rateTps").asDouble();
            return rate == 0 ? 1 : run.at("/counterTps").asDouble() / rate;
        }

        private static String tps(List<JsonNode> runs) {
            List<Double> sorted = sorted(runs, runs.get(0).has("dataTps") ? "/dataTps" : "/tps");
            String range = sorted.size() > 1
                    ? " (" + shortTps(sorted.get(0)) + " to " + shortTps(sorted.get(sorted.size() - 1)) + ")"
                    : "";
            return shortTps(median(sorted)) + " TPS" + of(runs) + range;
        }

        private static String shortTps(double tps) {
            return tps >= MILLION
                    ? String.format(Locale.ROOT, "%.2f M", tps / MILLION)
                    : String.format(Locale.ROOT, "%,.0f", tps);
        }

        private static String of(List<JsonNode> runs) {
            return runs.size() > 1 ? ", median of " + runs.size() : "";
        }

        private static double greatest(List<JsonNode> runs, String key) {
            List<Double> sorted = sorted(runs, key);
            return sorted.get(sorted.size() - 1);
        }

        private static double median(List<Double> sorted) {
            int middle = sorted.size() / 2;
            return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        }

        private static List<Double> sorted(List<JsonNode> runs, String key) {
            return runs.stream()
                    .map(run -> {
                        JsonNode value = run.at(key);
                        if (!value.isNumber()) {
                            throw new IllegalStateException("the bench's result has no number " + key + ": " + run);
                        }
                        return value.asDouble();
                    })
                    .sorted()
                    .toList();
        }
    }

    /** The same with few cards, for two seconds or days, once: its figure says nothing. */
    ResultRow quick() {
        List<String> quick = new ArrayList<>(command);
        set(quick, "--cards", figure == Figure.EVALUATION || figure == Figure.CARD_PRECISION ? "500" : "20000");
        switch (figure) {
            case EVALUATION, CARD_PRECISION -> {
                set(quick, "--warm-up", "10");
                set(quick, "--days", "2");
            }
            case BACKTEST_TIME, BACKTEST_SAMPLE_TIME, IMPORT_TIME -> set(quick, "--member-heap", "512m");
            case BACKTEST_ANSWERS -> {
                set(quick, "--rate", "1000");
                set(quick, "--warm-up", "1s");
                set(quick, "--duration", "2s");
                set(quick, "--member-heap", "512m");
            }
            case READY_AFTER_KILL, READY_AFTER_STOP, DISK_USE -> {
                set(quick, "--log", "8m");
                set(quick, "--duration", "2s");
                set(quick, "--member-heap", "512m");
            }
            case SWITCH_TIME, SWITCH_ANSWERS -> {
                set(quick, "--switches", "1");
                set(quick, "--rate", "1000");
                set(quick, "--warm-up", "1s");
                set(quick, "--before", "2s");
                set(quick, "--member-heap", "512m");
            }
            default -> setRun(quick);
        }
        return new ResultRow(table, what, figure, 1, List.copyOf(quick));
    }

    private void setRun(List<String> quick) {
        if (figure == Figure.HTTP_STEPS) {
            set(quick, "--rate", "500");
            set(quick, "--transactions", "2000");
        }
        set(quick, "--warm-up", "1s");
        // The figures of minutes are of two at least.
        set(quick, "--duration", figure == Figure.LAST_MINUTE ? "2m" : "2s");
        set(quick, quick.contains("kernel") ? "--heap" : "--member-heap", "512m");
        if (quick.contains("--member-native")) {
            set(quick, "--member-native", "512m");
        }
    }

    private static void set(List<String> command, String option, String value) {
        int at = command.indexOf(option);
        if (at < 0) {
            command.addAll(List.of(option, value));
        } else {
            command.set(at + 1, value);
        }
    }

    /** The command as one writes it. */
    public String commandLine() {
        return String.join(" ", command);
    }
}
