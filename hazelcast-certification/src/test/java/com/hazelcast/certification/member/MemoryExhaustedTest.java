package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An error of memory on a partition thread of a real member in this JVM. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class MemoryExhaustedTest {
    /** With most of the heap free, as when native memory is what there is none of. */
    @Test
    void shouldEndTheMemberWithTheReason() throws Exception {
        List<String> reasons = new CopyOnWriteArrayList<>();
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            Integer key = cluster.keyOwnedBy(member);
            Hazelcast.setOutOfMemoryHandler(new MemoryExhausted(reasons::add));
            IMap<Integer, HistoryShard> map = ShardMap.of(member.hazelcast());

            assertThatThrownBy(() -> map.executeOnKey(key, new WithoutMemory())).isInstanceOf(OutOfMemoryError.class);

            assertThat(reasons).isNotEmpty();
            assertThat(reasons.get(0)).contains("status 3").contains("planted: no direct memory");
        }
    }

    private static final class WithoutMemory implements EntryProcessor<Integer, HistoryShard, Boolean> {
        private static final long serialVersionUID = 1;

        @Override
        public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
            throw new OutOfMemoryError("planted: no direct memory");
        }

        @Override
        public @Nullable EntryProcessor<Integer, HistoryShard, Boolean> getBackupProcessor() {
            return null;
        }
    }
}
