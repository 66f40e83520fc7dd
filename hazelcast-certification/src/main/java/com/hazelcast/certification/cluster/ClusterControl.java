package com.hazelcast.certification.cluster;

import com.hazelcast.certification.audit.AuditSerialization;
import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.audit.SurveyShard;
import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.LoadState;
import com.hazelcast.certification.loading.MissingShards;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.client.config.RoutingMode;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import com.hazelcast.core.MemberLeftException;
import com.hazelcast.map.IMap;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reaches a running cluster, as a client or from a member, and tells or asks its members. Thread-safe.
 *
 * @see ControlVerb
 */
public final class ClusterControl implements AutoCloseable {
    /** The executor of control calls. */
    public static final String EXECUTOR = "fraud-control";

    private static final long CALL_TIMEOUT_MS = 60_000;

    private final HazelcastInstance hazelcast;

    /** Control from a member or client that exists; {@link #close} ends it. */
    public ClusterControl(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
    }

    /**
     * Connects as a client.
     *
     * @param secret of the cluster, if it has one
     * @param address of any member's control port, {@code host:port}
     * @throws IllegalStateException when no member of that cluster answers there within the time
     */
    public static ClusterControl connect(
            String clusterName, Optional<ClusterSecret> secret, String address, long timeoutMs) {
        ClientConfig config = clientConfig(clusterName, secret, address);
        config.getConnectionStrategyConfig().getConnectionRetryConfig().setClusterConnectTimeoutMillis(timeoutMs);
        return new ClusterControl(HazelcastClient.newHazelcastClient(config));
    }

    static ClientConfig clientConfig(String clusterName, Optional<ClusterSecret> secret, String address) {
        ClientConfig config = new ClientConfig();
        config.setClusterName(ClusterSecret.joinName(clusterName, secret));
        config.setProperty("hazelcast.logging.details.enabled", Boolean.toString(secret.isEmpty()));
        config.getNetworkConfig().addAddress(address);
        // Through that member alone: the others' control ports are on loopback addresses of other hosts.
        config.getNetworkConfig().getClusterRoutingConfig().setRoutingMode(RoutingMode.SINGLE_MEMBER);
        config.getSerializationConfig().setJavaSerializationFilterConfig(AllowedClasses.filter());
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.client.statistics.enabled", "false");
        AuditSerialization.register(config.getSerializationConfig());
        ClusterSerialization.register(config.getSerializationConfig());
        return config;
    }

    private String call(Member member, ControlVerb verb, String argument) {
        return await(submit(member, verb, argument), verb + " on " + member.getAddress());
    }

    private Future<String> submit(Member member, ControlVerb verb, String argument) {
        return executor().submitToMember(new ControlCall(verb, argument), member);
    }

    private IExecutorService executor() {
        return hazelcast.getExecutorService(EXECUTOR);
    }

    List<String> callAll(ControlVerb verb, String argument) {
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

    static <T> T await(Future<T> future, String what) {
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

    /** Lets the loaders of all members load what the specification says, from now on. */
    public void arm(LoadSpec spec) {
        callAll(ControlVerb.ARM, MemberControl.write(spec));
    }

    /** Lets the loaders of all members load nothing more. */
    public void disarm() {
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

    /**
     * Starts the readers and gateways of all members; while a load runs, as soon as it has ended.
     *
     * @return whether they have started
     * @throws IllegalStateException when shards are not loaded and no load runs: all of their transactions would be rejected
     */
    public boolean start() {
        if (loadState().running()) {
            callAll(ControlVerb.START, StartWhen.LOADED.name());
            return false;
        }
        whyNotStart().ifPresent(why -> {
            throw new IllegalStateException(why);
        });
        startWithoutHistories();
        return true;
    }

    /** Starts the readers and gateways of all members, whatever is loaded: transactions of shards that are not are rejected. */
    public void startWithoutHistories() {
        callAll(ControlVerb.START, StartWhen.NOW.name());
    }

    /** Why {@link #start} would refuse, and what to do; empty when it would not. */
    public Optional<String> whyNotStart() {
        int missing = missingShards();
        return missing == 0 || loadState().running()
                ? Optional.empty()
                : Optional.of(MissingShards.refusal(missing, shardCount()));
    }

    private int missingShards() {
        try {
            return MissingShards.count(map(), ShardKeys.of(hazelcast), CALL_TIMEOUT_MS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    e.getCause() instanceof SplitBrainProtectionException
                            ? "fewer members are here than min-members, and nothing is scored until more join: start them first"
                            : "the shards could not be asked whether they are loaded; try again: " + e.getCause(),
                    e);
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "a shard did not say within " + CALL_TIMEOUT_MS
                            + " ms whether it is loaded; look at 'ctl status', and try again",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the shards were asked whether they are loaded", e);
        }
    }

    /**
     * Stops the readers and gateways of all members; returns when what they had read is answered, or when a member has waited
     * too long for that: its report says so.
     */
    public List<StopReport> stop() {
        return callAll(ControlVerb.STOP, "").stream()
                .map(json -> MemberControl.read(json, StopReport.class))
                .sorted(Comparator.comparing(StopReport::address))
                .toList();
    }

    /** Lets all members forget the latencies recorded so far. */
    public void resetLatency() {
        callAll(ControlVerb.RESET_LATENCY, "");
    }

    /**
     * Goes on with the members that are there and as many copies as they can hold, until another joins.
     *
     * @param members how many are there: whoever sees another number must not decide that
     * @throws IllegalStateException when there are not so many, or so few score nothing
     */
    public void expect(int members) {
        callAll(ControlVerb.EXPECT, Integer.toString(members));
    }

    /**
     * Puts a question to the console of one member after the other until one answers, so that one that hangs costs its time-out and no
     * more.
     *
     * @param timeoutMs for each of them
     * @throws IllegalStateException when none answers; names them
     */
    public String askConsole(String question, long timeoutMs) {
        List<String> failures = new ArrayList<>();
        for (Member member : hazelcast.getCluster().getMembers()) {
            try {
                String json = submit(member, ControlVerb.CONSOLE, question).get(timeoutMs, TimeUnit.MILLISECONDS);
                if (!json.isEmpty()) {
                    return json;
                }
                failures.add(member.getAddress() + " is starting");
            } catch (ExecutionException e) {
                failures.add(member.getAddress() + ": " + e.getCause());
            } catch (TimeoutException e) {
                failures.add(member.getAddress() + " did not answer within " + timeoutMs + " ms");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while asking " + member.getAddress(), e);
            }
        }
        throw new IllegalStateException("no member says how the cluster is: " + String.join("; ", failures));
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

    IMap<Integer, HistoryShard> map() {
        return ShardMap.of(hazelcast);
    }

    /** As {@link Comparison#readShard}. */
    public List<byte[]> readShard(int shard) {
        return Comparison.readShard(this, shard);
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

    /** As {@link Comparison#verify}. */
    public Verification verify() {
        return Comparison.verify(this);
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
