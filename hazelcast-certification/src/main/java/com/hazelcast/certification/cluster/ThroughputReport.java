package com.hazelcast.certification.cluster;

import com.hazelcast.certification.cluster.ClusterAudit.SurveyAt;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The throughput of some seconds, in two ways that know nothing of each other.
 *
 * <p>In the data: each shard is asked twice how many transactions its cards hold, counted card by card in the table, and
 * how many it has dropped meanwhile; every shard has its own clock readings, so that nothing need stand still. By the
 * counters: what the members' accounting has as scored.
 *
 * @param dataTransactions transactions that came into the histories
 * @param dataSeconds mean time between the two looks at a shard
 * @param dataTps transactions a second in the data
 * @param counterTps transactions a second by the counters
 */
public record ThroughputReport(long dataTransactions, double dataSeconds, double dataTps, double counterTps) {
    private static final double NS_PER_SECOND = 1e9;

    /** Watches the cluster for that long. */
    public static ThroughputReport watch(ClusterControl cluster, Duration duration) {
        Watch watch = begin(cluster);
        long endNs = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < endNs && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(endNs - System.nanoTime());
        }
        return watch.end();
    }

    /** Begins to watch the cluster, until {@link Watch#end}. */
    public static Watch begin(ClusterControl cluster) {
        // The first call of a client takes half a second, which would stand between a count and its time.
        scored(cluster.statuses());
        long scoredBefore = scored(cluster.statuses());
        long countersFromNs = System.nanoTime();
        return new Watch(cluster, scoredBefore, countersFromNs, cluster.audit().survey());
    }

    /** A watch that has begun. Immutable. */
    public static final class Watch {
        private final ClusterControl cluster;
        private final long scoredBefore;
        private final long countersFromNs;
        private final Map<Integer, SurveyAt> before;

        private Watch(ClusterControl cluster, long scoredBefore, long countersFromNs, Map<Integer, SurveyAt> before) {
            this.cluster = cluster;
            this.scoredBefore = scoredBefore;
            this.countersFromNs = countersFromNs;
            this.before = before;
        }

        /** What has come since it began. */
        public ThroughputReport end() {
            Map<Integer, SurveyAt> after = cluster.audit().survey();
            long scoredAfter = scored(cluster.statuses());
            long countersToNs = System.nanoTime();
            return of(before, after, (scoredAfter - scoredBefore) * NS_PER_SECOND / (countersToNs - countersFromNs));
        }
    }

    private static ThroughputReport of(Map<Integer, SurveyAt> before, Map<Integer, SurveyAt> after, double counterTps) {
        long transactions = 0;
        double tps = 0;
        double seconds = 0;
        for (Map.Entry<Integer, SurveyAt> entry : after.entrySet()) {
            SurveyAt first = before.get(entry.getKey());
            if (first != null) {
                SurveyAt second = entry.getValue();
                long came = second.survey().everInserted() - first.survey().everInserted();
                double shardSeconds = (second.atNs() - first.atNs()) / NS_PER_SECOND;
                transactions += came;
                seconds += shardSeconds;
                tps += came / shardSeconds;
            }
        }
        return new ThroughputReport(transactions, after.isEmpty() ? 0 : seconds / after.size(), tps, counterTps);
    }

    private static long scored(List<MemberStatus> statuses) {
        return statuses.stream()
                .mapToLong(status -> status.accounting().scored())
                .sum();
    }

    /** How far the two are apart, as a share of the greater; 0 when nothing flows. */
    public double difference() {
        double greater = Math.max(dataTps, counterTps);
        return greater == 0 ? 0 : Math.abs(dataTps - counterTps) / greater;
    }
}
