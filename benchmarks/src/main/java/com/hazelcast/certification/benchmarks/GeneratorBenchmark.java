package com.hazelcast.certification.benchmarks;

import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.traffic.Traffic;
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
 * How many records a second one core generates, in blocks as a source makes them.
 *
 * <p>All: {@code java -jar benchmarks/target/benchmarks.jar GeneratorBenchmark}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@OperationsPerInvocation(GeneratorBenchmark.RECORDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class GeneratorBenchmark {
    static final int RECORDS = 2_048;

    private static final long BEGIN_MS = 1_798_967_585_307L;

    /** Each block is of another time, so that a run goes through the hours of a day. */
    private static final long STEP_MS = 60_000;

    @Param
    Traffic traffic;

    @Param({"1000000", "30000000"})
    long cards;

    private final byte[] records = new byte[RECORDS * WireRecord.SIZE_BYTES];
    private RecordGenerator generator = new GeneratedStream(Traffic.CHALLENGE, 1, 1).generator(LabelSink.NONE);
    private long timeMs = BEGIN_MS;

    /** Begins the stream. */
    @Setup(Level.Trial)
    public void begin() {
        generator = new GeneratedStream(traffic, cards, 1).generator(LabelSink.NONE);
    }

    /** A block of records. */
    @Benchmark
    public byte[] fill() {
        timeMs += STEP_MS;
        generator.fill(records, 0, RECORDS, timeMs);
        return records;
    }
}
