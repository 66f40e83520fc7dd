package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.results.ResultFailure;
import com.hazelcast.certification.bench.results.ResultRun;
import com.hazelcast.certification.bench.results.TableRun;
import java.util.List;

/** What {@code bench all --json} prints, without its conditions. Pure. */
public final class ResultsJson {
    private ResultsJson() {}

    /**
     * The object that {@code docs/reference/json.md} describes.
     *
     * @param rows that were made one by one
     * @param commands that have written the rows of whole tables
     * @param failures of both
     */
    public static ObjectNode of(List<ResultRun.Made> rows, List<TableRun.Made> commands, List<ResultFailure> failures) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("good", failures.isEmpty());
        ArrayNode made = json.putArray("rows");
        for (ResultRun.Made row : rows) {
            ObjectNode one = made.addObject()
                    .put("table", row.row().table())
                    .put("what", row.row().what())
                    .put("command", row.row().commandLine())
                    .put("stolenShare", Double.isNaN(row.stolenShare()) ? null : row.stolenShare());
            row.figures().forEach(one.putArray("figures")::add);
        }
        ArrayNode ran = json.putArray("commands");
        commands.forEach(
                command -> ran.addObject().put("table", command.table()).put("command", command.command()));
        ArrayNode failed = json.putArray("failed");
        failures.forEach(failure -> failed.addObject()
                .put("table", failure.table())
                .put("what", failure.what())
                .put("command", failure.command())
                .put("reason", failure.reason()));
        return json;
    }
}
