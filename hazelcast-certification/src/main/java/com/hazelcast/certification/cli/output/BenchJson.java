package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.EndToEndBench;
import com.hazelcast.certification.bench.GatewayBench;
import com.hazelcast.certification.bench.KernelBench;
import com.hazelcast.certification.bench.SweepBench;
import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.bench.watch.RunMinute;
import com.hazelcast.certification.bench.watch.RunMinutes;
import com.hazelcast.certification.cli.options.MemorySize;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What the benches print with {@code --json}: figures first; their settings and conditions are for the caller to add. Pure. */
public final class BenchJson {
    private static final double NS_PER_MS = 1e6;
    private static final double MS_PER_SECOND = 1e3;

    private BenchJson() {}

    /** What {@code bench kernel} has found. */
    public static ObjectNode of(KernelBench.Result result) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("tps", result.tps())
                .put("transactions", result.transactions())
                .put("timeMs", result.elapsedNs() / NS_PER_MS)
                .put("cpuNsPerTransaction", result.cpuNsPerTransaction())
                .put("bytesPerCard", result.bytesPerCard());
        addQuantiles(json.putObject("batchTimeMs"), result.batchNs());
        return json;
    }

    /** What {@code bench sweep} has found, with its settings. */
    public static ObjectNode of(SweepBench.Result result, SweepBench.Settings settings) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("cpuNsPerCard", result.cpuNsPerCard())
                .put("coreShare", result.coreShare(result.cards()))
                .put("coreShareOf30MillionCards", result.coreShare(SweepBench.CERTIFICATION_CARDS))
                .put("cards", result.cards())
                .put("parts", result.parts())
                .put("entriesDropped", result.entriesDropped())
                .put("timeMs", result.elapsedNs() / NS_PER_MS);
        json.putObject("settings")
                .put("traffic", settings.traffic().label())
                .put("cards", settings.cards())
                .put("history", settings.historyPerCard())
                .put("shards", settings.shards())
                .put("memory", settings.memory().label())
                .put("sweepIntervalMs", settings.interval().toMillis());
        return json;
    }

    /** What {@code bench end-to-end} has found. */
    public static ObjectNode of(EndToEndBench.Result result) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("good", result.isGood())
                .put("unaccounted", result.unaccounted())
                .put("dataTps", result.dataTps())
                .put("counterTps", result.counterTps())
                .put("loadTimeMs", result.loadSeconds() * MS_PER_SECOND)
                .put("bytesPerCard", result.bytesPerCard())
                .put("bytesPerCardAtEnd", result.bytesPerCardAtEnd())
                .put("gcCollections", result.gcCount())
                .put("gcTimeMs", result.gcMs())
                .put("cpuNsPerTransaction", result.cpuNsPerTransaction())
                .put("batchesPerSecond", result.batchesPerSecond())
                .put("stolenShare", known(result.stolenShare()));
        json.putObject("answerTimeMs")
                .put("p50", result.p50Ms())
                .put("p99", result.p99Ms())
                .put("p999", result.p999Ms())
                .put("max", result.maxMs());
        addMinutes(json, result.minutes());
        addDriver(json, result.driver());
        return json;
    }

    /** Adds what a load tool itself did. */
    static void addDriver(ObjectNode json, DriverWork driver) {
        json.putObject("driver")
                .put("cores", known(driver.cores()))
                .put("lateShare", known(driver.lateShare()))
                .put("pauseTimeMs", driver.pauseMs())
                .put("bound", driver.bound());
    }

    private static void addMinutes(ObjectNode json, RunMinutes minutes) {
        ArrayNode array = json.putArray("minutes");
        for (RunMinute minute : minutes.minutes()) {
            ObjectNode one = array.addObject();
            one.put("minute", minute.number())
                    .put("tps", minute.tps())
                    .put("cpuNsPerTransaction", known(minute.cpuNsPerTransaction()))
                    .put("residentBytes", known(minute.residentBytes()));
            one.putObject("answerTimeMs")
                    .put("p50", minute.p50Ms())
                    .put("p99", minute.p99Ms())
                    .put("p999", minute.p999Ms());
        }
        RunMinutes.LastToFirst ratios =
                minutes.lastToFirst().orElse(new RunMinutes.LastToFirst(Double.NaN, Double.NaN, Double.NaN));
        json.putObject("lastToFirstMinute")
                .put("tps", known(ratios.tps()))
                .put("p99", known(ratios.p99()))
                .put("cpuNsPerTransaction", known(ratios.cpu()));
    }

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }

    /** What {@code bench end-to-end} has found at several rates, one after the other. */
    public static ObjectNode of(List<EndToEndBench.Result> results) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("good", results.stream().allMatch(EndToEndBench.Result::isGood));
        ArrayNode rates = json.putArray("rates");
        results.forEach(result -> rates.add(of(result).put("rateTps", result.rate())));
        return json;
    }

    /**
     * The options of {@code bench end-to-end}.
     *
     * @param rules the set that members decide by
     * @param rateTps null: there are several, and each figure has its own
     */
    public static void addSettings(
            ObjectNode json,
            EndToEndBench.Settings settings,
            String rules,
            @Nullable Long rateTps,
            Duration warmUp,
            Duration duration) {
        String nativeSize = settings.nativeSize();
        json.put("traffic", settings.traffic().label())
                .put("rules", rules)
                .put("cards", settings.cards())
                .put("history", settings.history())
                .put("members", settings.members())
                .put("backups", settings.backups())
                .put("acks", label(settings.acks()))
                .put("readers", settings.readers())
                .put("partitionThreads", settings.partitionThreads())
                .put("rateTps", rateTps)
                .put("latencyFrom", label(settings.latencyFrom()))
                .put("batchLimit", settings.batchLimit())
                .put("inFlightAdaptive", settings.isInFlightAdaptive())
                .put("latencyTargetMs", settings.latencyTarget().toMillis())
                .put("shards", settings.shards())
                .put("memory", settings.memory().label())
                .put("memberHeapBytes", MemorySize.parse("member-heap", settings.heap()))
                .put("memberNativeBytes", nativeSize == null ? null : MemorySize.parse("member-native", nativeSize))
                .put("durability", settings.durability().map(BenchJson::label).orElse(null))
                .put("encrypted", settings.isEncrypted())
                .put("clockSpeed", settings.clockSpeed())
                .put("warmUpMs", warmUp.toMillis())
                .put("durationMs", duration.toMillis());
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** What {@code bench gateway} has found. */
    public static ObjectNode of(GatewayBench.Result result, boolean isGood) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("good", isGood)
                .put("connectionsMade", result.connected())
                .put("connectionsLost", result.lost())
                .put("connectTimeMs", result.connectSeconds() * MS_PER_SECOND)
                .put("batchesDue", result.due())
                .put("batchesSent", result.sent())
                .put("batchesHeldBack", result.heldBack())
                .put("batchesAnswered", result.answered())
                .put("batchesUnanswered", result.due() - result.answered())
                .put("recordsRejected", result.rejectedRecords())
                .put("recordsPerSecond", result.recordsPerSecond())
                .put("ownCores", result.driver().cores())
                .put("ownBound", result.driver().bound());
        ArrayNode lost = json.putArray("lostByKind");
        result.lostByKind()
                .forEach((kind, connections) ->
                        lost.addObject().put("kind", kind).put("connections", connections));
        addQuantiles(json.putObject("tcpTimeMs"), result.tcpNs());
        addQuantiles(json.putObject("helloTimeMs"), result.helloNs());
        addQuantiles(json.putObject("sendDelayMs"), result.driver().lateNs());
        addQuantiles(json.putObject("answerTimeMs"), result.answerNs());
        json.putObject("slowerThan")
                .put("10ms", result.shareSlowerThan(Duration.ofMillis(10)))
                .put("100ms", result.shareSlowerThan(Duration.ofMillis(100)))
                .put("1s", result.shareSlowerThan(Duration.ofSeconds(1)));
        return json;
    }

    private static void addQuantiles(ObjectNode json, Histogram timesNs) {
        if (timesNs.getTotalCount() == 0) {
            json.putNull("p50").putNull("p99").putNull("p999").putNull("max");
            return;
        }
        json.put("p50", timesNs.getValueAtPercentile(50) / NS_PER_MS)
                .put("p99", timesNs.getValueAtPercentile(99) / NS_PER_MS)
                .put("p999", timesNs.getValueAtPercentile(99.9) / NS_PER_MS)
                .put("max", timesNs.getMaxValue() / NS_PER_MS);
    }
}
