package com.hazelcast.certification.benchmarks;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a verdict costs: a card is opened and the rules run over its history; nothing is parsed and nothing inserted. Fields
 * are drawn as the challenge's generator draws them, and each card has a time of day of its own, since some rules look at
 * the hour.
 *
 * <p>The cards of a shard are few, so that their histories stay in the processor's caches: this is the cost of the rules,
 * and {@link ShardBenchmark} has that of the memory.
 *
 * <p>All: {@code java -jar benchmarks/target/benchmarks.jar RuleSetBenchmark}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(RuleSetBenchmark.TRANSACTIONS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class RuleSetBenchmark {
    static final int TRANSACTIONS = 4_096;

    private static final int CARDS = 950;
    private static final long START_MS = 1_767_225_600_000L;

    /** Between neighbouring cards, so that the codes, which follow from the cards, are spread as those of millions. */
    private static final long CARD_STEP = 30_011;

    private static final int CODES = 100_000;
    private static final int CARDS_PER_ODD_RESPONSE = 95;

    /** Entries a card. */
    @Param({"20", "200"})
    int entries;

    /** How many of them are of the last day; the others are spread evenly over the 90 days. */
    @Param({"0", "20"})
    int entriesOfLastDay;

    private final SplittableRandom random = new SplittableRandom(1);
    private final RuleEvaluator rules = certification();
    private final HistoryShard shard =
            new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), HistoryLimits.ENTRIES_PER_CARD_DEFAULT, CARDS);
    private final byte[] transactions = new byte[TRANSACTIONS * TransactionLayout.TRANSACTION_SIZE_BYTES];

    private static RuleEvaluator certification() {
        try {
            return CompiledRules.of(RuleSetText.shipped().read()).newEvaluator();
        } catch (RuleLanguageException e) {
            throw new IllegalStateException("the set that comes with the program cannot be read", e);
        }
    }

    /** Makes the histories and the transactions, each newer than the history of its card. */
    @Setup(Level.Trial)
    public void fill() {
        long[] nowMs =
                random.longs(CARDS, START_MS, START_MS + HistoryLimits.DAY_MS).toArray();
        for (int index = 0; index < CARDS; index++) {
            fillHistory(index * CARD_STEP, nowMs[index]);
        }
        for (int i = 0; i < TRANSACTIONS; i++) {
            int index = random.nextInt(CARDS);
            draw(index * CARD_STEP, nowMs[index], i * TransactionLayout.TRANSACTION_SIZE_BYTES);
        }
    }

    /** Inserts a card's entries, oldest first. Uses the place of the first transaction, which is drawn afterwards. */
    private void fillHistory(long card, long nowMs) {
        CardHistory history = shard.open(card);
        for (long timeMs : entryTimes(nowMs)) {
            draw(card, timeMs, 0);
            long payment = TransactionLayout.paymentAt(transactions, 0);
            history.insert(
                    TransactionLayout.timesAt(transactions, 0),
                    payment,
                    TransactionLayout.outcomeAt(transactions, 0),
                    HistoryFlags.of(payment));
        }
    }

    private long[] entryTimes(long nowMs) {
        long[] times = new long[entries];
        for (int i = 0; i < entries; i++) {
            long spanMs = i < entriesOfLastDay ? HistoryLimits.DAY_MS : HistoryLimits.HORIZON_MS;
            times[i] = nowMs - random.nextLong(1, spanMs);
        }
        Arrays.sort(times);
        return times;
    }

    private void draw(long card, long timeMs, int offset) {
        int country = random.nextInt(200);
        int response = card % CARDS_PER_ODD_RESPONSE == 0 ? random.nextInt(100) : 0;
        TransactionLayout.put(
                transactions,
                offset,
                card,
                TransactionLayout.times(timeMs, country, country),
                TransactionLayout.payment(random.nextInt(50_000), (int) (card % CODES), random.nextInt(500)),
                TransactionLayout.outcome(random.nextInt(10_000), response));
    }

    /**
     * Opens the card of each transaction and comes to its verdict; returns their sum.
     *
     * <p>{@code java -jar benchmarks/target/benchmarks.jar RuleSetBenchmark.verdict}
     */
    @Benchmark
    public long verdict() {
        long sum = 0;
        for (int offset = 0; offset < transactions.length; offset += TransactionLayout.TRANSACTION_SIZE_BYTES) {
            long card = TransactionLayout.cardAt(transactions, offset);
            sum += rules.decide(
                    card,
                    TransactionLayout.timesAt(transactions, offset),
                    TransactionLayout.paymentAt(transactions, offset),
                    TransactionLayout.outcomeAt(transactions, offset),
                    shard.open(card));
        }
        return sum;
    }
}
