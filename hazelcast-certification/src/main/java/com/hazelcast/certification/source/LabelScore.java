package com.hazelcast.certification.source;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.traffic.Scenario;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How well verdicts agree with labels. A transaction is flagged when its action is not to approve, whether a rule or points decided.
 * Both files go through once, side by side, in the order of their records; what is kept are the cards of each day that were flagged or
 * had a fraud. Not thread-safe.
 */
public final class LabelScore {
    private static final long DAY_MS = HistoryLimits.DAY_MS;

    private final long[] fraudsByScenario = new long[Scenario.values().length];
    private final long[] flaggedByScenario = new long[Scenario.values().length];
    private final Map<Long, CardPrecision.Day<String>> cardsByDay = new TreeMap<>();
    private long scored;
    private long unscored;
    private long firstMs = Long.MAX_VALUE;
    private long lastMs = Long.MIN_VALUE;

    /**
     * What was decided of a record.
     *
     * @param record its number in the input, from 0
     * @param isScored whether there is a verdict: it was scored, or held already
     * @param action what was decided; to approve where nothing was
     */
    public record Verdict(long record, boolean isScored, Action action) {}

    /**
     * Compares.
     *
     * @param verdicts a line a record, as {@code send} writes them
     * @param parse reads such a line; empty for a heading; an {@code IllegalArgumentException} says what is wrong with the line
     * @throws IOException when a file cannot be read
     * @throws IllegalArgumentException when a file is not what it should be, or they are not of the same records
     */
    public static LabelScore of(Path verdicts, Function<String, @Nullable Verdict> parse, Path labels)
            throws IOException {
        LabelScore score = new LabelScore();
        try (BufferedReader verdictLines = Files.newBufferedReader(verdicts);
                BufferedReader labelLines = Files.newBufferedReader(labels)) {
            LabelFile.requireHeader(labelLines.readLine(), labels);
            score.compare(verdicts, verdictLines, parse, labels, labelLines);
        }
        return score;
    }

    private void compare(
            Path verdicts,
            BufferedReader verdictLines,
            Function<String, @Nullable Verdict> parse,
            Path labels,
            BufferedReader labelLines)
            throws IOException {
        long record = 0;
        long verdictLine = 0;
        String line;
        while ((line = verdictLines.readLine()) != null) {
            verdictLine++;
            Verdict verdict;
            try {
                verdict = parse.apply(line);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        e.getMessage() + ": verdicts=" + verdicts + " line=" + verdictLine, e);
            }
            if (verdict == null) {
                continue;
            }
            String label = labelLines.readLine();
            if (label == null) {
                throw new IllegalArgumentException("there are verdicts of more records than labels; were both made of"
                        + " the same file? labels=" + labels + " records=" + record);
            }
            if (verdict.record() != record) {
                throw new IllegalArgumentException("the verdicts must be of all records, in their order: verdicts="
                        + verdicts + " line=" + verdictLine + " record=" + verdict.record() + " expected=" + record);
            }
            add(verdict, label, labels, record);
            record++;
        }
        String further = labelLines.readLine();
        if (further != null) {
            throw new IllegalArgumentException("there are labels of more records than verdicts; were both made of the"
                    + " same file? verdicts=" + verdicts + " records=" + record);
        }
    }

    private void add(Verdict verdict, String label, Path labels, long record) {
        LabelFile.Line line = LabelFile.Line.of(label, labels, record);
        add(verdict, line.card(), line.timeMs(), line.scenario());
    }

    private void add(Verdict verdict, String card, long timeMs, Scenario scenario) {
        firstMs = Math.min(firstMs, timeMs);
        lastMs = Math.max(lastMs, timeMs);
        if (!verdict.isScored()) {
            unscored++;
            return;
        }
        scored++;
        fraudsByScenario[scenario.number()]++;
        flaggedByScenario[scenario.number()] += verdict.action() == Action.APPROVE ? 0 : 1;
        // The gateway's answer has no sum of points.
        cardsByDay
                .computeIfAbsent(timeMs / DAY_MS, ignored -> new CardPrecision.Day<>())
                .add(card, verdict.action(), 0, scenario != Scenario.GENUINE);
    }

    /** Transactions with a verdict. All other figures are of these. */
    public long scored() {
        return scored;
    }

    /** Transactions without one: rejected, or not answered. */
    public long unscored() {
        return unscored;
    }

    /** Transactions of a scenario; for {@link Scenario#GENUINE}, those that are no fraud. */
    public long count(Scenario scenario) {
        return fraudsByScenario[scenario.number()];
    }

    /** How many of these were flagged. */
    public long flagged(Scenario scenario) {
        return flaggedByScenario[scenario.number()];
    }

    /** Frauds of all scenarios. */
    public long frauds() {
        return scored - count(Scenario.GENUINE);
    }

    /** How many of these were flagged. */
    public long flaggedFrauds() {
        return flagged() - flagged(Scenario.GENUINE);
    }

    /** Flagged transactions. */
    public long flagged() {
        long sum = 0;
        for (long flagged : flaggedByScenario) {
            sum += flagged;
        }
        return sum;
    }

    /** The share of flagged transactions that are frauds; NaN when none is flagged. */
    public double precision() {
        return (double) flaggedFrauds() / flagged();
    }

    /** The share of a scenario's transactions that is flagged; NaN when there is none. */
    public double recall(Scenario scenario) {
        return (double) flagged(scenario) / count(scenario);
    }

    /** The share of all frauds that is flagged; NaN when there is none. */
    public double recall() {
        return (double) flaggedFrauds() / frauds();
    }

    /** Days from the first transaction to the last; at least one. */
    public double days() {
        return Math.max(1, (double) (lastMs - firstMs) / DAY_MS);
    }

    /** Flagged transactions a day that are no fraud. */
    public double falsePositivesADay() {
        return flagged(Scenario.GENUINE) / days();
    }

    /**
     * See {@link CardPrecision}; a day is one of UTC with a transaction that has a verdict. Cards of equal actions come in the order of
     * their hashes, which is as good as random. NaN when there is no day.
     */
    public double cardPrecision() {
        CardPrecision<String> precision = new CardPrecision<>();
        cardsByDay.values().forEach(precision::end);
        return precision.mean();
    }
}
