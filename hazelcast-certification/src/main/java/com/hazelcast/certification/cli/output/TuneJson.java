package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.tune.Tuning;
import java.util.List;

/** What {@code bench tune --json} prints, without settings and conditions. Pure. */
public final class TuneJson {
    private TuneJson() {}

    /**
     * The object that {@code docs/reference/json.md} describes.
     *
     * @param trials all that were made, the last two included
     */
    public static ObjectNode of(Tuning.Outcome outcome, List<Tuning.Trial> trials) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("complete", outcome.isComplete());
        json.put("inTime", outcome.isInTime());
        add(json.putObject("before"), outcome.before());
        add(json.putObject("best"), outcome.best());
        ArrayNode array = json.putArray("trials");
        trials.forEach(trial -> add(array.addObject(), trial));
        return json;
    }

    private static void add(ObjectNode json, Tuning.Trial trial) {
        ObjectNode values = json.putObject("values");
        trial.values().forEach(values::put);
        json.put("tps", trial.figures().tps()).put("p99Ms", trial.figures().p99Ms());
        BenchJson.addDriver(json, trial.figures().driver());
    }
}
