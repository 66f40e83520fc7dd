package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.console.members.MemberParts;
import com.hazelcast.certification.console.overview.Overview.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The conditions that one member sees without asking the others for more than a sign of life: what its metric {@code
 * fraud_condition} has. It is found by what finds the cluster's, from this member alone. Missing backups are not among them: of
 * those one member does not know; Prometheus adds the members up. Thread-safe.
 */
public final class OwnConditions {
    private final MemberParts parts;
    private final MemberFigures figures;
    private final MemberHearing hearing;
    private final LeftMembers leftMembers;

    /** Of a member. */
    public OwnConditions(MemberParts parts, MemberFigures figures, MemberHearing hearing, LeftMembers leftMembers) {
        this.parts = parts;
        this.figures = figures;
        this.hearing = hearing;
        this.leftMembers = leftMembers;
    }

    /** Every condition by its label, and whether it holds now. */
    public Map<String, Boolean> byLabel() {
        Set<Condition> found = find().stream().map(Problem::condition).collect(Collectors.toSet());
        Map<String, Boolean> all = new TreeMap<>();
        for (Condition condition : Condition.OWN) {
            if (condition != Condition.BACKUP_MISSING) {
                all.put(condition.label(), found.contains(condition));
            }
        }
        return all;
    }

    private List<Problem> find() {
        MemberSample own = figures.ownSample();
        List<MemberView> views = new ArrayList<>(hearing.silent());
        views.removeIf(view -> view.address().equals(parts.address()));
        views.add(new MemberView(parts.address(), own, null));
        return new ClusterConditions(
                        views,
                        new ClusterConditions.Shards(
                                shardCount(own.shards().owned()), own.shards().loadedIfKnown(), null),
                        Overview.Totals.of(
                                own.counters().accounting(), own.counters().flagged()),
                        leftMembers.list(),
                        parts.clock().millis())
                .problems();
    }

    /** Of a member that owns none because all are with others, none; because nobody owns one yet, all. */
    private int shardCount(int owned) {
        boolean areAssigned = owned > 0
                || parts.hazelcast()
                                .getPartitionService()
                                .getPartition(parts.shards().keys().keyOf(0))
                                .getOwner()
                        != null;
        return areAssigned ? owned : parts.shards().keys().shardCount();
    }
}
