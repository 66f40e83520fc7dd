package com.hazelcast.certification.bench;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.SyntheticShards;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.interpreted.RuleInterpreter;
import com.hazelcast.certification.rules.model.Decision;
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
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Holds a compiled set of rules against a reference, on generated transactions with histories that grow and expire. Every fiftieth
 * transaction is late. Decisions are compared for each transaction; of one in a thousand also all rules that hold. Single-threaded;
 * used once.
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
    private final RuleEvaluator compiled;
    private final int ruleCount;
    private final Reference reference;
    private final byte[] group = new byte[GROUP * TransactionLayout.TRANSACTION_SIZE_BYTES];
    private final @Nullable Decision[] expected = new Decision[GROUP];
    private final @Nullable Decision[] decided = new Decision[GROUP];
    private final List<String> differences = new ArrayList<>();
    private int count;
    private long compared;
    private long explained;
    private long referenceNs;
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
     * @param flagged transactions that a rule decides
     * @param explained of how many all matching rules were compared
     * @param differences the first of them
     * @param referenceNs processor time for all decisions of the reference
     * @param compiledNs time for those of the compiled set, taken alternately
     */
    public record Result(
            long compared, long flagged, long explained, List<String> differences, long referenceNs, long compiledNs) {}

    /** What a set is held against. Parameters as of {@link RuleInterpreter#decide}. */
    public interface Reference {
        /** What it decides. */
        Decision decide(long card, long times, long payment, int outcome, HistoryCursor earlier);

        /** Numbers of all its rules that hold when each is tried alone, ascending. */
        List<Integer> matches(long card, long times, long payment, int outcome, HistoryCursor earlier);
    }

    /** Of a set that is evaluated by walking its tree. */
    private record Tree(RuleInterpreter interpreter) implements Reference {
        @Override
        public Decision decide(long card, long times, long payment, int outcome, HistoryCursor earlier) {
            return interpreter.decide(card, times, payment, outcome, earlier);
        }

        @Override
        public List<Integer> matches(long card, long times, long payment, int outcome, HistoryCursor earlier) {
            return interpreter.matches(card, times, payment, outcome, earlier).stream()
                    .map(match -> match.rule().number())
                    .toList();
        }
    }

    public RuleComparison(RuleSetDefinition set, Reference reference, Settings settings) {
        this.settings = settings;
        this.reference = reference;
        random = new SplittableRandom(settings.seed());
        compiled = CompiledRules.of(set).newEvaluator();
        ruleCount = set.rules().size();
    }

    /** With the interpreter of a set as the reference: that of the compiled one, or another that is to decide alike. */
    public static Reference interpreted(RuleSetDefinition set) {
        return new Tree(new RuleInterpreter(set));
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
        return new Result(compared, flagged, explained, differences, referenceNs, compiledNs);
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
        boolean isReferenceFirst = random.nextBoolean();
        if (isReferenceFirst) {
            referenceNs += timed(shard, scored, true);
        }
        compiledNs += timed(shard, scored, false);
        if (!isReferenceFirst) {
            referenceNs += timed(shard, scored, true);
        }
        long flagged = 0;
        for (int i = 0; i < scored; i++) {
            Decision decision = decided[i];
            flagged += decision == null || decision.rule() == 0 ? 0 : 1;
            compared++;
            compare(shard, i);
        }
        for (int i = 0; i < scored; i++) {
            insert(shard, i);
        }
        return flagged;
    }

    private long timed(HistoryShard shard, int scored, boolean isReference) {
        long beginNs = cpuNs();
        for (int i = 0; i < scored; i++) {
            int offset = i * TransactionLayout.TRANSACTION_SIZE_BYTES;
            long card = TransactionLayout.cardAt(group, offset);
            long times = TransactionLayout.timesAt(group, offset);
            long payment = TransactionLayout.paymentAt(group, offset);
            int outcome = TransactionLayout.outcomeAt(group, offset);
            CardHistory history = shard.open(i, card);
            if (history == null || history.place(times, payment, outcome, 0) != Placement.FRESH) {
                expected[i] = null;
                decided[i] = null;
            } else if (isReference) {
                expected[i] = reference.decide(card, times, payment, outcome, history);
            } else {
                int rule = compiled.decide(card, times, payment, outcome, history);
                decided[i] = new Decision(compiled.action(), rule, compiled.points());
            }
        }
        return cpuNs() - beginNs;
    }

    private static long cpuNs() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private void compare(HistoryShard shard, int index) {
        if (!Objects.equals(expected[index], decided[index])) {
            differ(index, "expected " + expected[index] + ", the compiled set decides " + decided[index]);
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
        List<Integer> numbers = reference.matches(card, times, payment, outcome, history);
        List<Integer> found = new ArrayList<>();
        for (int number = 1; number <= ruleCount; number++) {
            if (compiled.holds(number, card, times, payment, outcome, history)) {
                found.add(number);
            }
        }
        if (!found.equals(numbers)) {
            differ(index, "expected that rules " + numbers + " hold, in the compiled set " + found + " do");
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
            history.record(times, payment, outcome, 0, 0, HistoryFlags.of(payment), true);
        }
    }
}
