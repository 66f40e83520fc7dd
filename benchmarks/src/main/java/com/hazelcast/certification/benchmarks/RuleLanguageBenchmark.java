package com.hazelcast.certification.benchmarks;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.transaction.TransactionLayout;
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
 * What the parts of a compiled set of rules cost, for the constants of {@code CostModel}. The rules of a {@link RulePart} never
 * hold, so that nothing ends it early. There are more cards than fit the caches: a walk pays for its cache misses.
 *
 * <p>All: {@code java -jar benchmarks/target/benchmarks.jar RuleLanguageBenchmark}. {@link RuleCostTable} runs it and prints the
 * figures beside those of the model.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(RuleLanguageBenchmark.TRANSACTIONS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class RuleLanguageBenchmark {
    static final int TRANSACTIONS = 4_096;

    private static final long NOW_MS = 1_767_225_600_000L;
    private static final int ENTRIES_OF_ALL_CARDS = 4_000_000;

    /** Transactions that take turns, so many that a card has left the caches when it comes again. */
    private static final int DRAWN = 64 * TRANSACTIONS;

    /** Entries a card. */
    @Param({"20", "200"})
    int entries;

    /** What the set asks for. */
    @Param
    RulePart part;

    private final SplittableRandom random = new SplittableRandom(1);
    private final byte[] transactions = new byte[DRAWN * TransactionLayout.TRANSACTION_SIZE_BYTES];
    private int nextOffset;
    private HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, 1);
    private RuleEvaluator rules = evaluator(RulePart.NOTHING);

    private static RuleEvaluator evaluator(RulePart part) {
        return CompiledRules.of(part.definition()).newEvaluator();
    }

    /** Makes the histories, evenly over the 90 days, and the transactions. */
    @Setup(Level.Trial)
    public void fill() {
        rules = evaluator(part);
        int cards = ENTRIES_OF_ALL_CARDS / entries;
        shard = new HistoryShard(
                HistoryMemory.unbounded(MemoryKind.HEAP), HistoryLimits.ENTRIES_PER_CARD_DEFAULT, cards);
        for (int i = 1; i <= entries; i++) {
            long timeMs = NOW_MS - HistoryLimits.HORIZON_MS + i * (HistoryLimits.HORIZON_MS / (entries + 1));
            for (int card = 0; card < cards; card++) {
                draw(card, timeMs, 0);
                CardHistory history = shard.open(card);
                history.insert(
                        TransactionLayout.timesAt(transactions, 0),
                        TransactionLayout.paymentAt(transactions, 0),
                        TransactionLayout.outcomeAt(transactions, 0),
                        0);
            }
        }
        for (int i = 0; i < DRAWN; i++) {
            draw(random.nextInt(cards), NOW_MS, i * TransactionLayout.TRANSACTION_SIZE_BYTES);
        }
    }

    private void draw(long card, long timeMs, int offset) {
        TransactionLayout.put(
                transactions,
                offset,
                card,
                TransactionLayout.times(timeMs, random.nextInt(4), 978),
                TransactionLayout.payment(random.nextInt(500), random.nextInt(1_000), random.nextInt(4)),
                TransactionLayout.outcome(random.nextInt(50), 0));
    }

    /**
     * Opens the card of each transaction and decides; returns the sum of the deciding rules' numbers.
     *
     * <p>{@code java -jar benchmarks/target/benchmarks.jar RuleLanguageBenchmark.decide}
     */
    @Benchmark
    public long decide() {
        long sum = 0;
        int end = nextOffset + TRANSACTIONS * TransactionLayout.TRANSACTION_SIZE_BYTES;
        for (int offset = nextOffset; offset < end; offset += TransactionLayout.TRANSACTION_SIZE_BYTES) {
            long card = TransactionLayout.cardAt(transactions, offset);
            sum += rules.decide(
                    card,
                    TransactionLayout.timesAt(transactions, offset),
                    TransactionLayout.paymentAt(transactions, offset),
                    TransactionLayout.outcomeAt(transactions, offset),
                    shard.open(card));
        }
        nextOffset = end == transactions.length ? 0 : end;
        return sum;
    }
}
