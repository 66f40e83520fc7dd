package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A member whose clock says another year. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class MemberClockTest {
    private static final Instant NOW = Instant.parse("2031-05-06T07:08:09Z");

    @Test
    void shouldLoadHistoriesThatEndAtItsOwnTime() throws Exception {
        try (TestCluster cluster = new TestCluster().withClock(Clock.fixed(NOW, ZoneOffset.UTC))) {
            cluster.startMember();
            cluster.load();

            byte[] shard = cluster.control().audit().readShard(0).get(0);
            List<Instant> times = IntStream.range(0, shard.length / TransactionLayout.TRANSACTION_SIZE_BYTES)
                    .map(index -> index * TransactionLayout.TRANSACTION_SIZE_BYTES)
                    .mapToLong(offset -> TransactionLayout.timeMs(TransactionLayout.timesAt(shard, offset)))
                    .mapToObj(Instant::ofEpochMilli)
                    .toList();

            assertThat(times)
                    .isNotEmpty()
                    .allSatisfy(time -> assertThat(time).isBetween(NOW.minus(Duration.ofDays(90)), NOW));
        }
    }
}
