package com.hazelcast.certification.cluster;

import com.hazelcast.certification.audit.ShardDigest;
import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.audit.SurveyShard;
import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.shard.ShardKeys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads what the shards of a running cluster hold, on owners and backups. Thread-safe; asks every shard it needs, and waits. */
public final class ClusterAudit {
    /** A call that waits for longer than {@code hazelcast.operation.call.timeout.millis} behind others fails. */
    private static final int SURVEYS_AT_ONCE = 16;

    private final ControlCalls calls;

    ClusterAudit(ControlCalls calls) {
        this.calls = calls;
    }

    /** As {@link Comparison#readShard}. */
    public List<byte[]> readShard(int shard) {
        return Comparison.readShard(calls, shard);
    }

    /** What each shard holds now, with the moment of its answer; shards that are not loaded are left out. */
    public Map<Integer, SurveyAt> survey() {
        Map<Integer, SurveyAt> surveys = new HashMap<>();
        int shards = calls.keys().shardCount();
        for (int first = 0; first < shards; first += SURVEYS_AT_ONCE) {
            survey(first, Math.min(shards, first + SURVEYS_AT_ONCE), surveys);
        }
        return surveys;
    }

    private void survey(int first, int end, Map<Integer, SurveyAt> surveys) {
        ShardKeys keys = calls.keys();
        Map<Integer, CompletableFuture<SurveyAt>> asked = new HashMap<>();
        for (int shard = first; shard < end; shard++) {
            asked.put(
                    shard,
                    calls.map()
                            .submitToKey(keys.keyOf(shard), new SurveyShard())
                            .thenApplyAsync(
                                    longs -> longs == null
                                            ? null
                                            : new SurveyAt(ShardSurvey.of(longs), System.nanoTime()),
                                    Runnable::run)
                            .toCompletableFuture());
        }
        asked.forEach((shard, answer) -> {
            SurveyAt survey = ControlCalls.await(answer, "survey of shard " + shard);
            if (survey != null) {
                surveys.put(shard, survey);
            }
        });
    }

    /**
     * What each shard's owner holds now, by shard; shards that are not loaded are left out.
     *
     * @throws IllegalStateException when a member cannot be asked, or compares too often already
     */
    public Map<Integer, ShardDigest> digests() {
        return Comparison.digests(calls);
    }

    /** A survey and when it was answered, by {@code System.nanoTime()}. */
    public record SurveyAt(ShardSurvey survey, long atNs) {}

    /**
     * As {@link Comparison#verify}.
     *
     * @throws IllegalStateException when a member cannot be asked, or compares too often already
     */
    public Verification verify() {
        return Comparison.verify(calls);
    }
}
