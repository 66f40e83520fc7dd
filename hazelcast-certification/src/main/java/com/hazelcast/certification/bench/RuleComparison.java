package com.hazelcast.certification.bench;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.SyntheticShards;
import com.hazelcast.certification.rules.CertificationRuleSet;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.rules.RuleMatch;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.interpreted.RuleInterpreter;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Holds a set of rules in the rule language against the rules that members run, on generated transactions with histories that grow
 * and expire. Every fiftieth transaction is late. Verdicts are compared for each transaction; of one in a thousand also all rules
 * that hold. Single-threaded; used once.
 */
public final class RuleComparison {
    private static final int LATE_EVERY = 50;
    private static final int EXPLAINED_EVERY = 1_000;
    private static final long LATE_MS_MAX = 3 * HistoryLimits.DAY_MS;
    private static final long START_MS = 1_767_225_600_000L;
    private static final int DIFFERENCES_MAX = 10;
    private static final int GROUP = HistoryShard.LOCATE_MAX;

    private final Settings settings;
    private final SplittableRandom random;
    private final CertificationRuleSet javaRules = new CertificationRuleSet();
    private final RuleEvaluator compiled;
    private final RuleInterpreter interpreter;
    private final byte[] group = new byte[GROUP * TransactionLayout.TRANSACTION_SIZE_BYTES];
    private final int[] javaVerdicts = new int[GROUP];
    private final int[] compiledVerdicts = new int[GROUP];
    private final List<String> differences = new ArrayList<>();
    private int count;
    private long compared;
    private long explained;
    private long javaNs;
    private long compiledNs;

    /**
     * What to compare.
     *
     * @param historyPerCard transactions a card at the beginning
     * @param transactions to compare
     */
    public record Settings(Traffic traffic, int cards, int historyPerCard, long transactions, long seed) {}

    /**
     * What was found.
     *
     * @param flagged transactions with a verdict other than 0
     * @param explained of how many all matching rules were compared
     * @param differences the first of them
     * @param javaNs processor time for all verdicts of the rules that members run
     * @param compiledNs time for those of the set, taken alternately
     */
    public record Result(
            long compared, long flagged, long explained, List<String> differences, long javaNs, long compiledNs) {}

    public RuleComparison(RuleSetDefinition set, Settings settings) {
        this.settings = settings;
        random = new SplittableRandom(settings.seed());
        compiled = CompiledRules.of(set).newEvaluator();
        interpreter = new RuleInterpreter(set);
    }

    public Result run() {
        LoadSpec spec = new LoadSpec(
                settings.cards(), settings.historyPerCard(), settings.seed(), START_MS, settings.traffic());
        HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
        HistoryShard shard =
                new SyntheticShards(spec, 1, memory, HistoryLimits.ENTRIES_PER_CARD_DEFAULT, Optional.empty()).make(0);
        RecordGenerator generator =
                new GeneratedStream(settings.traffic(), settings.cards(), settings.seed()).generator(LabelSink.NONE);
        double stepMs = (double) HistoryLimits.HORIZON_MS / settings.historyPerCard() / settings.cards();
        byte[] record = new byte[WireRecord.SIZE_BYTES];
        long flagged = 0;
        long drawn = 0;
        while (compared < settings.transactions() && differences.size() < DIFFERENCES_MAX) {
            while (count < GROUP && drawn < settings.transactions() && !isLastCardRepeated()) {
                generator.fill(record, 0, 1, START_MS + (long) (drawn++ * stepMs));
                draw(record, count++ * TransactionLayout.TRANSACTION_SIZE_BYTES);
            }
            flagged += scoreGroup(shard);
        }
        return new Result(compared, flagged, explained, differences, javaNs, compiledNs);
    }

    /** A card comes once in a group: what is stored or has expired for it is then the same for both. */
    private boolean isLastCardRepeated() {
        for (int i = 0; i < count - 1; i++) {
            if (card(i) == card(count - 1)) {
                return true;
            }
        }
        return false;
    }

    private long card(int index) {
        return TransactionLayout.cardAt(group, index * TransactionLayout.TRANSACTION_SIZE_BYTES);
    }

    /** Scores all but a last one whose card is among the others, which begins the next group. */
    private long scoreGroup(HistoryShard shard) {
        boolean isCarried = isLastCardRepeated();
        int scored = isCarried ? count - 1 : count;
        long flagged = score(shard, scored);
        if (isCarried) {
            TransactionLayout.copy(group, scored, group, 0);
        }
        count = isCarried ? 1 : 0;
        return flagged;
    }

    private void draw(byte[] record, int offset) {
        int parse = RecordParser.parse(record, 0, group, offset);
        if (parse != RecordParser.OK) {
            throw new IllegalStateException("the generator made a record that the parser rejects: reason=" + parse);
        }
        if (random.nextInt(LATE_EVERY) == 0) {
            long times = TransactionLayout.timesAt(group, offset);
            long lateMs = TransactionLayout.timeMs(times) - random.nextLong(LATE_MS_MAX);
            TransactionLayout.put(
                    group,
                    offset,
                    TransactionLayout.cardAt(group, offset),
                    TransactionLayout.times(
                            lateMs, TransactionLayout.country(times), TransactionLayout.currency(times)),
                    TransactionLayout.paymentAt(group, offset),
                    TransactionLayout.outcomeAt(group, offset));
        }
    }

    private long score(HistoryShard shard, int scored) {
        shard.locate(group, 0, scored);
        boolean isJavaFirst = random.nextBoolean();
        if (isJavaFirst) {
            javaNs += timed(shard, scored, true);
        }
        compiledNs += timed(shard, scored, false);
        if (!isJavaFirst) {
            javaNs += timed(shard, scored, true);
        }
        long flagged = 0;
        for (int i = 0; i < scored; i++) {
            flagged += javaVerdicts[i] == 0 ? 0 : 1;
            compared++;
            compare(shard, i);
        }
        for (int i = 0; i < scored; i++) {
            insert(shard, i);
        }
        return flagged;
    }

    private long timed(HistoryShard shard, int scored, boolean isJava) {
        long beginNs = cpuNs();
        for (int i = 0; i < scored; i++) {
            int offset = i * TransactionLayout.TRANSACTION_SIZE_BYTES;
            long card = TransactionLayout.cardAt(group, offset);
            long times = TransactionLayout.timesAt(group, offset);
            long payment = TransactionLayout.paymentAt(group, offset);
            int outcome = TransactionLayout.outcomeAt(group, offset);
            CardHistory history = shard.open(i, card);
            if (history == null || history.place(times, payment, outcome, 0) != Placement.FRESH) {
                javaVerdicts[i] = 0;
                compiledVerdicts[i] = 0;
            } else if (isJava) {
                javaVerdicts[i] = javaRules.verdict(card, times, payment, outcome, history);
            } else {
                compiledVerdicts[i] = compiled.decide(card, times, payment, outcome, history);
            }
        }
        return cpuNs() - beginNs;
    }

    private static long cpuNs() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private void compare(HistoryShard shard, int index) {
        if (javaVerdicts[index] != compiledVerdicts[index]) {
            differ(index, "verdict " + javaVerdicts[index] + " of Java, " + compiledVerdicts[index] + " of the set");
        }
        int offset = index * TransactionLayout.TRANSACTION_SIZE_BYTES;
        long card = TransactionLayout.cardAt(group, offset);
        long times = TransactionLayout.timesAt(group, offset);
        long payment = TransactionLayout.paymentAt(group, offset);
        int outcome = TransactionLayout.outcomeAt(group, offset);
        if (random.nextInt(EXPLAINED_EVERY) != 0) {
            return;
        }
        CardHistory history = shard.open(card);
        if (history == null || history.place(times, payment, outcome, 0) != Placement.FRESH) {
            return;
        }
        explained++;
        List<RuleMatch> expected = javaRules.explain(card, times, payment, outcome, history);
        List<Integer> numbers =
                expected.stream().map(match -> match.rule().id()).toList();
        List<Integer> found = interpreter.matches(card, times, payment, outcome, history).stream()
                .map(match -> match.rule().number())
                .toList();
        if (!found.equals(numbers)) {
            differ(index, "matches " + numbers + " of Java, " + found + " of the set");
        }
    }

    private void differ(int index, String how) {
        if (differences.size() < DIFFERENCES_MAX) {
            long card = TransactionLayout.cardAt(group, index * TransactionLayout.TRANSACTION_SIZE_BYTES);
            differences.add("transaction " + compared + ", card " + Pan.masked(card) + ": " + how);
        }
    }

    private void insert(HistoryShard shard, int index) {
        int offset = index * TransactionLayout.TRANSACTION_SIZE_BYTES;
        long card = TransactionLayout.cardAt(group, offset);
        long times = TransactionLayout.timesAt(group, offset);
        long payment = TransactionLayout.paymentAt(group, offset);
        int outcome = TransactionLayout.outcomeAt(group, offset);
        CardHistory history = shard.open(card);
        if (history != null && history.place(times, payment, outcome, 0) == Placement.FRESH) {
            history.record(times, payment, outcome, 0, 0, HistoryFlags.of(payment));
        }
    }
}
