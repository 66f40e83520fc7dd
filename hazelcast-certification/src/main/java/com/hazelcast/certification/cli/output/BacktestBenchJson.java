package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.EndToEndBench;
import com.hazelcast.certification.bench.RulesBacktestBench;
import com.hazelcast.certification.cli.options.MemorySize;
import java.util.List;

/** What {@code bench rules-backtest --json} prints, without its conditions. Pure. */
public final class BacktestBenchJson {
    private BacktestBenchJson() {}

    /** What was found, and with which options. */
    public static ObjectNode of(List<RulesBacktestBench.Result> results, RulesBacktestBench.Settings settings) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode array = json.putArray("samples");
        for (RulesBacktestBench.Result result : results) {
            ObjectNode sample = array.addObject()
                    .put("sample", result.sample())
                    .put("timeMs", result.timeMs())
                    .put("transactions", result.transactions())
                    .put("cards", result.cards())
                    .put("changedShare", result.changedShare())
                    .put("p999WithoutMs", result.isBesideScoring() ? Double.valueOf(result.p999WithoutMs()) : null)
                    .put("p999WithMs", result.isBesideScoring() ? Double.valueOf(result.p999WithMs()) : null);
            BenchJson.addDriver(sample, result.driver());
        }
        EndToEndBench.Settings members = settings.members();
        json.putObject("settings")
                .put("traffic", members.traffic().label())
                .put("cards", members.cards())
                .put("history", members.history())
                .put("members", members.members())
                .put("backups", members.backups())
                .put("memberHeapBytes", MemorySize.parse("member-heap", members.heap()))
                .put("rules", settings.rules())
                .put("days", settings.days())
                .put("rateTps", settings.rate())
                .put("warmUpMs", settings.warmUp().toMillis())
                .put("durationMs", settings.duration().toMillis());
        return json;
    }
}
