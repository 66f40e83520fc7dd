package com.hazelcast.certification.bench.kafka;

import com.hazelcast.certification.bench.GatewayBench;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What a row of {@code bench kafka} found, by its kind. Immutable, but for its histograms. */
public sealed interface KafkaBenchFigures {
    /**
     * Of a full topic, behind the warm-up.
     *
     * @param loopPerSecond records a second of the empty loop
     * @param membersPerSecond records a second of the members
     */
    record Throughput(double loopPerSecond, double membersPerSecond) implements KafkaBenchFigures {}

    /**
     * At a rate.
     *
     * @param toCommittedNs from when a record was due to when a reader of committed records had its verdict
     * @param toDecidedMs from when a record was due to when the member had its answer, the time in its verdict
     * @param appendToDecidedMs the same from when the broker had the record
     */
    record Times(Histogram toCommittedNs, Histogram toDecidedMs, Histogram appendToDecidedMs)
            implements KafkaBenchFigures {}

    /**
     * Of members that catch up, behind the warm-up.
     *
     * @param perSecond records a second that were caught up
     * @param during what the gateway's clients saw meanwhile
     * @param alone what they saw afterwards, with nothing to catch up
     */
    record CatchingUp(double perSecond, GatewayBench.Result during, GatewayBench.Result alone)
            implements KafkaBenchFigures {}

    /**
     * Of the same load without and with verdicts of all ways in, in turns.
     *
     * @param without runs in their order
     * @param with runs in their order, each behind the one without
     * @param toTopicMs from a decision to when the broker had its verdict, of all runs
     */
    record AllVerdicts(List<Run> without, List<Run> with, Histogram toTopicMs) implements KafkaBenchFigures {}

    /**
     * A run of such a load, behind its warm-up.
     *
     * @param cpuUs processor time of the member a transaction, in microseconds
     */
    record Run(double cpuUs, GatewayBench.Result gateway) {}
}
