package com.hazelcast.certification.cluster;

import com.hazelcast.certification.access.ControlCaller;
import com.hazelcast.certification.audit.AuditSerialization;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.kafka.KafkaSeek;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.loading.LoadProgress;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.LoadState;
import com.hazelcast.certification.loading.MissingShards;
import com.hazelcast.certification.metrics.EncodedTimes;
import com.hazelcast.certification.sending.FolderSender;
import com.hazelcast.certification.shard.CardKeyAgreement;
import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.client.config.RoutingMode;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Controls a running cluster, as a client or from a member: loads, starts, stops, and asks its members how they are. What its shards
 * hold is asked by {@link #audit}. Thread-safe.
 *
 * @see ControlVerb
 */
public final class ClusterControl implements AutoCloseable {
    /** The executor of control calls. */
    public static final String EXECUTOR = "fraud-control";

    private final ControlCalls calls;
    private final ClusterAudit audit;

    /** Drives the load that was requested here last; null: none was. */
    private volatile @Nullable Member driver;

    private ClusterControl(ControlCalls calls) {
        this.calls = calls;
        this.audit = new ClusterAudit(calls);
    }

    /** Control from a member or client that is lent: {@link #close} leaves it running. */
    public static ClusterControl lent(HazelcastInstance hazelcast) {
        return new ClusterControl(ControlCalls.lent(hazelcast));
    }

    /** Control from a client that nobody else uses: {@link #close} ends it. */
    static ClusterControl own(HazelcastInstance client, ControlCaller caller) {
        return new ClusterControl(ControlCalls.own(client, caller));
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
        return own(HazelcastClient.newHazelcastClient(config), ControlCaller.here());
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

    /** Lets the loaders of all members load what the specification says, from now on. */
    public void arm(LoadSpec spec) {
        calls.callAll(ControlVerb.ARM, MemberControl.write(spec));
    }

    /**
     * Labels transactions through one member; waits until every copy has the labels, or some time.
     *
     * @param requests some thousands at most, of cards by the codes of their numbers
     * @return a result a request, in their order
     * @throws IllegalStateException when the member fails or does not answer in time
     */
    public List<LabelResult> addLabels(List<LabelRequest> requests) {
        String answer =
                calls.call(calls.members().iterator().next(), ControlVerb.ADD_LABELS, MemberControl.write(requests));
        return List.of(MemberControl.read(answer, LabelResult[].class));
    }

    /**
     * Forgets a card through one member; waits until every copy has, and each member in its list of flagged transactions, or some time.
     * For clients: what a member asks by {@link #forgetFlagged} is less.
     *
     * @param code of its number
     * @return how many transactions were held of it; -1: it was not held
     * @throws IllegalStateException when not every copy or member has forgotten it; says what to do
     */
    public int forgetCard(long code) {
        return Integer.parseInt(
                calls.call(calls.members().iterator().next(), ControlVerb.FORGET_CARD, Long.toString(code)));
    }

    /**
     * Has all other members forget a card in their lists of flagged transactions, also those that do not hold its shard any more. For
     * members, after every copy has forgotten it; the calling one does so itself.
     *
     * @param code of its number
     * @throws IllegalStateException when a member fails or does not answer in time
     */
    public void forgetFlagged(long code) {
        calls.callOthers(ControlVerb.FORGET_CARD, Long.toString(code));
    }

    /**
     * Lets the loaders of all members load nothing more.
     *
     * @param sentImport the import whose histories members remove if they were sent to them; empty: none
     */
    public void disarm(OptionalLong sentImport) {
        calls.callAll(ControlVerb.DISARM, sentImport.isPresent() ? Long.toString(sentImport.getAsLong()) : "");
    }

    /**
     * Begins a load, driven by one member; {@link #requestedLoad} shows how far it is.
     *
     * @param spec what to load; empty: what that member is configured for
     */
    public void load(Optional<LoadSpec> spec) {
        Member asked = calls.members().iterator().next();
        calls.call(asked, ControlVerb.LOAD, spec.map(MemberControl::write).orElse(""));
        driver = asked;
    }

    /**
     * The load that was {@linkplain #load requested} here last, whatever other members have driven: as its driver sees it, or that the driver
     * has left.
     */
    public LoadState requestedLoad() {
        Member asked = driver;
        if (asked == null) {
            return LoadState.NONE;
        }
        try {
            return MemberControl.read(calls.call(asked, ControlVerb.LOAD_STATE, ""), LoadState.class);
        } catch (IllegalStateException e) {
            if (!ControlCalls.hasLeft(e.getCause())) {
                throw e;
            }
            return new LoadState(
                    false,
                    LoadProgress.NONE,
                    "the member that drove the load has left before its end was known; run the command again, which loads the shards that are"
                            + " missing: member=" + asked.getAddress());
        }
    }

    /**
     * Sends a folder of histories to all members, for a load of {@link LoadSpec#ofSent}.
     *
     * @param progress is notified of how far it is
     * @throws IOException when a file cannot be read
     * @throws IllegalStateException when a load runs, the folder does not fit the cluster, or a member has no room, and nothing was sent; or
     *     when a member does not take what is sent, and the next send goes on. Says what to do
     */
    public void send(ImportedFolder folder, FolderSender.Progress progress) throws IOException {
        if (loadState().running()) {
            throw new IllegalStateException(
                    "a load runs, and nothing was sent; 'ctl status' shows how far it is: run the command again when it has ended");
        }
        if (folder.manifest().shardCount() != shardCount()) {
            throw new IllegalStateException(
                    "the folder is made for another number of shards, and nothing was sent; import again with --shards "
                            + shardCount() + ": folder=" + folder.folder() + " shardCount="
                            + folder.manifest().shardCount());
        }
        long send = UUID.randomUUID().getMostSignificantBits();
        new FolderSender<>(folder, send, calls.receivers(), progress).run();
    }

    /**
     * Requires of histories that their cards are identified as the members identify cards: found before they are read, sorted and sent.
     *
     * @param fingerprint of the key of the histories; empty: they have the cards' numbers
     * @throws IllegalArgumentException when it is another one
     */
    public void requireCardKey(String fingerprint) {
        CardKeyAgreement.require(calls.members(), fingerprint);
    }

    /** A load that a member drives, or else one that a member has driven last: several may have. */
    public LoadState loadState() {
        return calls.callAll(ControlVerb.LOAD_STATE, "").stream()
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
            calls.callAll(ControlVerb.START, StartWhen.LOADED.name());
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
        calls.callAll(ControlVerb.START, StartWhen.NOW.name());
    }

    /** Why {@link #start} would refuse, and what to do; empty when it would not. */
    public Optional<String> whyNotStart() {
        int missing = missingShards();
        return missing == 0 || loadState().running()
                ? Optional.empty()
                : Optional.of(MissingShards.refusal(missing, shardCount()));
    }

    /**
     * Shards that are not loaded, or lost.
     *
     * @throws IllegalStateException when they cannot be asked; says why
     */
    public int missingShards() {
        try {
            return MissingShards.count(calls.map(), calls.keys(), ControlCalls.TIMEOUT_MS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    e.getCause() instanceof SplitBrainProtectionException
                            ? "fewer members are here than min-members, and nothing is scored until more join: start them first"
                            : "the shards could not be asked whether they are loaded; try again: " + e.getCause(),
                    e);
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "a shard did not answer within " + ControlCalls.TIMEOUT_MS
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
        return calls.callAll(ControlVerb.STOP, "").stream()
                .map(json -> MemberControl.read(json, StopReport.class))
                .sorted(Comparator.comparing(StopReport::address))
                .toList();
    }

    /** Lets all members forget the latencies recorded so far. */
    public void resetLatency() {
        calls.callAll(ControlVerb.RESET_LATENCY, "");
    }

    /** The times to answers of all members together since their start, or since {@link #resetLatency}. */
    public Histogram answerTimes() {
        return EncodedTimes.sum(calls.callAll(ControlVerb.ANSWER_TIMES, ""));
    }

    /**
     * Goes on with the members that are there and as many copies as they can hold, until another joins.
     *
     * @param members how many are there: whoever sees another number must not decide that
     * @throws IllegalStateException when there are not so many, or so few score nothing
     */
    public void expect(int members) {
        calls.callAll(ControlVerb.EXPECT, Integer.toString(members));
    }

    /** Reads partitions of Kafka on from another place; returns what each member did. */
    public List<KafkaSeek.Result> seekKafka(KafkaSeek seek) {
        return calls.callAll(ControlVerb.KAFKA_SEEK, MemberControl.write(seek)).stream()
                .map(json -> MemberControl.read(json, KafkaSeek.Result.class))
                .toList();
    }

    /** Lets all members go on reading Kafka although too many records were dead letters. */
    public void goOnWithKafka() {
        calls.callAll(ControlVerb.KAFKA_GO_ON, "");
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
        for (Member member : calls.members()) {
            try {
                String json =
                        calls.submit(member, ControlVerb.CONSOLE, question).get(timeoutMs, TimeUnit.MILLISECONDS);
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
        throw new IllegalStateException("no member reported the state of the cluster: " + String.join("; ", failures));
    }

    /** The status of each member, by address. */
    public List<MemberStatus> statuses() {
        return statuses(calls);
    }

    static List<MemberStatus> statuses(ControlCalls calls) {
        return calls.callAll(ControlVerb.STATUS, "").stream()
                .map(json -> MemberControl.read(json, MemberStatus.class))
                .sorted(Comparator.comparing(MemberStatus::address))
                .toList();
    }

    public int shardCount() {
        return calls.keys().shardCount();
    }

    /** What the shards of the cluster hold, on owners and backups. */
    public ClusterAudit audit() {
        return audit;
    }

    /** The sets of rules that decide, and the others. */
    public ClusterRules rules() {
        return new ClusterRules(calls);
    }

    /** Runs sets of rules over the histories that the cluster holds. */
    public ClusterBacktest backtest() {
        return new ClusterBacktest(calls);
    }

    /** Copies what members have on disk, and brings it back. */
    public ClusterBackup backup() {
        return new ClusterBackup(this, calls);
    }

    /** The Hazelcast client or member inside. */
    public HazelcastInstance hazelcast() {
        return calls.hazelcast();
    }

    @Override
    public void close() {
        calls.close();
    }
}
