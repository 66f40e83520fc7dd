package com.hazelcast.certification.benchmarks;

import com.hazelcast.certification.source.TransactionGenerator;
import com.hazelcast.certification.transaction.RecordEncoder;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
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
 * What it costs to parse a record: the usual one, one that is legal but of another shape, and one that is rejected. The
 * records are as many as a large read brings, 410 kB, one behind the other, and all of the one shape.
 *
 * <p>All: {@code java -jar benchmarks/target/benchmarks.jar ParserBenchmark}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ParserBenchmark.RECORDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ParserBenchmark {
    static final int RECORDS = 4_096;

    private static final long CARDS = 30_000_000;
    private static final long NOW_MS = 1_798_967_585_307L;

    /** Added to a card, makes it one of 16 digits. */
    private static final long SIXTEEN_DIGITS = 4_000_000_000_000_000L;

    private static final int AMOUNT_INDEX = WireRecord.TIME_INDEX + WireRecord.TIME_DIGITS + Long.BYTES;

    /** What all records of a run are like. */
    public enum Shape {
        /** A card of 14 digits, an amount of up to five: read eight bytes at a time. */
        USUAL,
        /** A card of 16 digits: legal, read field by field. */
        LONG_CARD,
        /** A letter in the amount: read field by field, and rejected there. */
        NOT_A_DIGIT
    }

    @Param
    Shape shape;

    private final byte[] records = new byte[RECORDS * WireRecord.SIZE_BYTES];
    private final byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];

    /** Makes the records; fails when the parser does not take them as the shape says. */
    @Setup(Level.Trial)
    public void fill() {
        new TransactionGenerator(CARDS, 1).fill(records, 0, RECORDS, NOW_MS);
        for (int i = 0; i < RECORDS; i++) {
            reshape(i * WireRecord.SIZE_BYTES);
        }
        int accepted = parse();
        if (accepted != (shape == Shape.NOT_A_DIGIT ? 0 : RECORDS)) {
            throw new IllegalStateException("not as the shape says: shape=" + shape + " accepted=" + accepted);
        }
    }

    private void reshape(int offset) {
        switch (shape) {
            case USUAL -> {}
            case LONG_CARD -> lengthenCard(offset);
            case NOT_A_DIGIT -> records[offset + AMOUNT_INDEX] = 'x';
        }
    }

    private void lengthenCard(int offset) {
        RecordParser.parse(records, offset, transaction, 0);
        RecordEncoder.encode(
                SIXTEEN_DIGITS + TransactionLayout.cardAt(transaction, 0),
                TransactionLayout.timesAt(transaction, 0),
                TransactionLayout.paymentAt(transaction, 0),
                TransactionLayout.outcomeAt(transaction, 0),
                records,
                offset);
    }

    /**
     * Parses all records, each into the same place.
     *
     * <p>{@code java -jar benchmarks/target/benchmarks.jar ParserBenchmark.parse}
     */
    @Benchmark
    public int parse() {
        int accepted = 0;
        for (int i = 0; i < RECORDS; i++) {
            if (RecordParser.parse(records, i * WireRecord.SIZE_BYTES, transaction, 0) == RecordParser.OK) {
                accepted++;
            }
        }
        return accepted;
    }
}
