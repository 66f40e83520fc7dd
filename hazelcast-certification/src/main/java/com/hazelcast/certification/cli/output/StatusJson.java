package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.console.overview.Overview;
import com.hazelcast.certification.console.overview.Overview.Dropped;
import com.hazelcast.certification.console.overview.Overview.MapFigures;
import com.hazelcast.certification.console.overview.Overview.MemberRow;
import com.hazelcast.certification.console.overview.Overview.Problem;
import com.hazelcast.certification.console.overview.Overview.Totals;

/** What {@code ctl status --json} prints: the figures of {@link StatusReport}, null where they are not known. Pure. */
public final class StatusJson {
    private StatusJson() {}

    /** The object that {@code docs/reference/json.md} describes. */
    public static ObjectNode of(Overview overview) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("good", StatusReport.isWell(overview))
                .put("state", overview.state().name())
                .put("stateWords", overview.stateWords())
                .put("atMs", overview.atMs())
                .put("tps", overview.tps());
        addProblems(json, overview);
        addMembers(json, overview);
        addShards(json, overview.map());
        addTransactions(json, overview);
        return json;
    }

    private static void addProblems(ObjectNode json, Overview overview) {
        var problems = json.putArray("problems");
        for (Problem problem : overview.problems()) {
            problems.addObject()
                    .put("condition", problem.condition().label())
                    .put("severity", problem.severity().label())
                    .put("what", problem.what())
                    .put("action", problem.action())
                    .put("sinceMs", problem.sinceMs());
        }
    }

    private static void addMembers(ObjectNode json, Overview overview) {
        var members = json.putArray("members");
        for (MemberRow member : overview.members()) {
            members.addObject()
                    .put("address", member.address())
                    .put("state", member.state().name())
                    .put("sinceMs", member.sinceMs())
                    .put("shardsOwned", member.shards().shardsOwned())
                    .put("shardsLoaded", member.shards().shardsLoaded())
                    .put("cards", member.shards().cards())
                    .put("transactionsHeld", member.shards().transactionsHeld())
                    .put("historyBytes", member.memory().historyBytes())
                    .put("life", member.life());
        }
        var left = json.putArray("leftMembers");
        overview.leftMembers()
                .forEach(member ->
                        left.addObject().put("address", member.address()).put("atMs", member.atMs()));
    }

    private static void addShards(ObjectNode json, MapFigures map) {
        json.put("shardCount", map.shardCount())
                .put("shardsLoaded", map.shardsLoaded())
                .put("cards", map.cards())
                .put("transactionsHeld", map.transactionsHeld());
        Dropped dropped = map.dropped();
        json.put("droppedExpired", dropped == null ? null : dropped.expired())
                .put("droppedByBound", dropped == null ? null : dropped.byBound())
                .put("droppedByMemory", dropped == null ? null : dropped.byMemory());
    }

    private static void addTransactions(ObjectNode json, Overview overview) {
        Totals totals = overview.totals();
        json.put("received", totals.received())
                .put("scored", totals.scored())
                .put("duplicate", totals.duplicate())
                .put("rejected", totals.rejected())
                .put("inFlight", overview.inFlight())
                .put("flagged", totals.flagged());
        var resets = json.putArray("resets");
        overview.resets()
                .forEach(reset -> resets.addObject()
                        .put("address", reset.address())
                        .put("atMs", reset.atMs())
                        .put("why", reset.why().label()));
    }
}
