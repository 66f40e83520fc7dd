package com.hazelcast.certification.member;

import com.hazelcast.certification.api.http.ApiSettings;
import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.backup.BackupCommands;
import com.hazelcast.certification.cluster.ClusterAudit;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterSecret;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryBound;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.kafka.KafkaSettings;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.LoadState;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.removing.SweepSettings;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.live.ShadowBudget;
import com.hazelcast.certification.scoring.UnknownCards;
import com.hazelcast.certification.shard.ClusterFormat;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.source.GeneratedSources;
import com.hazelcast.certification.source.LatencyFrom;
import com.hazelcast.certification.source.SourceClock;
import com.hazelcast.certification.source.SourceTls;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.waiting.Await;
import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.partition.PartitionService;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Members in this JVM, and sources for them. Waits for named states, with a time-out, and never sleeps blindly. */
public final class TestCluster implements AutoCloseable {
    public static final int CARDS = 5_000;
    static final int HISTORY = 6;
    public static final Duration LATENCY_TARGET = Duration.ofMillis(2);
    public static final long LOADED = (long) CARDS * HISTORY;

    private static final String HOST = "127.0.0.1";
    private static final long STEP_NS = 20_000_000L;
    private static final int SHARDS = 13;

    private final String name = "test-" + System.nanoTime();
    private final List<FraudMember> members = new CopyOnWriteArrayList<>();
    private final List<FraudMember> killed = new CopyOnWriteArrayList<>();
    private final GeneratedSources sources = new GeneratedSources(CARDS);
    private MemoryKind memory = MemoryKind.HEAP;
    private HistoryBound historyBound = HistoryBound.fixed(1L << 30);
    private Acks acks = Acks.STRICT;
    private UnknownCards unknownCards = UnknownCards.ACCEPT;
    private SweepSettings sweeps = new SweepSettings(Optional.empty(), Duration.ofDays(7));
    private int membersMin = 1;
    private Optional<Duration> degradedAfter = Optional.of(Duration.ofMillis(100));
    private boolean isStarting;
    private boolean needsSecondPerson;
    private boolean needsControlUser;
    private long ruleBudgetNs = SetCost.BUDGET_NS;
    private ShadowBudget shadowBudget = ShadowBudget.USUAL;
    private BreakerLimits breaker = BreakerLimits.NONE;
    private Clock clock = Clock.systemUTC();
    private SourceClock sourceClock = SourceClock.REAL;
    private Optional<String> zone = Optional.empty();
    private Optional<CardKey> cardKey = Optional.empty();
    private Optional<ClusterSecret> secret = ClusterSecret.NONE;
    private Optional<SourceTls> sourceTls = Optional.empty();
    private ConsoleSettings console =
            new ConsoleSettings(HOST, 0, Optional.empty(), Optional.empty(), Optional.empty());
    private Optional<ApiSettings> api = Optional.empty();
    private Optional<IntFunction<MemberConfig.OnDisk>> onDisk = Optional.empty();
    private Optional<KafkaSettings> kafka = Optional.empty();
    private BackupCommands backupCommands = BackupCommands.NONE;
    private Optional<MemberLinks> links = Optional.empty();
    private int firstPort;
    private OpenParts parts = new OpenParts();
    private ClusterFormat format = ClusterFormat.OF_THIS_RELEASE;

    /** Members that are started from now on hold histories of so many bytes. */
    TestCluster withHistoryMemory(long bytes) {
        historyBound = HistoryBound.fixed(bytes);
        return this;
    }

    /** Members that are started from now on hold their histories in that memory. */
    TestCluster withMemory(MemoryKind requested) {
        memory = requested;
        return this;
    }

    /** Members that are started from now on keep their shards on disk, by their number. */
    public TestCluster withStorage(IntFunction<MemberConfig.OnDisk> requested) {
        onDisk = Optional.of(requested);
        return this;
    }

    /** Members that are started from now on answer like that. */
    TestCluster withAcks(Acks requested) {
        acks = requested;
        return this;
    }

    /** Members that are started from now on do that with cards without a history. */
    public TestCluster withUnknownCards(UnknownCards requested) {
        unknownCards = requested;
        return this;
    }

    /** Members that are started from now on sweep like that. */
    TestCluster withSweeps(SweepSettings requested) {
        sweeps = requested;
        return this;
    }

    /** Members that are started from now on score nothing while they are fewer. */
    public TestCluster withMinMembers(int count) {
        membersMin = count;
        return this;
    }

    /** Members that are started from now on go on with fewer copies when too few of them have been there for so long. */
    public TestCluster withDegradedAfter(Optional<Duration> requested) {
        degradedAfter = requested;
        return this;
    }

    /** Members that are started from now on reach each other through these links, which can be cut. */
    TestCluster withLinks(MemberLinks requested) {
        links = Optional.of(requested);
        return this;
    }

    /** The name of the cluster. */
    public String name() {
        return name;
    }

    /** Members that are started from now on share that. */
    public TestCluster withSecret(ClusterSecret requested) {
        secret = Optional.of(requested);
        return this;
    }

    /** Members that are started from now on start scoring by themselves. */
    public TestCluster withStart() {
        return withStart(true);
    }

    /** Whether members that are started from now on start scoring by themselves. */
    TestCluster withStart(boolean requested) {
        isStarting = requested;
        return this;
    }

    /** On members that are started from now on, a set is activated by another person than the one who submitted it. */
    public TestCluster withSecondPerson() {
        needsSecondPerson = true;
        return this;
    }

    /** On members that are started from now on, who acts by control calls has to be a user. */
    public TestCluster withControlUsers() {
        needsControlUser = true;
        return this;
    }

    /** On members that are started from now on, a set may cost so much. */
    public TestCluster withRuleBudget(long ns) {
        ruleBudgetNs = ns;
        return this;
    }

    /** On members that are started from now on, sets in the shadow may cost so much together. */
    public TestCluster withShadowBudget(long ns) {
        shadowBudget = new ShadowBudget(ns);
        return this;
    }

    /** Members that are started from now on hold sets to these limits, where an activation gives none. */
    TestCluster withBreaker(BreakerLimits requested) {
        breaker = requested;
        return this;
    }

    /** Members that are started from now on have that clock. */
    TestCluster withClock(Clock requested) {
        clock = requested;
        return this;
    }

    /** Members that are started from now on read records whose times are set by that clock. */
    public TestCluster withSourceClock(SourceClock requested) {
        sourceClock = requested;
        return this;
    }

    /** Members that are started from now on are in that zone. */
    TestCluster withZone(String name) {
        zone = Optional.of(name);
        return this;
    }

    /** Members that are started from now on identify cards by that key. */
    public TestCluster withCardKey(CardKey key) {
        cardKey = Optional.of(key);
        return this;
    }

    /** Members that are started from now on are of a release of that format. */
    TestCluster withFormat(ClusterFormat requested) {
        format = requested;
        return this;
    }

    /** The member that is started next has these parts. */
    TestCluster withParts(OpenParts requested) {
        parts = requested;
        return this;
    }

    /** Members that are started from now on have that console. */
    public TestCluster withConsole(ConsoleSettings requested) {
        console = requested;
        return this;
    }

    /** Members that are started from now on have that API. */
    public TestCluster withApi(ApiSettings requested) {
        api = Optional.of(requested);
        return this;
    }

    /** Members that are started from now on read that from Kafka. */
    public TestCluster withKafka(KafkaSettings requested) {
        kafka = Optional.of(requested);
        return this;
    }

    /** Members that are started from now on run that for backups. */
    public TestCluster withBackupCommands(BackupCommands requested) {
        backupCommands = requested;
        return this;
    }

    /** Members that are started from now on read their sources inside TLS. */
    public TestCluster withSourceTls(SourceTls requested) {
        sourceTls = Optional.of(requested);
        return this;
    }

    /** A source that sends exactly that many transactions, inside TLS. */
    public InetSocketAddress startSource(long count, SourceTls tls) throws IOException {
        return sources.start(count, tls);
    }

    /** A source that sends exactly that many transactions. */
    public InetSocketAddress startSource(long count, long rate) throws IOException {
        return sources.start(count, rate);
    }

    /** A member with one backup that reads from the sources given, if any. */
    public FraudMember startMember(InetSocketAddress... from) throws IOException {
        return startMember(Optional.empty(), from);
    }

    /** A member with one backup, a gateway, and those sources. */
    public FraudMember startMember(GatewaySettings gateway, InetSocketAddress... from) throws IOException {
        return startMember(Optional.of(gateway), from);
    }

    private FraudMember startMember(Optional<GatewaySettings> gateway, InetSocketAddress... from) throws IOException {
        OpenParts opened = parts;
        parts = new OpenParts();
        int port = LocalCluster.freePort();
        int controlPort = LocalCluster.freePort();
        List<InetSocketAddress> join = new ArrayList<>();
        Optional<Path> yaml =
                links.isEmpty() ? Optional.empty() : Optional.of(links.get().add(port));
        if (members.isEmpty()) {
            firstPort = links.isEmpty() ? port : links.get().firstPort();
        } else {
            join.add(InetSocketAddress.createUnresolved(HOST, firstPort));
        }
        FraudMember member = FraudMember.start(
                new MemberConfig(
                        new MemberConfig.Network(
                                name,
                                HOST,
                                port,
                                Optional.of(InetSocketAddress.createUnresolved(HOST, controlPort)),
                                secret,
                                join,
                                yaml,
                                needsControlUser),
                        new MemberConfig.Shards(SHARDS, 1, acks, membersMin, degradedAfter, zone, 2),
                        new MemberConfig.Histories(memory, historyBound, 512, unknownCards, sweeps),
                        onDisk.map(configured -> configured.apply(members.size())),
                        new MemberConfig.Intake(
                                512,
                                16_384,
                                true,
                                OptionalInt.empty(),
                                LATENCY_TARGET,
                                Duration.ofHours(1),
                                cardKey,
                                RuleSetText.shipped(),
                                needsSecondPerson,
                                ruleBudgetNs,
                                shadowBudget,
                                breaker,
                                LatencyFrom.ARRIVAL,
                                sourceClock),
                        new MemberConfig.Sources(List.of(from), sourceTls, 1),
                        new MemberConfig.Generated(CARDS, HISTORY, 1, Traffic.CHALLENGE),
                        console,
                        gateway,
                        api,
                        kafka,
                        backupCommands,
                        new MemberConfig.AtStart(false, Optional.empty(), isStarting)),
                clock,
                opened,
                format);
        members.add(member);
        return member;
    }

    /** A Hazelcast client of that member, with nothing of the product's. */
    public HazelcastInstance connectClient(FraudMember member) {
        return connectClient(member, member.hazelcast().getConfig().getClusterName());
    }

    /** Where a member takes clients. */
    public static Address controlAddress(FraudMember member) {
        return member.hazelcast().getCluster().getLocalMember().getAddressMap().get(EndpointQualifier.CLIENT);
    }

    /** A Hazelcast client that gives that name. */
    public static HazelcastInstance connectClient(FraudMember member, String clusterName) {
        Address address = controlAddress(member);
        ClientConfig config = new ClientConfig();
        config.setClusterName(clusterName);
        config.getNetworkConfig().addAddress(address.getHost() + ":" + address.getPort());
        config.getConnectionStrategyConfig().getConnectionRetryConfig().setClusterConnectTimeoutMillis(2_000);
        return HazelcastClient.newHazelcastClient(config);
    }

    /** The control port of the first member, {@code host:port}. */
    public String controlAddress() {
        Address address = controlAddress(members.get(0));
        return address.getHost() + ":" + address.getPort();
    }

    /** The member port of the first member, {@code host:port}. */
    public String address() {
        return HOST + ":" + firstPort;
    }

    /** Control from the first member. */
    public ClusterControl control() {
        return ClusterControl.lent(members.get(0).hazelcast());
    }

    public void load() {
        control().load(Optional.empty());
        awaitLoaded();
    }

    /** Loads histories that end at that time: the same ones each time. */
    public void load(long untilMs) {
        control().load(Optional.of(new LoadSpec(CARDS, HISTORY, 1, untilMs, Traffic.CHALLENGE)));
        awaitLoaded();
    }

    void awaitLoaded() {
        await("all shards loaded", () -> {
            LoadState load = members.get(0).loadState();
            return load.progress().isDone() && !load.running();
        });
        // While a backup is being made, a gateway may defer what is of its shard: sent again, it is a duplicate.
        awaitSafe();
    }

    private void awaitSafe() {
        await(
                "all partitions safe",
                () -> members.get(0).hazelcast().getPartitionService().isClusterSafe());
    }

    /** Waits until the load of the first member has ended, well or not. */
    LoadState awaitLoadEnded() {
        await("the load has ended", () -> !members.get(0).loadState().running());
        return members.get(0).loadState();
    }

    /** The key of a shard whose owner is that member, which may have joined just now. */
    Integer keyOwnedBy(FraudMember member) {
        await("the member owns a shard", () -> keysOwnedBy(member).findFirst().isPresent());
        return keysOwnedBy(member).findFirst().orElseThrow();
    }

    private static Stream<Integer> keysOwnedBy(FraudMember member) {
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        PartitionService partitions = member.hazelcast().getPartitionService();
        return IntStream.range(0, keys.shardCount()).mapToObj(keys::keyOf).filter(key -> {
            Member owner = partitions.getPartition(key).getOwner();
            return owner != null && owner.localMember();
        });
    }

    /** Compact transactions of now, each of another card of the shard with that key. */
    byte[] transactionsOf(Integer key, int count) {
        ShardKeys keys = ShardKeys.of(members.get(0).hazelcast());
        byte[] transactions = new byte[count * TransactionLayout.TRANSACTION_SIZE_BYTES];
        long card = 0;
        for (int i = 0; i < count; i++) {
            do {
                card++;
            } while (!key.equals(keys.keyOf(CardHash.shard(CardHash.of(card), keys.shardCount()))));
            TransactionLayout.put(
                    transactions,
                    i * TransactionLayout.TRANSACTION_SIZE_BYTES,
                    card,
                    TransactionLayout.times(System.currentTimeMillis(), 107, 107),
                    TransactionLayout.payment(100, 1, 494),
                    TransactionLayout.outcome(9_691, 0));
        }
        return transactions;
    }

    /** Ends all connections between members. */
    void cutLinks() throws IOException {
        links.orElseThrow().cut();
    }

    /** Lets members connect again. */
    void healLinks() throws IOException {
        links.orElseThrow().heal();
    }

    /** Waits until that many transactions are scored, while more come. */
    void awaitScored(FraudMember member, long count) {
        await(count + " transactions scored", () -> member.status().accounting().scored() >= count);
    }

    /** Waits until the member has accounts for that many transactions, and no more come: a look in between rarely finds none in flight. */
    public void awaitAnswered(FraudMember member, long count) {
        AtomicReference<Accounting> last = new AtomicReference<>(member.status().accounting());
        try {
            await(count + " transactions answered", () -> {
                last.set(member.status().accounting());
                return last.get().received() >= count && last.get().inFlight() == 0;
            });
        } catch (AssertionError late) {
            throw new AssertionError(late.getMessage() + ": " + last.get() + ", " + member.copyFigures(), late);
        }
    }

    /** What the whole cluster holds, counted in the data. */
    public ShardSurvey survey() {
        return control().audit().survey().values().stream()
                .map(ClusterAudit.SurveyAt::survey)
                .reduce(ShardSurvey.NONE, ShardSurvey::plus);
    }

    /** Ends a member as a power cut would, as far as that is possible inside one JVM. */
    public void kill(FraudMember member) {
        members.remove(member);
        killed.add(member);
        member.hazelcast().getLifecycleService().terminate();
    }

    /** Lets a member leave in order. */
    public void leave(FraudMember member) {
        members.remove(member);
        member.close();
    }

    public void awaitMembers(int count) {
        await(
                count + " members",
                () -> members.stream()
                        .allMatch(member ->
                                member.hazelcast().getCluster().getMembers().size() == count));
        awaitSafe();
    }

    /** Lets a second or so pass, for a look at what does not happen meanwhile. */
    public static void pause() {
        LockSupport.parkNanos(1_000_000_000L);
    }

    public static void await(String what, BooleanSupplier condition) {
        Await.until(what, condition, STEP_NS);
    }

    @Override
    public void close() throws IOException {
        sources.close();
        List.copyOf(members).forEach(this::kill);
        // The end of a process would end their threads; here these would go on beside all tests that follow.
        killed.forEach(FraudMember::close);
        if (links.isPresent()) {
            links.get().close();
        }
    }
}
