package com.hazelcast.certification.member;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.scoring.DigestShard;
import com.hazelcast.certification.scoring.ReadShard;
import com.hazelcast.certification.scoring.ScoringSerialization;
import com.hazelcast.certification.scoring.ShardDigest;
import com.hazelcast.certification.scoring.ShardKeys;
import com.hazelcast.certification.scoring.ShardSurvey;
import com.hazelcast.certification.scoring.SurveyShard;
import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.ExecutionCallback;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import com.hazelcast.core.MemberLeftException;
import com.hazelcast.map.IMap;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reaches a running cluster, as a client or from a member, and tells or asks its members. Thread-safe.
 *
 * @see ControlVerb
 */
public final class ClusterControl implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterControl.class);
    private static final long CALL_TIMEOUT_MS = 60_000;

    private final HazelcastInstance hazelcast;

    /** Control from a member or client that exists; {@link #close} ends it. */
    public ClusterControl(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
    }

    /**
     * Connects as a client.
     *
     * @param address of any member, {@code host:port}
     * @throws IllegalStateException when no member of that cluster answers there within the time
     */
    public static ClusterControl connect(String clusterName, String address, long timeoutMs) {
        ClientConfig config = new ClientConfig();
        config.setClusterName(clusterName);
        config.getNetworkConfig().addAddress(address);
        config.getConnectionStrategyConfig().getConnectionRetryConfig().setClusterConnectTimeoutMillis(timeoutMs);
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.client.statistics.enabled", "false");
        ScoringSerialization.registerFactory(config.getSerializationConfig());
        ControlSerialization.register(config.getSerializationConfig());
        return new ClusterControl(HazelcastClient.newHazelcastClient(config));
    }

    private String call(Member member, ControlVerb verb, String argument) {
        return await(submit(member, verb, argument), verb + " on " + member.getAddress());
    }

    private Future<String> submit(Member member, ControlVerb verb, String argument) {
        return executor().submitToMember(new ControlCall(verb, argument), member);
    }

    private IExecutorService executor() {
        return hazelcast.getExecutorService(HazelcastConfiguration.CONTROL_EXECUTOR);
    }

    private List<String> callAll(ControlVerb verb, String argument) {
        Map<Member, Future<String>> calls = new HashMap<>();
        for (Member member : hazelcast.getCluster().getMembers()) {
            calls.put(member, submit(member, verb, argument));
        }
        List<String> answers = new ArrayList<>();
        calls.forEach((member, call) -> {
            try {
                answers.add(await(call, verb + " on " + member.getAddress()));
            } catch (IllegalStateException e) {
                if (!(e.getCause() instanceof MemberLeftException)) {
                    throw e;
                }
                // It has left between the question and its answer, and is asked no more.
            }
        });
        return answers;
    }

    private static <T> T await(Future<T> future, String what) {
        try {
            return future.get(CALL_TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalStateException(what + " failed: " + cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new IllegalStateException(what + " was not answered within " + CALL_TIMEOUT_MS + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(what + " was interrupted", e);
        }
    }

    void arm(LoadSpec spec) {
        callAll(ControlVerb.ARM, MemberControl.write(spec));
    }

    void disarm() {
        callAll(ControlVerb.DISARM, "");
    }

    /**
     * Begins a load, driven by one member; {@link #statuses} shows how far it is.
     *
     * @param spec what to load; empty: what that member is configured for
     */
    public void load(Optional<LoadSpec> spec) {
        Member driver = hazelcast.getCluster().getMembers().iterator().next();
        call(driver, ControlVerb.LOAD, spec.map(MemberControl::write).orElse(""));
    }

    /** The load that a member drives, or has driven last. */
    public LoadState loadState() {
        return callAll(ControlVerb.LOAD_STATE, "").stream()
                .map(json -> MemberControl.read(json, LoadState.class))
                .filter(load -> load.running() || load.progress().shardCount() > 0)
                .max(Comparator.comparing(LoadState::running))
                .orElse(LoadState.NONE);
    }

    /** Starts the readers of all members. */
    public void start() {
        callAll(ControlVerb.START, "");
    }

    /** Stops the readers of all members; returns when what they had read is answered. */
    public void stop() {
        callAll(ControlVerb.STOP, "");
    }

    /** Lets all members forget the latencies recorded so far. */
    public void resetLatency() {
        callAll(ControlVerb.RESET_LATENCY, "");
    }

    /** Goes on with that many members, and as many copies as they can hold, from now on. */
    public void expect(int members) {
        Member any = hazelcast.getCluster().getMembers().iterator().next();
        call(any, ControlVerb.EXPECT, Integer.toString(members));
    }

    /**
     * How many replicas of each of these shards, by key, the probe has passed; the members forget the probe. Returns as soon as each
     * has so many: a member that starts, leaves or is frozen is waited for only when its replicas are needed.
     */
    Map<Integer, Integer> countProbes(long probe, Set<Integer> keys, int wanted, long timeoutMs)
            throws InterruptedException {
        Set<Member> members = hazelcast.getCluster().getMembers();
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        for (Member member : members) {
            executor()
                    .submitToMember(
                            new ControlCall(ControlVerb.TAKE_PROBE, Long.toString(probe)),
                            member,
                            new ProbeAnswer(answers));
        }
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        Map<Integer, Integer> counts = new HashMap<>();
        int left = members.size();
        while (left > 0 && keys.stream().anyMatch(key -> counts.getOrDefault(key, 0) < wanted)) {
            String json = answers.poll(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (json == null) {
                LOG.debug("{} member(s) did not tell their probes in {} ms", left, timeoutMs);
                break;
            }
            for (Integer key : MemberControl.read(json, Integer[].class)) {
                counts.merge(key, 1, Integer::sum);
            }
            left--;
        }
        return counts;
    }

    /** Puts what a member answers among the answers; one that fails has no probes. */
    private record ProbeAnswer(BlockingQueue<String> answers) implements ExecutionCallback<String> {
        @Override
        public void onResponse(String json) {
            answers.add(json);
        }

        @Override
        public void onFailure(Throwable failure) {
            LOG.debug("a member did not tell its probes", failure);
            answers.add("[]");
        }
    }

    /** The status of each member, by address. */
    public List<MemberStatus> statuses() {
        return callAll(ControlVerb.STATUS, "").stream()
                .map(json -> MemberControl.read(json, MemberStatus.class))
                .sorted(Comparator.comparing(MemberStatus::address))
                .toList();
    }

    public int shardCount() {
        return ShardKeys.of(hazelcast).shardCount();
    }

    private IMap<Integer, HistoryShard> map() {
        return hazelcast.getMap(HazelcastConfiguration.HISTORY_MAP);
    }

    /**
     * Reads all copies of a shard at the same point of the stream. For audits of small clusters: it copies everything.
     *
     * @return compact transactions one behind the other; the owner's first, then each backup's
     * @throws IllegalStateException when the shard is not loaded, or lost
     */
    public List<byte[]> readShard(int shard) {
        int key = ShardKeys.of(hazelcast).keyOf(shard);
        callAll(ControlVerb.TAKE_BACKUP_CONTENTS, Integer.toString(key));
        byte[] owner = await(map().submitToKey(key, new ReadShard()).toCompletableFuture(), "reading shard " + shard);
        if (owner == null) {
            throw new IllegalStateException("the shard is not loaded, or lost: shard=" + shard);
        }
        List<byte[]> copies = new ArrayList<>(List.of(owner));
        for (String backup : callAll(ControlVerb.TAKE_BACKUP_CONTENTS, Integer.toString(key))) {
            if (!backup.isEmpty()) {
                copies.add(Base64.getDecoder().decode(backup));
            }
        }
        return copies;
    }

    /** What each shard holds now, with the moment of its answer; shards that are not loaded are left out. */
    public Map<Integer, SurveyAt> survey() {
        ShardKeys keys = ShardKeys.of(hazelcast);
        Map<Integer, CompletableFuture<SurveyAt>> asked = new HashMap<>();
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            asked.put(
                    shard,
                    map().submitToKey(keys.keyOf(shard), new SurveyShard())
                            .thenApplyAsync(
                                    longs -> longs == null
                                            ? null
                                            : new SurveyAt(ShardSurvey.of(longs), System.nanoTime()),
                                    Runnable::run)
                            .toCompletableFuture());
        }
        Map<Integer, SurveyAt> surveys = new HashMap<>();
        asked.forEach((shard, answer) -> {
            SurveyAt survey = await(answer, "survey of shard " + shard);
            if (survey != null) {
                surveys.put(shard, survey);
            }
        });
        return surveys;
    }

    /** A survey and when it was answered, by {@code System.nanoTime()}. */
    public record SurveyAt(ShardSurvey survey, long atNs) {}

    /** Compares each shard's owner with its backups, at the same point of the stream even while it flows. */
    public Verification verify() {
        ShardKeys keys = ShardKeys.of(hazelcast);
        int members = hazelcast.getCluster().getMembers().size();
        List<MemberStatus> statuses = statuses();
        int configured = statuses.stream().mapToInt(MemberStatus::backups).max().orElse(0);
        int backupsWanted = Math.min(configured, members - 1);
        callAll(ControlVerb.TAKE_BACKUP_DIGESTS, "");
        Map<Integer, ShardDigest> owners = new HashMap<>();
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            long[] answer = await(
                    map().submitToKey(keys.keyOf(shard), new DigestShard()).toCompletableFuture(),
                    "digest of shard " + shard);
            if (answer != null) {
                owners.put(shard, ShardDigest.of(answer));
            }
        }
        Map<Integer, List<ShardDigest>> backups = new HashMap<>();
        for (String json : callAll(ControlVerb.TAKE_BACKUP_DIGESTS, "")) {
            readDigests(json)
                    .forEach((key, digest) -> backups.computeIfAbsent(shardOf(keys, key), ignored -> new ArrayList<>())
                            .add(digest));
        }
        return Verification.of(keys.shardCount(), backupsWanted, owners, backups);
    }

    private static int shardOf(ShardKeys keys, int key) {
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            if (keys.keyOf(shard) == key) {
                return shard;
            }
        }
        throw new IllegalStateException("no shard has that key: key=" + key);
    }

    private static Map<Integer, ShardDigest> readDigests(String json) {
        try {
            return MemberControl.JSON.readValue(json, new TypeReference<Map<Integer, ShardDigest>>() {});
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("not digests: " + json, e);
        }
    }

    /** The Hazelcast client or member inside. */
    public HazelcastInstance hazelcast() {
        return hazelcast;
    }

    @Override
    public void close() {
        hazelcast.shutdown();
    }
}
