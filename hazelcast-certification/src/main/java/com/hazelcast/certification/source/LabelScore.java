package com.hazelcast.certification.source;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.traffic.Scenario;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How well verdicts agree with labels. A transaction is flagged when a rule held for it. Both files go through once, side by side, in
 * the order of their records; what is kept are the flagged cards of each day. Not thread-safe.
 */
public final class LabelScore {
    /** Cards that an investigator looks at in a day. */
    public static final int CARDS_A_DAY = 100;

    private static final long DAY_MS = HistoryLimits.DAY_MS;

    private final long[] fraudsByScenario = new long[Scenario.values().length];
    private final long[] flaggedByScenario = new long[Scenario.values().length];
    private final Map<Long, Map<String, CardDay>> flaggedByDay = new TreeMap<>();
    private long scored;
    private long unscored;
    private long firstMs = Long.MAX_VALUE;
    private long lastMs = Long.MIN_VALUE;

    /** A card in a day. */
    private static final class CardDay {
        private int flagged;
        private boolean isFraud;
    }

    /**
     * What was decided of a record.
     *
     * @param record its number in the input, from 0
     * @param isScored whether there is a verdict: it was scored, or held already
     * @param rule the rule that held, or 0
     */
    public record Verdict(long record, boolean isScored, int rule) {}

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
        boolean isFlagged = verdict.rule() != 0;
        fraudsByScenario[scenario.number()]++;
        flaggedByScenario[scenario.number()] += isFlagged ? 1 : 0;
        Map<String, CardDay> cards = flaggedByDay.computeIfAbsent(timeMs / DAY_MS, ignored -> new HashMap<>());
        // A fraud that is not flagged counts too: it makes the card one that is right to look at.
        if (isFlagged || scenario != Scenario.GENUINE) {
            CardDay day = cards.computeIfAbsent(card, ignored -> new CardDay());
            day.flagged += isFlagged ? 1 : 0;
            day.isFraud |= scenario != Scenario.GENUINE;
        }
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
     * The card precision at {@value #CARDS_A_DAY}: of so many cards with the most flagged transactions of a day in UTC, or of all
     * flagged cards when they are fewer, the share with a fraud on that day; the mean over the days with a flagged card, NaN when
     * there is none. Cards with equally many come in the order of their hashes, which is as good as random.
     */
    public double cardPrecision() {
        return flaggedByDay.values().stream()
                .filter(cards -> cards.values().stream().anyMatch(day -> day.flagged > 0))
                .mapToDouble(LabelScore::cardPrecision)
                .average()
                .orElse(Double.NaN);
    }

    private static double cardPrecision(Map<String, CardDay> cards) {
        return cards.entrySet().stream()
                .filter(card -> card.getValue().flagged > 0)
                .sorted(Comparator.<Map.Entry<String, CardDay>>comparingInt(card -> -card.getValue().flagged)
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(CARDS_A_DAY)
                .mapToDouble(card -> card.getValue().isFraud ? 1 : 0)
                .average()
                .orElse(Double.NaN);
    }
}
