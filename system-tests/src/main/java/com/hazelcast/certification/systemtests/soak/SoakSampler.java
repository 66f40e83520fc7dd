package com.hazelcast.certification.systemtests.soak;

import com.hazelcast.certification.systemtests.cluster.MemberFigures;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the figures of all members of a part, each time with the transactions a second since the last time. A metric that a member lacks stops the
 * run: a 0 in its place would be a level. Used by one thread.
 */
final class SoakSampler {
    private static final double MIB = 1 << 20;

    private final SystemCluster cluster;
    private final String memory;
    private final Map<Integer, Count> lastByPlace = new HashMap<>();

    /** What a member had answered, and when. */
    private record Count(double transactions, long atNs) {}

    /** @param memory where the histories are, as members call it */
    SoakSampler(SystemCluster cluster, String memory) {
        this.cluster = cluster;
        this.memory = memory;
    }

    /** A sample of each member; of one that is sampled for the first time nothing yet. */
    List<SoakSample> sample(double seconds, int phase, int part, boolean isSteady)
            throws IOException, InterruptedException {
        List<SoakSample> samples = new ArrayList<>();
        for (int place = 0; place < cluster.size(); place++) {
            MemberFigures figures = cluster.apis().figures(place);
            Count now = new Count(
                    figures.sum("fraud_transactions_scored_total") + figures.sum("fraud_transactions_duplicate_total"),
                    System.nanoTime());
            Count last = lastByPlace.put(place, now);
            if (last != null) {
                double tps = (now.transactions - last.transactions) * 1e9 / (now.atNs - last.atNs);
                samples.add(of(figures, seconds, phase, part, place, isSteady, tps));
            }
        }
        return samples;
    }

    private SoakSample of(
            MemberFigures figures, double seconds, int phase, int part, int place, boolean isSteady, double tps) {
        double cards = figures.required("fraud_cards");
        return new SoakSample(
                seconds,
                phase,
                part,
                place,
                isSteady,
                tps,
                figures.required("fraud_answer_seconds", "quantile", "0.999") * 1_000,
                cards,
                figures.required("fraud_history_bytes") / Math.max(1, cards),
                fill(figures),
                figures.required("process_resident_memory_bytes") / MIB,
                figures.required("jvm_threads_current"),
                figures.required("process_open_fds"));
    }

    /** The share of the memory for histories in use, of the member where it is greatest. */
    double fullest() throws IOException, InterruptedException {
        double fullest = 0;
        for (int place = 0; place < cluster.size(); place++) {
            fullest = Math.max(fullest, fill(cluster.apis().figures(place)));
        }
        return fullest;
    }

    private double fill(MemberFigures figures) {
        return figures.required("fraud_history_memory_used_bytes", "memory", memory)
                / figures.required("fraud_history_memory_limit_bytes", "memory", memory);
    }
}
