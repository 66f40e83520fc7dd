package com.hazelcast.certification.bench.kafka;

import com.hazelcast.certification.bench.GatewayBench;
import com.hazelcast.certification.traffic.Traffic;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Clients of a gateway that send at a fixed rate, whether or not answers come, until they are finished. Used by one thread. */
final class GatewayLoad {
    private static final int CONNECTIONS = 30;
    private static final int RECORDS = 10;
    private static final long NS_PER_SECOND = 1_000_000_000;
    private static final Duration AT_MOST = Duration.ofDays(1);

    private final GatewayBench bench;
    private final CompletableFuture<GatewayBench.Result> result;

    private GatewayLoad(GatewayBench bench) {
        this.bench = bench;
        this.result = CompletableFuture.supplyAsync(() -> run(bench));
    }

    /** Begins to send; returns when all are connected. */
    static GatewayLoad start(InetSocketAddress gateway, KafkaBench.Settings settings, Clock clock)
            throws InterruptedException {
        Duration interval = Duration.ofNanos(NS_PER_SECOND * CONNECTIONS * RECORDS / settings.gatewayRate());
        GatewayLoad load = new GatewayLoad(new GatewayBench(
                new GatewayBench.Settings(
                        List.of(gateway),
                        Optional.empty(),
                        CONNECTIONS,
                        RECORDS,
                        interval,
                        AT_MOST,
                        Traffic.NATURAL,
                        settings.cards(),
                        Optional.empty()),
                clock));
        load.bench.awaitBegun();
        return load;
    }

    private static GatewayBench.Result run(GatewayBench bench) {
        try {
            return bench.run(AT_MOST);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** The warm-up is over. */
    void measure() {
        bench.measure();
    }

    /**
     * Sends no more, and waits for the last answers.
     *
     * @throws IllegalStateException when a connection, an answer or a record was lost or rejected: such a run is no result
     */
    GatewayBench.Result finish() throws InterruptedException, ExecutionException {
        bench.finish();
        GatewayBench.Result found = result.get();
        if (!found.isGood()) {
            throw new IllegalStateException("the gateway did not answer all: connections lost=" + found.lost() + " "
                    + found.lostByKind() + " batches due=" + found.due() + " answered=" + found.answered()
                    + " records rejected=" + found.rejectedRecords());
        }
        return found;
    }

    /** Records that were answered, those of the warm-up as well. */
    static long records(GatewayBench.Result found) {
        return found.answered() * RECORDS;
    }
}
