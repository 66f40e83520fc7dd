package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.plan.CostModel;
import com.hazelcast.certification.plan.MeasuredCost;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code bench scale-out --json} prints. Pure. */
public final class ScaleOutJson {
    private ScaleOutJson() {}

    /**
     * The object that {@code docs/reference/json.md} describes, without model and conditions.
     *
     * @param drivers what the source itself did, of each row
     */
    public static ObjectNode of(List<MeasuredCost> rows, List<DriverWork> drivers) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        var array = json.putArray("rows");
        for (int i = 0; i < rows.size(); i++) {
            ObjectNode row = array.addObject();
            add(row, rows.get(i));
            BenchJson.addDriver(row, drivers.get(i));
        }
        return json;
    }

    private static void add(ObjectNode json, MeasuredCost row) {
        json.put("members", row.members())
                .put("shards", row.shards())
                .put("backups", row.backups())
                .put("offeredTps", row.offeredTps())
                .put("tps", row.tps())
                .put("keptUp", row.hasKeptUp())
                .put("cpuUsPerTransaction", row.cpuUs())
                .put("batchesPerSecond", row.batchesPerSecond())
                .put("stolenShare", known(row.stolenShare()));
        json.putObject("answerTimeMs")
                .put("p50", row.p50Ms())
                .put("p99", row.p99Ms())
                .put("p999", row.p999Ms());
    }

    /** The weights of a model, in microseconds of a processor but for the interval and the share; null where the rows tell none. */
    public static void addModel(ObjectNode json, CostModel model) {
        json.put("rows", model.fittedTo().size())
                .put("greatestError", model.greatestError())
                .put("intervalMs", model.intervalMs())
                .put("workUs", known(model.workUs()))
                .put("workOfBackupUs", known(model.workOfBackupUs()))
                .put("callUs", known(model.callUs()))
                .put("callElsewhereUs", known(model.callElsewhereUs()))
                .put("callOfBackupUs", known(model.callOfBackupUs()))
                .put("memberCoreShare", known(model.memberShare()));
    }

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
