package com.hazelcast.certification.cli.demo;

import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.bench.watch.DriverWorkFile;
import com.hazelcast.certification.process.FraudProcess;
import com.hazelcast.certification.process.LocalCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The demo's source: a process of its own that writes down what it does itself. It ends with the other processes. Used by one thread. */
public final class DemoSource implements AutoCloseable {
    private final FraudProcess process;
    private final Path written;

    private DemoSource(FraudProcess process, Path written) {
        this.process = process;
        this.written = written;
    }

    /**
     * Starts it, and waits until it listens.
     *
     * @param name of the file that it writes, one for each source of the demo
     * @throws IOException when it does not start
     */
    public static DemoSource start(LocalCluster processes, String name, int port, List<String> arguments)
            throws IOException {
        Path written = processes.file(name);
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of("--own-work", written.toString()));
        return new DemoSource(processes.startSource(port, all), written);
    }

    /**
     * What it has done since its start, a quarter of a second ago at most.
     *
     * @throws IOException when it has written nothing
     */
    DriverWork work() throws IOException {
        return DriverWorkFile.last(written);
    }

    @Override
    public void close() {
        process.close();
    }
}
