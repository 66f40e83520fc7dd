package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.storage.LoadBench;
import com.hazelcast.certification.bench.storage.RejoinBench;
import com.hazelcast.certification.bench.storage.RestartBench;
import com.hazelcast.certification.cli.options.MemorySize;
import java.util.Locale;

/** What {@code bench restart --json} and {@code bench load --json} print, without their conditions. Pure. */
public final class StorageBenchJson {
    private static final double MS_PER_SECOND = 1e3;

    private StorageBenchJson() {}

    /** What starts took, and with which options. */
    public static ObjectNode of(RestartBench.Result result, RestartBench.Settings settings) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("good", result.isGood())
                .put("cards", result.cards())
                .put("transactionsHeld", result.transactions())
                .put("memoryBytes", result.memoryBytes())
                .put("diskToMemory", result.diskToMemory())
                .put("scored", result.scored())
                .put("trafficTimeMs", result.trafficSeconds() * MS_PER_SECOND)
                .put("stopTimeMs", result.stopSeconds() * MS_PER_SECOND);
        add(json.putObject("afterKill"), result.afterKill());
        add(json.putObject("afterStop"), result.afterStop());
        json.putObject("settings")
                .put("traffic", settings.traffic().label())
                .put("cards", settings.cards())
                .put("history", settings.history())
                .put("memberHeapBytes", MemorySize.parse("member-heap", settings.heap()))
                .put("durability", label(settings.durability()))
                .put("encrypted", settings.isEncrypted())
                .put("logBytes", settings.logBytes())
                .put("durationMs", settings.duration().toMillis());
        return json;
    }

    private static void add(ObjectNode json, RestartBench.Start start) {
        json.put("readyMs", start.readySeconds() * MS_PER_SECOND)
                .put("same", start.isSame())
                .put("snapshotBytes", start.disk().snapshotBytes())
                .put("logBytes", start.disk().logBytes());
    }

    /** What a member that came back had others wait for, and with which options. */
    public static ObjectNode of(RejoinBench.Result result, RejoinBench.Settings settings) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("good", result.isGood()).put("shards", result.shards());
        add(json.putObject("afterStop"), result.afterStop());
        add(json.putObject("afterKill"), result.afterKill());
        json.putObject("settings")
                .put("traffic", settings.traffic().label())
                .put("cards", settings.cards())
                .put("history", settings.history())
                .put("memberHeapBytes", MemorySize.parse("member-heap", settings.heap()))
                .put("durability", label(settings.durability()))
                .put("encrypted", settings.isEncrypted())
                .put("rateTps", settings.rate())
                .put("awayMs", settings.away().toMillis());
        return json;
    }

    private static void add(ObjectNode json, RejoinBench.Return found) {
        json.put("heldShardsMax", found.heldMax())
                .put("heldTimeMs", found.heldSeconds() * MS_PER_SECOND)
                .put("longestAnswerMs", found.longestMs())
                .put("broughtTimeMs", found.broughtSeconds() * MS_PER_SECOND);
    }

    /** What a load took, and with which options. */
    public static ObjectNode of(LoadBench.Result result, LoadBench.Settings settings) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("good", result.isGood())
                .put("rows", result.rows())
                .put("refused", result.refused())
                .put("same", result.isSame())
                .put("transactionsHeld", result.transactions())
                .put("timeMs", result.seconds() * MS_PER_SECOND)
                .put("memberTimeMs", result.memberSeconds() * MS_PER_SECOND)
                .put("rowsPerSecond", result.rowsPerSecond())
                .put("writeTimeMs", result.writeSeconds() * MS_PER_SECOND);
        json.putObject("settings")
                .put("from", label(settings.from()))
                .put("cards", settings.cards())
                .put("history", settings.history())
                .put("memberHeapBytes", MemorySize.parse("member-heap", settings.heap()));
        return json;
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
