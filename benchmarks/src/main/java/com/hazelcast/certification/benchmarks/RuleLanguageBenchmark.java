package com.hazelcast.certification.benchmarks;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.language.RuleFiles;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
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
 * What the parts of a compiled set of rules cost, for the constants of {@code CostModel}. Each set never holds, so that nothing ends it
 * early. There are more cards than fit the caches: a walk pays for its cache misses.
 *
 * <p>All: {@code java -jar benchmarks/target/benchmarks.jar RuleLanguageBenchmark}
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

    /** Entries a card. */
    @Param({"20", "200"})
    int entries;

    /** Nothing; ten tests of the transaction; a kept window; a walk with one aggregate; one with a filter; with ten. */
    @Param({"nothing", "tests", "kept", "walk", "filter", "distinct", "ten"})
    String part;

    private final SplittableRandom random = new SplittableRandom(1);
    private final byte[] transactions = new byte[TRANSACTIONS * TransactionLayout.TRANSACTION_SIZE_BYTES];
    private HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, 1);
    private RuleEvaluator rules = evaluator("rule r decline when tx.country = 999");

    private static RuleEvaluator evaluator(String text) {
        try {
            return CompiledRules.of(new RuleLanguage().read(text, RuleFiles.none()))
                    .newEvaluator();
        } catch (RuleLanguageException e) {
            throw new IllegalArgumentException("the benchmark's rules are wrong: text=" + text, e);
        }
    }

    private static String text(String part) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            text.append("rule r").append(i).append(" decline when ");
            text.append(
                    switch (part) {
                        case "tests" -> "tx.amount > " + (1_000_000 + i);
                        case "kept" -> "avg(amount, last 60d) > 1_000_000";
                        case "walk" -> "avg(amount, last 80d) > 1_000_000";
                        case "filter" -> "avg(amount, last 80d where country = 2 and merchant = 3) > 1_000_000";
                        case "distinct" -> "distinct(city, last 80d) * 2 = 99";
                        case "ten" -> "avg(amount, last " + (80 + i) + "d) > 1_000_000";
                        default -> "tx.country = 999";
                    });
            text.append('\n');
        }
        return text.toString();
    }

    /** Makes the histories, evenly over the 90 days, and the transactions. */
    @Setup(Level.Trial)
    public void fill() {
        rules = evaluator(text(part));
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
        for (int i = 0; i < TRANSACTIONS; i++) {
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
