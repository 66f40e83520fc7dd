package com.hazelcast.certification.copies;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryBound;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.core.HazelcastInstance;
import java.lang.reflect.Proxy;
import java.util.AbstractMap.SimpleEntry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class ProbeBackupTest {
    private static final long PROBE = 42;
    private static final int KEY = 5;

    private final CopiesContext context = new CopiesContext();
    private final HistoryShard shard =
            new HistoryShard(new HistoryMemory(MemoryKind.HEAP, HistoryBound.fixed(1 << 20)), 512, 10);

    @Test
    void shouldCountACopyThatIsInPlace() {
        shard.install();

        probe(shard);

        assertThat(context.probes().take(PROBE)).containsExactly(KEY);
        assertThat(shard.epoch().promised()).as("what the owner promises").isEqualTo(3);
    }

    @Test
    void shouldNotCountWhatOnlyTheLoaderHasMadeOnABackup() {
        probe(shard);

        assertThat(context.probes().take(PROBE)).isEmpty();
    }

    @Test
    void shouldEndWhatIsKnownOfCopiesWhereTheOwnerHasBecomeABackup() {
        shard.install();
        long tenure = shard.copies().tenure(7, () -> 1);
        assertThat(shard.copies().complete(7, tenure)).isTrue();

        probe(shard);

        assertThat(shard.copies().isComplete(7)).isFalse();
        assertThat(shard.copies().tenure(7, () -> 2)).as("another tenure").isNotEqualTo(tenure);
        assertThat(shard.copies().complete(7, tenure)).isFalse();
    }

    private void probe(HistoryShard held) {
        Map<String, Object> userContext = new ConcurrentHashMap<>();
        context.register(userContext);
        new ShardContext(1, 1).register(userContext);
        ProbeBackup probe = new ProbeBackup(PROBE, 3);
        probe.setHazelcastInstance((HazelcastInstance) Proxy.newProxyInstance(
                HazelcastInstance.class.getClassLoader(),
                new Class<?>[] {HazelcastInstance.class},
                (proxy, method, arguments) -> method.getName().equals("getUserContext") ? userContext : null));
        probe.process(new SimpleEntry<>(KEY, held));
    }
}
