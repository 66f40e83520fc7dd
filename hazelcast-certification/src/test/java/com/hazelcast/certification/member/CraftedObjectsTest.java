package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.EntryListenerConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MapStoreConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.function.ComparatorEx;
import com.hazelcast.function.FunctionEx;
import com.hazelcast.jet.aggregate.AggregateOperations;
import com.hazelcast.map.EntryProcessor;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.example.Crafted;
import org.example.CraftedProcessor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What somebody who reaches a member with the cluster's name sends, and what must not come to life there. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class CraftedObjectsTest {
    private static final TestCluster CLUSTER = new TestCluster();
    private static HazelcastInstance attacker;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws IOException {
        attacker = CLUSTER.connectClient(CLUSTER.startMember());
    }

    @AfterAll
    static void end() throws IOException {
        attacker.shutdown();
        CLUSTER.close();
    }

    @Test
    void shouldNotWriteAFileForAQueueWhoseComparatorIsALambda() {
        Path target = folder.resolve("written");
        FunctionEx<String, String> write =
                path -> Files.writeString(Path.of(path), "owned").toString();
        assertThatThrownBy(() -> send(new AtomicReference<>(queue(write, target))))
                .hasStackTraceContaining("not allowed");
        assertThat(target).doesNotExist();
    }

    /** A queue that sorts itself while it is read, by a key that writes a file. */
    private static PriorityQueue<String> queue(FunctionEx<String, String> write, Path target) throws IOException {
        PriorityQueue<String> queue = new PriorityQueue<>(2, ComparatorEx.comparing(write));
        queue.add(target.toString());
        queue.add(target.toString());
        // Sorting it here has written the file as well.
        Files.deleteIfExists(target);
        return queue;
    }

    @Test
    void shouldNotTakeALambdaAsEntryProcessor() {
        assertThatThrownBy(() -> attacker.<Integer, Object>getMap("any")
                        .executeOnKey(1, (EntryProcessor<Integer, Object, String>) entry -> "has run"))
                .hasStackTraceContaining("java.lang.invoke.SerializedLambda")
                .hasStackTraceContaining("not allowed");
    }

    @Test
    void shouldNotTakeAForeignClassOfJava() {
        int before = CraftedProcessor.ARRIVED.get();
        assertStaysDead(new CraftedProcessor(), "org.example.CraftedProcessor", Crafted.ARRIVED.get());
        assertThat(CraftedProcessor.ARRIVED.get()).isEqualTo(before);
    }

    @Test
    void shouldNotTakeAForeignExternalizable() {
        assertStaysDead(new Crafted.External(), "org.example.Crafted$External", Crafted.ARRIVED.get());
    }

    @Test
    void shouldNotMakeAForeignDataSerializableByItsName() {
        assertStaysDead(new Crafted.ByName(), "org.example.Crafted$ByName", Crafted.ARRIVED.get());
    }

    @Test
    void shouldNotCallAForeignHandlerOfAProxy() {
        Object proxy = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Comparable.class}, new Crafted.Handler());
        assertStaysDead(proxy, "not allowed", Crafted.ARRIVED.get());
    }

    @Test
    void shouldNotMakeAForeignClassFromTheCompactForm() {
        Crafted.Compact sent = new Crafted.Compact(1);
        int before = Crafted.ARRIVED.get();
        attacker.getReplicatedMap("any").put("key", sent);
        assertThat(Crafted.ARRIVED.get()).isEqualTo(before);
    }

    @Test
    void shouldNotTakeAJetClassOfHazelcast() {
        assertStaysDead(AggregateOperations.counting(), "not allowed", Crafted.ARRIVED.get());
    }

    @Test
    void shouldNotTakeAMapStoreThatADynamicConfigurationNames() {
        assertNotAdded(new MapConfig("store")
                .setMapStoreConfig(new MapStoreConfig()
                        .setEnabled(true)
                        .setInitialLoadMode(MapStoreConfig.InitialLoadMode.EAGER)
                        .setClassName(Crafted.Handler.class.getName())));
    }

    @Test
    void shouldNotMakeAListenerThatADynamicConfigurationNames() {
        assertNotAdded(new MapConfig("listener")
                .addEntryListenerConfig(new EntryListenerConfig(Crafted.ByName.class.getName(), true, true)));
    }

    private static void assertNotAdded(MapConfig map) {
        assertThatThrownBy(() -> {
                    attacker.getConfig().addMapConfig(map);
                    attacker.getMap(map.getName()).put(1, 1);
                })
                .hasStackTraceContaining("not allowed");
    }

    @Test
    void shouldRunNoSql() {
        assertThatThrownBy(() -> attacker.getSql().execute("SELECT 1").close()).isInstanceOf(RuntimeException.class);
    }

    @Test
    void shouldRunNoJetJob() {
        assertThatThrownBy(() -> attacker.getJet().getJobs()).isInstanceOf(RuntimeException.class);
    }

    private static void send(Object object) {
        // Replicated maps hold objects, so a member brings to life what it is sent.
        attacker.getReplicatedMap("any").put("key", object);
    }

    private static void assertStaysDead(Object object, String named, int before) {
        assertThatThrownBy(() -> send(object)).hasStackTraceContaining(named);
        assertThat(Crafted.ARRIVED.get()).isEqualTo(before);
    }
}
