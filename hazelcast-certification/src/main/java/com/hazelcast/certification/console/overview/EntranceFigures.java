package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.kafka.KafkaFigures;
import com.hazelcast.certification.kafka.verdicts.VerdictFigures;
import com.hazelcast.certification.metrics.AnswerLatency.Quantiles;
import com.hazelcast.certification.metrics.ApiFigures;
import com.hazelcast.certification.metrics.FraudMetrics;
import com.hazelcast.certification.metrics.GatewayFigures;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where transactions come in at a member by request, or from Kafka, and verdicts of all ways leave it; null: it has none.
 *
 * @param gateway its gateway
 * @param api its API
 * @param kafka its readers of Kafka
 * @param verdicts its sender of verdicts of all ways in
 */
public record EntranceFigures(
        @Nullable GatewayFigures gateway,
        @Nullable Api api,
        @Nullable KafkaFigures kafka,
        @Nullable VerdictFigures verdicts) {
    /**
     * An API. Counts are since the member's start.
     *
     * @param latencyMs times to an answer of single transactions in the last seconds
     */
    public record Api(
            long connections,
            long requests,
            long errors,
            Map<String, Long> standIns,
            long lateDecisions,
            long lateDiffering,
            Map<String, Long> turnedAway,
            Map<String, Long> turnedAwayLines,
            long queue,
            long queueLimit,
            LatencyFigures latencyMs) {
        static Api of(ApiFigures api) {
            return new Api(
                    api.connections(),
                    api.requests(),
                    api.errors(),
                    api.standIns(),
                    api.late(),
                    api.differing(),
                    api.turnedAway(),
                    api.turnedAwayLines(),
                    api.queue(),
                    api.queueLimit(),
                    latency(api.recent()));
        }
    }

    static EntranceFigures of(FraudMetrics metrics) {
        return new EntranceFigures(
                metrics.gatewayFigures().orElse(null),
                metrics.apiFigures().map(Api::of).orElse(null),
                metrics.kafkaFigures().orElse(null),
                metrics.verdictFigures().orElse(null));
    }

    private static LatencyFigures latency(Quantiles times) {
        return LatencyFigures.ofNs(times.p50Ns(), times.p99Ns(), times.p999Ns(), times.maxNs());
    }
}
