package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.EndToEndBench;
import com.hazelcast.certification.bench.RulesSwitchBench;
import com.hazelcast.certification.bench.watch.RuleSwitches;
import com.hazelcast.certification.bench.watch.RuleSwitches.Switch;
import com.hazelcast.certification.cli.options.MemorySize;
import java.util.function.ToDoubleFunction;

/** What {@code bench rules-switch --json} prints, without its conditions. Pure. */
public final class RuleSwitchJson {
    private RuleSwitchJson() {}

    /** What was found, and with which options. */
    public static ObjectNode of(RulesSwitchBench.Result result, RulesSwitchBench.Settings settings) {
        RuleSwitches switches = result.switches();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("good", result.unaccounted() == 0).put("unaccounted", result.unaccounted());
        ArrayNode array = json.putArray("switches");
        switches.switches()
                .forEach(one -> addFigures(
                        array.addObject().put("number", one.number()).put("set", one.set()),
                        figure -> figure.applyAsDouble(one)));
        addFigures(json.putObject("median"), switches::median);
        addFigures(json.putObject("worst"), switches::worst);
        BenchJson.addDriver(json, result.driver());
        addSettings(json.putObject("settings"), settings);
        return json;
    }

    private static void addFigures(ObjectNode json, ToDoubleFunction<ToDoubleFunction<Switch>> value) {
        json.put("acknowledgedMs", value.applyAsDouble(Switch::acknowledgedMs))
                .put("p999BeforeMs", value.applyAsDouble(Switch::p999BeforeMs))
                .put("p999WithoutMs", value.applyAsDouble(Switch::p999WithoutMs))
                .put("p999AroundMs", value.applyAsDouble(Switch::p999AroundMs))
                .put("withoutDifferenceMs", value.applyAsDouble(Switch::withoutDifferenceMs))
                .put("differenceMs", value.applyAsDouble(Switch::differenceMs))
                .put("addedMs", value.applyAsDouble(Switch::addedMs));
    }

    private static void addSettings(ObjectNode json, RulesSwitchBench.Settings settings) {
        EndToEndBench.Settings members = settings.members();
        json.put("traffic", members.traffic().label())
                .put("cards", members.cards())
                .put("history", members.history())
                .put("members", members.members())
                .put("backups", members.backups())
                .put("memberHeapBytes", MemorySize.parse("member-heap", members.heap()))
                .put("rateTps", settings.rate())
                .put("rules", settings.rules())
                .put("switches", settings.switches())
                .put("warmUpMs", settings.warmUp().toMillis())
                .put("beforeMs", settings.before().toMillis());
    }
}
