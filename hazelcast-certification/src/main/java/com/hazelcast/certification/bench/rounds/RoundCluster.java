package com.hazelcast.certification.bench.rounds;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.traffic.NaturalPast;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.config.Config;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.spi.properties.ClusterProperty;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Members of the first four ways, in this process, with their cards. Used by one thread. */
final class RoundCluster implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final String MAP = "cards";
    private static final int LOADING_MAX = 256;
    private static final long SEED = 1;

    private final RoundsBench.Settings settings;
    private final Way way;
    private final List<HazelcastInstance> members = new ArrayList<>();
    private final List<RoundReader> readers = new ArrayList<>();

    /** Starts the members and loads the cards. */
    RoundCluster(RoundsBench.Settings settings, Way way, Clock clock) throws IOException, InterruptedException {
        this.settings = settings;
        this.way = way;
        try {
            start();
            load(clock.millis());
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void start() throws IOException {
        String name = UUID.randomUUID().toString();
        List<Integer> ports = new ArrayList<>();
        while (ports.size() < settings.members()) {
            int port = LocalCluster.freePort();
            if (!ports.contains(port)) {
                ports.add(port);
            }
        }
        for (int port : ports) {
            members.add(Hazelcast.newHazelcastInstance(config(name, port, ports)));
        }
    }

    private Config config(String name, int port, List<Integer> ports) {
        Config config = new Config();
        config.setClusterName(name);
        config.setInstanceName(name + "-" + port);
        config.setProperty(ClusterProperty.PHONE_HOME_ENABLED.getName(), "false");
        config.setProperty(ClusterProperty.SHUTDOWNHOOK_ENABLED.getName(), "false");
        config.setProperty(ClusterProperty.SOCKET_BIND_ANY.getName(), "false");
        config.setProperty(ClusterProperty.WAIT_SECONDS_BEFORE_JOIN.getName(), "0");
        config.setProperty(ClusterProperty.PARTITION_COUNT.getName(), Integer.toString(settings.shards()));
        config.getJetConfig().setEnabled(false);
        NetworkConfig network = config.getNetworkConfig();
        network.setPort(port).setPortAutoIncrement(false);
        network.getInterfaces().setEnabled(true).addInterface(HOST);
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true);
        ports.forEach(each -> join.getTcpIpConfig().addMember(HOST + ":" + each));
        RoundMessages.register(config.getSerializationConfig());
        config.addMapConfig(new MapConfig(MAP)
                .setInMemoryFormat(InMemoryFormat.OBJECT)
                .setBackupCount(settings.backups())
                .setAsyncBackupCount(0));
        return config;
    }

    private void load(long untilMs) throws InterruptedException {
        NaturalPast past = new NaturalPast(Traffic.NATURAL, settings.cards(), SEED);
        ShardKeys keys = ShardKeys.of(members.get(0));
        List<CardShard> shards = new ArrayList<>();
        Loading loading = new Loading(members.get(0).getMap(MAP));
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            shards.add(new CardShard());
        }
        for (long card = 0; card < settings.cards(); card++) {
            ListedCard history = history(past, card, untilMs);
            if (way == Way.SHARDS) {
                shards.get(shardOf(card, shards.size())).put(card, history);
            } else {
                loading.put(card, history);
            }
        }
        if (way == Way.SHARDS) {
            for (int shard = 0; shard < shards.size(); shard++) {
                loading.put(keys.keyOf(shard), shards.get(shard));
            }
        }
        loading.end();
    }

    /** Of the shards of this package. */
    static int shardOf(long card, int shardCount) {
        return CardHash.shard(CardHash.of(card), shardCount);
    }

    private ListedCard history(NaturalPast past, long card, long untilMs) {
        ListedCard history = new ListedCard();
        past.card(card);
        long beginMs = untilMs - HistoryLimits.HORIZON_MS + 1;
        for (int i = 0; i < settings.history(); i++) {
            past.draw(
                    beginMs + HistoryLimits.HORIZON_MS * i / settings.history(),
                    beginMs + HistoryLimits.HORIZON_MS * (i + 1) / settings.history());
            history.add(past.times(), past.payment(), past.outcome());
        }
        return history;
    }

    /** Puts entries, many at once. */
    private static final class Loading {
        private final IMap<Object, CardHolder> map;
        private final Semaphore free = new Semaphore(LOADING_MAX);
        private volatile @Nullable Throwable failure;

        Loading(IMap<Object, CardHolder> map) {
            this.map = map;
        }

        void put(Object key, CardHolder value) throws InterruptedException {
            free.acquire();
            var unused = map.setAsync(key, value).whenComplete((done, thrown) -> {
                if (thrown != null) {
                    failure = thrown;
                }
                free.release();
            });
        }

        void end() throws InterruptedException {
            free.acquire(LOADING_MAX);
            Throwable thrown = failure;
            if (thrown != null) {
                throw new IllegalStateException("the cards could not be loaded", thrown);
            }
        }
    }

    /** Begins to read a source on that port. */
    void read(int port) {
        for (HazelcastInstance member : members) {
            IMap<Object, CardHolder> map = member.getMap(MAP);
            ShardKeys keys = ShardKeys.of(member);
            int count = way == Way.ONE_CALL ? settings.callers() : settings.readers();
            for (int i = 0; i < count; i++) {
                readers.add(new RoundReader(
                        way, map, keys, new InetSocketAddress(HOST, port), Math.max(1, settings.window() / count)));
            }
        }
        readers.forEach(RoundReader::start);
    }

    /**
     * Transactions that have been answered.
     *
     * @throws IllegalStateException when a reader has failed
     */
    RoundReader.Figures figures() {
        return readers.stream().map(RoundReader::figures).reduce(RoundReader.Figures.NONE, RoundReader.Figures::plus);
    }

    @Override
    public void close() {
        readers.forEach(RoundReader::close);
        // The calls that are under way have a second to come back.
        for (RoundReader reader : readers) {
            reader.awaitEnd(1, TimeUnit.SECONDS);
        }
        for (HazelcastInstance member : members) {
            member.getLifecycleService().terminate();
        }
    }
}
