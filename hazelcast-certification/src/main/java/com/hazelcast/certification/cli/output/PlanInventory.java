package com.hazelcast.certification.cli.output;

import com.hazelcast.certification.plan.ClusterPlan;
import java.util.Locale;

/** What {@code plan --inventory} prints: the plan as variables of the playbooks. Pure. */
public final class PlanInventory {
    private static final int MIB_PER_GIB = 1_024;

    private PlanInventory() {}

    /** YAML, for {@code ansible-playbook -e @FILE} or {@code group_vars}. */
    public static String of(ClusterPlan plan) {
        return String.format(
                Locale.ROOT,
                """
                # %d members of %s for %d cards and %d transactions a second, in %d zone(s): fraud plan --inventory.
                fraud_cards: %d
                fraud_backups: %d
                fraud_shards: %d
                fraud_min_members: %d
                fraud_memory: native
                fraud_heap_mib: %d
                fraud_native_mib: %d
                """,
                plan.machines(),
                plan.kind().name(),
                plan.cards(),
                plan.tps(),
                plan.placement().zones(),
                plan.cards(),
                plan.backups(),
                plan.shards(),
                plan.leastMembers(),
                plan.heapGib() * MIB_PER_GIB,
                plan.nativeGib() * MIB_PER_GIB);
    }
}
