package com.hazelcast.certification.benchmarks;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a day's sweep costs a card of 20 transactions in 90 days: two of nine cards drop one. Parts are of 500 cards, as members take them. The
 * histories take some 440 MB, which is in no cache.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar SweepBenchmark}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(SweepBenchmark.CARDS)
@Fork(
        value = 2,
        jvmArgsAppend = {"-Xms2g", "-Xmx2g"})
@Warmup(iterations = 10)
@Measurement(iterations = 20)
public class SweepBenchmark {
    static final int CARDS = 1_000_000;
    private static final int ENTRIES = 20;
    private static final int CARDS_PER_CALL = 500;
    private static final long START_MS = 1_767_225_600_000L;

    private HistoryShard shard;
    private long nowMs;

    /** Fills the shard in the order of time, so that a card's chunks lie apart as they do after days of scoring. */
    @Setup(Level.Trial)
    public void fill() {
        shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), ENTRIES, CARDS);
        long partMs = HistoryLimits.HORIZON_MS / ENTRIES;
        for (int i = 0; i < ENTRIES; i++) {
            for (int card = 0; card < CARDS; card++) {
                long inPartMs = (CardHash.of(card) >>> 1) % partMs;
                shard.open(card)
                        .insert(
                                TransactionLayout.times(START_MS + i * partMs + inPartMs, card % 200, 7),
                                TransactionLayout.payment(i, 5, 7),
                                TransactionLayout.outcome(9, 0),
                                0);
            }
        }
        nowMs = START_MS + HistoryLimits.HORIZON_MS;
    }

    /** A day goes by. */
    @Benchmark
    public long sweep() {
        nowMs += HistoryLimits.DAY_MS;
        long width = CardHash.POSITIONS / (CARDS / CARDS_PER_CALL);
        long expired = 0;
        for (long from = 0; from < CardHash.POSITIONS; from += width) {
            expired += shard.sweep(from, Math.min(CardHash.POSITIONS, from + width), nowMs, HistoryLimits.DAY_MS)
                    .expired();
        }
        if (expired == 0) {
            throw new IllegalStateException("nothing has expired: nowMs=" + nowMs);
        }
        return expired;
    }
}
