package com.hazelcast.certification.bench;

import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.plan.MeasuredCost;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.source.LatencyFrom;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What a transaction costs the members by their number, by shards and by rate: a cluster for each pair of members and shards, which gets
 * one rate after the other. Single-threaded.
 */
public final class ScaleOutBench {
    private static final int BATCH_LIMIT = 8_192;
    private static final double US_PER_NS = 1e-3;

    private final Settings settings;
    private final Clock clock;
    private final Conditions conditions;

    /**
     * What to run.
     *
     * @param rates transactions a second offered to all members together, one after the other
     * @param heapMib of all members together
     * @param latencyTarget of the members
     * @param warmUp of a cluster, at its first rate
     * @param stepWarmUp at each further rate
     * @param duration measured, of each rate
     * @param clockSpeed how many times faster than real time that of the records passes
     */
    public record Settings(
            Traffic traffic,
            List<Integer> members,
            List<Integer> shards,
            List<Long> rates,
            int backups,
            int cards,
            int history,
            int readers,
            int heapMib,
            Duration latencyTarget,
            Duration warmUp,
            Duration stepWarmUp,
            Duration duration,
            int clockSpeed) {}

    /** What each row carries. */
    public record Conditions(String machine, String commit) {}

    /** A bench on this machine. */
    public ScaleOutBench(Settings settings, Clock clock, Conditions conditions) {
        this.settings = settings;
        this.clock = clock;
        this.conditions = conditions;
    }

    /**
     * Runs all clusters.
     *
     * @param measured gets each row when it is there, so that a run that is broken off keeps what it has, and what the source itself did
     */
    public void run(BiConsumer<MeasuredCost, DriverWork> measured) throws IOException, InterruptedException {
        List<EndToEndBench.Step> steps = new ArrayList<>();
        for (long rate : settings.rates) {
            steps.add(new EndToEndBench.Step(
                    rate, steps.isEmpty() ? settings.warmUp : settings.stepWarmUp, settings.duration));
        }
        for (int members : settings.members) {
            for (int shards : settings.shards) {
                new EndToEndBench(cluster(members, shards), clock)
                        .run(
                                steps,
                                List.of(),
                                (step, result) ->
                                        measured.accept(row(members, shards, step.rate(), result), result.driver()));
            }
        }
    }

    private EndToEndBench.Settings cluster(int members, int shards) {
        return new EndToEndBench.Settings(
                settings.traffic,
                settings.cards,
                settings.history,
                members,
                settings.backups,
                Acks.STRICT,
                settings.readers,
                "auto",
                LatencyFrom.DUE,
                BATCH_LIMIT,
                true,
                settings.latencyTarget,
                Integer.toString(shards),
                MemoryKind.HEAP,
                settings.heapMib / members + "m",
                null,
                Optional.empty(),
                false,
                settings.clockSpeed);
    }

    private MeasuredCost row(int members, int shards, long rate, EndToEndBench.Result result) {
        result.requireGood();
        return new MeasuredCost(
                members,
                shards,
                settings.backups,
                rate,
                result.counterTps(),
                result.cpuNsPerTransaction() * US_PER_NS,
                result.batchesPerSecond(),
                result.p50Ms(),
                result.p99Ms(),
                result.p999Ms(),
                result.stolenShare(),
                conditions.machine,
                conditions.commit,
                LocalDate.now(clock).toString(),
                !result.driver().bound().isEmpty());
    }
}
