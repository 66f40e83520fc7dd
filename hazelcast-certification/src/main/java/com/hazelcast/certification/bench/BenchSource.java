package com.hazelcast.certification.bench;

import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.bench.watch.DriverWorkFile;
import com.hazelcast.certification.process.FraudProcess;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.source.SourceClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The source of a bench: a process of its own that replays a file at one rate, and writes down what it does itself. It ends with the other
 * processes. Used by one thread.
 */
public final class BenchSource {
    private final LocalCluster processes;
    private final Path file;
    private final SourceClock clock;
    private final int port;
    private FraudProcess source;
    private Path work;
    private long rate;
    private int starts;

    /**
     * Starts it, with the real times.
     *
     * @param file that {@link EndToEndBench#writeRecords} has written
     * @param rate transactions a second over all connections; 0: as fast as they are read
     */
    public BenchSource(LocalCluster processes, Path file, long rate) throws IOException {
        this(processes, file, rate, SourceClock.REAL);
    }

    /** The same, with the times of that clock. */
    BenchSource(LocalCluster processes, Path file, long rate, SourceClock clock) throws IOException {
        this.processes = processes;
        this.file = file;
        this.rate = rate;
        this.clock = clock;
        this.port = LocalCluster.freePort();
        this.work = processes.file("source-work-0");
        this.source = processes.startSource(port, arguments(file, clock, rate, work));
    }

    /** Where it listens. */
    public int port() {
        return port;
    }

    /** What members are started with that read it. */
    List<String> memberOptions() {
        List<String> options = new ArrayList<>(List.of("--source", "127.0.0.1:" + port));
        options.addAll(clockOptions(clock));
        return options;
    }

    private static List<String> clockOptions(SourceClock clock) {
        return clock.speed() == 1 ? List.of() : List.of("--source-clock", clock.text());
    }

    /** From then on, another rate. */
    void offer(long next) throws IOException {
        if (next != rate) {
            rate = next;
            source.close();
            starts++;
            work = processes.file("source-work-" + starts);
            source = processes.startSource(port, arguments(file, clock, next, work));
        }
    }

    /** What it has done since its start, a quarter of a second ago at most. */
    public DriverWork work() throws IOException {
        return DriverWorkFile.last(work);
    }

    /** What a member does not read in time stays due: otherwise the source would wait for it, and its delay not be seen. */
    private static List<String> arguments(Path file, SourceClock clock, long rate, Path work) {
        List<String> arguments = new ArrayList<>(
                List.of("--file", file.toString(), "--rate", Long.toString(rate), "--own-work", work.toString()));
        arguments.addAll(clockOptions(clock));
        if (rate > 0) {
            arguments.add("--keep-schedule");
        }
        return arguments;
    }
}
