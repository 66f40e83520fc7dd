package com.hazelcast.certification.console.api;

import com.hazelcast.certification.audit.ShardFigures;
import com.hazelcast.certification.console.api.Readiness.Reason;
import com.hazelcast.certification.console.members.MemberParts;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Says whether this member would answer a transaction now, by what it sees itself: asks no other member, and each shard that it owns
 * at most once a second, however often somebody asks. Thread-safe; never blocks.
 */
final class ReadinessCheck {
    /** How long the shards may take before the member counts as not ready. */
    private static final long SHARDS_MAX_MS = 1_000;

    private final MemberParts parts;

    ReadinessCheck(MemberParts parts) {
        this.parts = parts;
    }

    /**
     * The shards at one moment.
     *
     * @param unassigned shards that belong to no member yet
     * @param missing shards of this member that are not loaded
     */
    private record Shards(int owned, int unassigned, int missing) {}

    /** Whether Hazelcast runs; null, or why not. */
    @Nullable
    String whyDead() {
        return parts.hazelcast().getLifecycleService().isRunning() ? null : "Hazelcast has ended in this member";
    }

    /** Whether it is ready, within a second or so. Never fails. */
    CompletableFuture<Readiness> check() {
        List<Reason> reasons = new ArrayList<>();
        String dead = whyDead();
        if (dead != null) {
            reasons.add(new Reason("leaving", dead));
            return CompletableFuture.completedFuture(Readiness.of(reasons));
        }
        try {
            addState(reasons);
            addHeld(reasons);
            return shards().orTimeout(SHARDS_MAX_MS, TimeUnit.MILLISECONDS)
                    .handleAsync(
                            (shards, failure) -> {
                                addShards(reasons, shards);
                                return Readiness.of(reasons);
                            },
                            Runnable::run);
        } catch (HazelcastInstanceNotActiveException | RejectedExecutionException e) {
            reasons.add(new Reason("leaving", "this member is leaving the cluster"));
            return CompletableFuture.completedFuture(Readiness.of(reasons));
        }
    }

    private void addState(List<Reason> reasons) {
        switch (parts.activity().state().get()) {
            case SCORING, WAITING, HELD -> {
                // As it should be; what is held is said for itself.
            }
            case LEAVING -> reasons.add(new Reason("leaving", "this member is leaving the cluster"));
            case WAITING_FOR_LOAD ->
                reasons.add(new Reason(
                        "waiting_for_load",
                        "this member starts as soon as every shard is loaded; load them: ctl load"));
            case LOADING -> reasons.add(new Reason("loading", "this member loads the cluster; wait for it"));
            case TOO_FEW_MEMBERS ->
                reasons.add(new Reason(
                        "too_few_members",
                        "there are fewer members than min-members, so this one scores nothing: members="
                                + parts.hazelcast().getCluster().getMembers().size()));
            case SILENT, UNKNOWN -> {
                // Said of a member by the others, never by itself.
            }
            case STARTING, IDLE ->
                reasons.add(new Reason("not_started", "scoring has not been started; start it: ctl start"));
        }
    }

    private void addHeld(List<Reason> reasons) {
        int held = parts.activity().vitals().get().shardsHeld();
        if (held > 0) {
            reasons.add(new Reason(
                    "held_answers",
                    "answers of some shards are held back until all copies of these are confirmed: shards=" + held));
        }
    }

    private void addShards(List<Reason> reasons, @Nullable Shards shards) {
        if (shards == null) {
            reasons.add(new Reason(
                    "shards_silent", "shards of this member do not answer within a second: ms=" + SHARDS_MAX_MS));
        } else if (shards.unassigned() > 0) {
            reasons.add(new Reason(
                    "not_loaded",
                    "nothing has been loaded; load it: ctl load, shards without a member=" + shards.unassigned()));
        } else if (shards.missing() > 0) {
            reasons.add(new Reason(
                    "not_loaded",
                    "shards of this member are not loaded, or were lost; load them: ctl load, missing="
                            + shards.missing() + " owned=" + shards.owned()));
        }
    }

    /** As this second's look finds them. */
    private CompletableFuture<Shards> shards() {
        int unassigned = 0;
        for (int shard = 0; shard < parts.shards().keys().shardCount(); shard++) {
            Integer key = parts.shards().keys().keyOf(shard);
            if (parts.hazelcast().getPartitionService().getPartition(key).getOwner() == null) {
                unassigned++;
            }
        }
        int without = unassigned;
        return parts.shards()
                .owned()
                .look()
                .thenApplyAsync(
                        ignored -> {
                            ShardFigures known = parts.shards().owned().latest();
                            return new Shards(known.owned(), without, known.missing());
                        },
                        Runnable::run);
    }
}
