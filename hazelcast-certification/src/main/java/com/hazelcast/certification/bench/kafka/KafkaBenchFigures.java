package com.hazelcast.certification.bench.kafka;

import com.hazelcast.certification.bench.GatewayBench;
import com.hazelcast.certification.bench.watch.DriverWork;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** What a row of {@code bench kafka} found, by its kind. Immutable, but for its histograms. */
public sealed interface KafkaBenchFigures {
    /** Why the figures say more of what sends than of the members; empty: they do not, or the topic was filled before. */
    default String driverBound() {
        return "";
    }

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
     * @param driver what the thread did that sent
     */
    record Times(Histogram toCommittedNs, Histogram toDecidedMs, Histogram appendToDecidedMs, DriverWork driver)
            implements KafkaBenchFigures {
        @Override
        public String driverBound() {
            return driver.bound();
        }
    }

    /**
     * Of members that catch up, behind the warm-up.
     *
     * @param perSecond records a second that were caught up
     * @param during what the gateway's clients saw meanwhile
     * @param alone what they saw afterwards, with nothing to catch up
     */
    record CatchingUp(double perSecond, GatewayBench.Result during, GatewayBench.Result alone)
            implements KafkaBenchFigures {
        @Override
        public String driverBound() {
            return during.driver().bound().isEmpty()
                    ? alone.driver().bound()
                    : during.driver().bound();
        }
    }

    /**
     * Of the same load without and with verdicts of all ways in, in turns.
     *
     * @param without runs in their order
     * @param with runs in their order, each behind the one without
     * @param toTopicMs from a decision to when the broker had its verdict, of all runs
     */
    record AllVerdicts(List<Run> without, List<Run> with, Histogram toTopicMs) implements KafkaBenchFigures {
        @Override
        public String driverBound() {
            return Stream.concat(without.stream(), with.stream())
                    .map(run -> run.gateway.driver().bound())
                    .filter(bound -> !bound.isEmpty())
                    .findFirst()
                    .orElse("");
        }
    }

    /**
     * A run of such a load, behind its warm-up.
     *
     * @param cpuUs processor time of the member a transaction, in microseconds
     */
    record Run(double cpuUs, GatewayBench.Result gateway) {}
}
