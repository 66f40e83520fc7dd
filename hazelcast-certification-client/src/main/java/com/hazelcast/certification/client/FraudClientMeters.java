package com.hazelcast.certification.client;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * A client's counters as Micrometer meters: {@code new FraudClientMeters(client, Tags.empty()).bindTo(registry)}. Needs
 * {@code io.micrometer:micrometer-core} on the class path, which this library does not bring. Keep the client for as long as the registry:
 * meters do not.
 *
 * <p>Counters: {@code fraud.client.submitted}, {@code fraud.client.answered} by {@code status}, {@code
 * fraud.client.rejected} by {@code reason}, {@code fraud.client.failed}, {@code
 * fraud.client.sent.again}, {@code fraud.client.slow}, {@code fraud.client.connections}, {@code fraud.client.connections.lost} by {@code kind}
 * ({@link ConnectionLoss}), {@code
 * fraud.client.moved}, {@code fraud.client.lists.refused}, {@code fraud.client.to.owners} ({@link ClientConfig#owners}). Gauges:
 * {@code fraud.client.unacknowledged}, and {@code fraud.client.answer.seconds} by {@code quantile} (0.5, 0.99, 0.999), over the client's
 * whole life. A timer with buckets, {@code fraud.client.answer.time}, of which several clients can be added up: times to an answer since it
 * was bound. A registry that throws at one of them is given no more.
 */
public final class FraudClientMeters implements MeterBinder {
    private static final double NANOS_A_SECOND = 1e9;
    private static final Duration LEAST = Duration.ofMillis(1);
    private static final Duration MOST = Duration.ofSeconds(30);
    private static final double[] QUANTILES = {0.5, 0.99, 0.999};

    private final FraudClient client;
    private final Iterable<Tag> tags;

    /** @param tags for all meters, for example the client's name, if there are several */
    public FraudClientMeters(FraudClient client, Iterable<Tag> tags) {
        this.client = client;
        this.tags = tags;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        count(registry, "submitted", "transactions handed in", Tags.empty(), ClientStatistics::submitted);
        for (Verdict.Status status : Verdict.Status.values()) {
            Tags of = Tags.of("status", status.name().toLowerCase(Locale.ROOT));
            count(
                    registry,
                    "answered",
                    "transactions answered",
                    of,
                    now -> now.answered().getOrDefault(status, 0L));
        }
        for (RejectionReason reason : RejectionReason.values()) {
            count(
                    registry,
                    "rejected",
                    "transactions rejected",
                    Tags.of("reason", reason.label()),
                    now -> now.rejected().getOrDefault(reason, 0L));
        }
        count(registry, "failed", "transactions without an answer", Tags.empty(), ClientStatistics::failed);
        count(registry, "sent.again", "records sent once more", Tags.empty(), ClientStatistics::sentAgain);
        count(registry, "slow", "answers later than the limit", Tags.empty(), ClientStatistics::slow);
        count(registry, "connections", "hellos of members", Tags.empty(), ClientStatistics::connections);
        for (ConnectionLoss kind : ConnectionLoss.values()) {
            count(
                    registry,
                    "connections.lost",
                    "connections lost, and attempts that failed",
                    Tags.of("kind", kind.label()),
                    now -> now.losses().getOrDefault(kind, 0L));
        }
        count(
                registry,
                "moved",
                "times that the client went to a member it prefers",
                Tags.empty(),
                ClientStatistics::moved);
        count(registry, "lists.refused", "lists of gateways not used", Tags.empty(), ClientStatistics::listsRefused);
        count(registry, "to.owners", "transactions sent to owners", Tags.empty(), ClientStatistics::toOwners);
        Gauge.builder("fraud.client.unacknowledged", client, FraudClient::unacknowledged)
                .description("transactions sent and not answered")
                .tags(tags)
                .register(registry);
        Timer answers = Timer.builder("fraud.client.answer.time")
                .description("time from when a transaction was due to its answer")
                .tags(tags)
                .publishPercentileHistogram()
                .minimumExpectedValue(LEAST)
                .maximumExpectedValue(MOST)
                .register(registry);
        client.listen(nanos -> answers.record(nanos, TimeUnit.NANOSECONDS));
        for (double quantile : QUANTILES) {
            Gauge.builder("fraud.client.answer.seconds", client, of -> seconds(of.statistics(), quantile))
                    .description("time from when a transaction was due to its answer")
                    .tags(tags)
                    .tag("quantile", Double.toString(quantile))
                    .register(registry);
        }
    }

    private static double seconds(ClientStatistics now, double quantile) {
        return now.answerNanos().getValueAtPercentile(quantile * 100) / NANOS_A_SECOND;
    }

    private void count(
            MeterRegistry registry, String name, String what, Tags more, ToDoubleFunction<ClientStatistics> value) {
        FunctionCounter.builder("fraud.client." + name, client, of -> value.applyAsDouble(of.statistics()))
                .description(what)
                .tags(tags)
                .tags(more)
                .register(registry);
    }
}
