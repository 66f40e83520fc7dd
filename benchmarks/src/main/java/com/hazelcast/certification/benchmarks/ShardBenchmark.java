package com.hazelcast.certification.benchmarks;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Objects;
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
 * What a shard costs a transaction, without parsing and without rules. Groups of cards chosen at random are located,
 * then each is opened, as scoring does it.
 *
 * <p>A history spans {@value #SPAN_DAYS} days and the bound on entries equals its length, so an insertion replaces the
 * oldest chunk now and then and histories keep their length, less at most four entries, however long the run. The cards
 * of a shard hold four million entries, about 85 MB, which is in no cache.
 *
 * <p>All: {@code java -jar benchmarks/target/benchmarks.jar ShardBenchmark}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(HistoryShard.LOCATE_MAX)
@Fork(
        value = 2,
        jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ShardBenchmark {
    private static final int SPAN_DAYS = 60;
    private static final int ENTRIES_IN_SHARD = 4_000_000;
    private static final long START_MS = 1_767_225_600_000L;

    /** Entries a card. */
    @Param({"20", "200"})
    int entries;

    /** Where the pages live. */
    @Param({"HEAP", "NATIVE"})
    MemoryKind memory;

    private final byte[] group = new byte[HistoryShard.LOCATE_MAX * TransactionLayout.TRANSACTION_SIZE_BYTES];
    private final SplittableRandom random = new SplittableRandom(1);
    private HistoryShard shard;
    private int cards;
    private long nowMs;

    /** Fills the shard in the order of time, so that a card's chunks lie apart as they do after days of scoring. */
    @Setup(Level.Trial)
    public void fill() {
        cards = ENTRIES_IN_SHARD / entries;
        shard = new HistoryShard(HistoryMemory.unbounded(memory), entries, cards);
        for (int i = 0; i < entries; i++) {
            nowMs = START_MS + (long) i * SPAN_DAYS * HistoryLimits.DAY_MS / entries;
            for (int card = 0; card < cards; card++) {
                insertNewest(shard.open(card), card);
            }
        }
    }

    /**
     * Place and insert, time in order.
     *
     * <p>{@code java -jar benchmarks/target/benchmarks.jar ShardBenchmark.placeAndInsert}
     */
    @Benchmark
    public long placeAndInsert() {
        long touched = locateGroup();
        for (int i = 0; i < HistoryShard.LOCATE_MAX; i++) {
            long card = cardOf(i);
            insertNewest(located(i, card), card);
        }
        return touched;
    }

    /**
     * A walk over all entries that reads every word of each.
     *
     * <p>{@code java -jar benchmarks/target/benchmarks.jar ShardBenchmark.walk}
     */
    @Benchmark
    public long walk() {
        long sum = locateGroup();
        for (int i = 0; i < HistoryShard.LOCATE_MAX; i++) {
            CardHistory history = located(i, cardOf(i));
            history.rewind();
            while (history.next()) {
                sum += history.times() ^ history.payment() ^ history.outcome();
            }
        }
        return sum;
    }

    private long locateGroup() {
        for (int i = 0; i < HistoryShard.LOCATE_MAX; i++) {
            TransactionLayout.put(group, i * TransactionLayout.TRANSACTION_SIZE_BYTES, random.nextInt(cards), 0, 0, 0);
        }
        return shard.locate(group, 0, HistoryShard.LOCATE_MAX);
    }

    private long cardOf(int indexInGroup) {
        return TransactionLayout.cardAt(group, indexInGroup * TransactionLayout.TRANSACTION_SIZE_BYTES);
    }

    /** A millisecond passes for every few transactions, so a card is all but never twice in one. */
    private void insertNewest(CardHistory history, long card) {
        nowMs += (card & 7) == 0 ? 1 : 0;
        long times = TransactionLayout.times(nowMs, 107, 107);
        long payment = TransactionLayout.payment((int) card, (int) (card % 100_000), 494);
        int outcome = TransactionLayout.outcome(9_691, 0);
        if (history.place(times, payment, outcome) == Placement.FRESH) {
            history.insert(times, payment, outcome, 0);
        }
    }

    /** The memory has no bound here, so there is always room. */
    private CardHistory located(int index, long card) {
        return Objects.requireNonNull(shard.open(index, card));
    }
}
