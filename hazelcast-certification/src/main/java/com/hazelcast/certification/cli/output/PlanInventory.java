package com.hazelcast.certification.cli.output;

import com.hazelcast.certification.plan.ClusterPlan;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What {@code plan --inventory} prints: the plan as variables of the playbooks. Pure. */
public final class PlanInventory {
    private static final int MIB_PER_GIB = 1_024;

    private PlanInventory() {}

    /** YAML, for {@code ansible-playbook -e @FILE} or {@code group_vars}. */
    public static String of(ClusterPlan plan) {
        String heading = String.format(
                Locale.ROOT,
                "# %d members of %s for %d cards and %d transactions a second, in %d zone(s): fraud plan --inventory.",
                plan.machines(),
                plan.kind().name(),
                plan.cards(),
                plan.tps(),
                plan.placement().zones());
        return Stream.of(
                        heading,
                        "fraud_cards: " + plan.cards(),
                        "fraud_backups: " + plan.backups(),
                        "fraud_shards: " + plan.shards(),
                        "fraud_min_members: " + plan.leastMembers(),
                        "fraud_memory: native",
                        "fraud_heap_mib: " + plan.heapGib() * MIB_PER_GIB,
                        "fraud_native_mib: " + plan.nativeGib() * MIB_PER_GIB)
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }
}
