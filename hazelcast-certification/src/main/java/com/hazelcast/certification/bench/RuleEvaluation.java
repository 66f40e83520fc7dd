package com.hazelcast.certification.bench;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.source.LabelTable;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.traffic.Scenario;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Holds a set of rules against labelled natural traffic without a cluster: weeks of payments that fill the histories, then days in
 * which each payment is decided and its label counted. Tables that labels make are made anew each day, from the labels that were
 * known then. Single-threaded; used once; the same settings give the same result.
 */
public final class RuleEvaluation {
    /** 1 January 2026. */
    private static final long START_MS = 1_767_225_600_000L;

    private static final long DAY_MS = HistoryLimits.DAY_MS;

    /** One a second, as a source has at most. */
    private static final int PAYMENTS_A_DAY_MAX = 86_400;

    private final Settings settings;
    private final SetReader reader;
    private final Map<String, LabelTable> tables = new HashMap<>();
    private final EvaluationScore score;
    private final HistoryShard shard;
    private final byte[] parsed = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
    private RuleEvaluator evaluator;
    private Scenario scenario = Scenario.GENUINE;

    /**
     * What to evaluate on.
     *
     * @param paymentsADay of each card, on average
     * @param warmUpDays days that only fill histories and tables
     * @param days days that are decided
     * @param seed of who pays when, and of the frauds
     * @param labelled which tables are made from labels: the file that the set names, and what its keys are
     * @param period of which labels
     */
    public record Settings(
            int cards,
            double paymentsADay,
            int warmUpDays,
            int days,
            long seed,
            Map<String, LabelTable.Key> labelled,
            LabelTable.Period period) {
        /** @throws IllegalArgumentException when there is nothing to evaluate on */
        public Settings {
            labelled = Map.copyOf(labelled);
            if (days < 1 || warmUpDays < 0 || !(paymentsADay > 0 && paymentsADay <= PAYMENTS_A_DAY_MAX)) {
                throw new IllegalArgumentException(
                        "an evaluation needs a day or more, a warm-up of 0 days or more, and payments, up to "
                                + PAYMENTS_A_DAY_MAX + " of a card in a day: days=" + days + " warmUpDays="
                                + warmUpDays + " paymentsADay=" + paymentsADay);
            }
        }
    }

    /** Reads the set. */
    public interface SetReader {
        /**
         * The set as it is now.
         *
         * @param tables contents that are read in place of the files of these names
         */
        RuleSetDefinition read(Map<String, String> tables) throws IOException, RuleLanguageException;
    }

    /**
     * An evaluation of a set.
     *
     * @throws IOException when the set cannot be read
     * @throws RuleLanguageException when it is wrong
     */
    public RuleEvaluation(SetReader reader, Settings settings) throws IOException, RuleLanguageException {
        this.settings = settings;
        this.reader = reader;
        settings.labelled().forEach((file, key) -> tables.put(file, new LabelTable(key)));
        RuleSetDefinition set = reader.read(Map.of());
        score = new EvaluationScore(set);
        evaluator = CompiledRules.of(set).newEvaluator();
        shard = new HistoryShard(
                HistoryMemory.unbounded(MemoryKind.HEAP), HistoryLimits.ENTRIES_PER_CARD_DEFAULT, settings.cards());
    }

    /**
     * Runs it.
     *
     * @throws IOException as the constructor
     * @throws RuleLanguageException as the constructor
     */
    public EvaluationScore run() throws IOException, RuleLanguageException {
        RecordGenerator generator = new GeneratedStream(Traffic.NATURAL, settings.cards(), settings.seed())
                .generator((card, timeMs, amountUnits, label) -> scenario = label);
        long perDay = Math.max(1, Math.round(settings.cards() * settings.paymentsADay()));
        byte[] record = new byte[WireRecord.SIZE_BYTES];
        for (int day = 0; day < settings.warmUpDays() + settings.days(); day++) {
            long dayMs = START_MS + day * DAY_MS;
            boolean isDecided = day >= settings.warmUpDays();
            if (isDecided && !tables.isEmpty()) {
                makeTables(dayMs);
            }
            for (long i = 0; i < perDay; i++) {
                generator.fill(record, 0, 1, dayMs + i * DAY_MS / perDay);
                int parse = RecordParser.parse(record, 0, parsed, 0);
                if (parse != RecordParser.OK) {
                    throw new IllegalStateException(
                            "the generator made a record that the parser rejects: reason=" + parse);
                }
                take(isDecided);
            }
            if (isDecided) {
                score.endDay();
            }
        }
        return score;
    }

    private void makeTables(long nowMs) throws IOException, RuleLanguageException {
        Map<String, String> made = new HashMap<>();
        tables.forEach((file, table) -> made.put(file, table.csv(settings.period(), nowMs)));
        evaluator = CompiledRules.of(reader.read(made)).newEvaluator();
    }

    private void take(boolean isDecided) {
        long card = TransactionLayout.cardAt(parsed, 0);
        long times = TransactionLayout.timesAt(parsed, 0);
        long payment = TransactionLayout.paymentAt(parsed, 0);
        int outcome = TransactionLayout.outcomeAt(parsed, 0);
        CardHistory history = shard.open(card);
        if (history.place(times, payment, outcome, 0) != Placement.FRESH) {
            return;
        }
        if (isDecided) {
            int rule = evaluator.decide(card, times, payment, outcome, history);
            score.add(
                    card,
                    TransactionLayout.amountUnits(payment),
                    scenario,
                    rule,
                    evaluator.action(),
                    evaluator.points());
        }
        history.record(times, payment, outcome, 0, 0, HistoryFlags.of(payment), true);
        tables.values().forEach(table -> table.add(card, times, payment, outcome, scenario != Scenario.GENUINE));
    }
}
