package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.plan.ClusterPlan;
import com.hazelcast.certification.plan.InstanceKind;
import java.util.List;
import java.util.Locale;

/** What {@code plan --json} prints: the arithmetic for each kind of machine. Pure. */
public final class PlanJson {
    private PlanJson() {}

    /**
     * The object that {@code docs/reference/json.md} describes.
     *
     * @param plans of one load, each with another kind of machine; at least one
     */
    public static ObjectNode of(List<ClusterPlan> plans) {
        ClusterPlan first = plans.get(0);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("cards", first.cards())
                .put("tps", first.tps())
                .put("backups", first.backups())
                .put("bytesPerCard", first.bytesPerCard())
                .put("bytesPerCardLoaded", ClusterPlan.BYTES_PER_CARD_FRESH)
                .put("spares", first.spares())
                .put("historyBytes", Math.round(first.historyBytes()))
                .put("zones", first.placement().zones())
                .put("wireguard", first.placement().wireguard().name().toLowerCase(Locale.ROOT))
                .put("packets", first.placement().network().packetsPerSecond())
                .put("gbit", first.placement().network().gbit())
                .put("roundTripMs", first.placement().network().roundTripMs())
                .put("answerRoundTripsMs", first.answerRoundTripsMs())
                .put("clients", first.clients().connections())
                .put("clientIntervalMs", first.clients().intervalMs())
                .put("clientBatchUs", first.clients().batchUs())
                .put("clientsPerCore", first.connectionsPerCore());
        var kinds = json.putArray("kinds");
        plans.forEach(plan -> addKind(kinds.addObject(), plan));
        return json;
    }

    private static void addKind(ObjectNode json, ClusterPlan plan) {
        InstanceKind kind = plan.kind();
        json.put("kind", kind.name())
                .put("cores", kind.cores())
                .put("memoryGib", kind.memoryGib())
                .put("networkGbit", kind.networkGbit())
                .put("machines", plan.machines())
                .put("machinesCarrying", plan.carrying())
                .put("machinesForMemory", plan.machinesForMemory())
                .put("machinesForCores", plan.machinesForCores())
                .put("machinesForNetwork", plan.machinesForNetwork())
                .put("machinesForPackets", plan.machinesForPackets())
                .put("machinesForCopies", 1 + plan.backups())
                .put("allCores", (long) plan.machines() * kind.cores())
                .put("allMemoryGib", (long) plan.machines() * kind.memoryGib())
                .put("heapGib", plan.heapGib())
                .put("nativeGib", plan.nativeGib())
                .put("machineHistoryBytes", Math.round(plan.machineHistoryBytes()))
                .put("coreTps", Math.round(plan.tpsPerCore()))
                .put("machineTps", Math.round(plan.machineTps()))
                .put("cpuUsPerTransaction", plan.cpuUs(plan.carrying()))
                .put("costMeasured", plan.isCostMeasured())
                .put("costBackups", plan.costBackups())
                .put("costNotMeasured", String.join(", ", plan.costNotMeasured()))
                .put("networkTps", Math.round(plan.machineWireTps()))
                .put("wireBytes", plan.wireBytesPerTransaction())
                .put("packetsPerTransaction", plan.packetsPerTransaction(plan.carrying()))
                .put("firstLimit", plan.firstLimit().name().toLowerCase(Locale.ROOT))
                .put("shards", plan.shards())
                .put("minMembers", plan.leastMembers())
                .put("usdPerHour", plan.usdPerHour())
                .put("zoneTrafficUsdPerHour", plan.zoneTrafficUsdPerHour());
        addUse(json.putObject("all"), plan, plan.machines());
        addUse(json.putObject("oneLost"), plan, plan.machines() - 1);
        boolean isSpread = plan.placement().zones() > 1;
        json.putObject("zoneLost")
                .put("machines", plan.machines() - plan.machinesOfZone())
                .put("copies", plan.copiesWithoutZone())
                .put("memoryShare", isSpread ? plan.memoryUseWithoutZone() : null)
                .put("coreShare", isSpread ? plan.coreUseWithoutZone() : null)
                .put("scores", isSpread && plan.scoresWithoutZone())
                .put("machinesToCarry", isSpread ? plan.machinesToLoseZone() : null);
    }

    private static void addUse(ObjectNode json, ClusterPlan plan, int machines) {
        json.put("machines", machines)
                .put("memoryShare", machines == 0 ? null : plan.memoryUse(machines))
                .put("coreShare", machines == 0 ? null : plan.coreUse(machines))
                .put("canCopy", machines > plan.backups());
    }
}
