package com.hazelcast.certification.client.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TlsTurnsTest {
    private final EmbeddedChannel clock = new EmbeddedChannel();
    private final TlsTurns turns = new TlsTurns(clock.eventLoop());
    private final List<TlsTurns.Turn> taken = new ArrayList<>();
    private final List<Integer> begun = new ArrayList<>();

    @BeforeEach
    void freeze() {
        clock.freezeTime();
    }

    private void take(int count) {
        for (int i = 0; i < count; i++) {
            int number = taken.size();
            taken.add(turns.take(() -> begun.add(number)));
        }
    }

    private void requireBegun(int count) {
        assertThat(begun).isEqualTo(IntStream.range(0, count).boxed().toList());
    }

    @Test
    void shouldLetSomeBeginAtOnceAndTheOthersInTheirOrderAsTurnsEnd() {
        take(3 * TlsTurns.AT_ONCE);
        requireBegun(TlsTurns.AT_ONCE);

        taken.get(5).end();
        requireBegun(TlsTurns.AT_ONCE + 1);
        taken.get(5).end();
        requireBegun(TlsTurns.AT_ONCE + 1);
        taken.get(2).end();
        requireBegun(TlsTurns.AT_ONCE + 2);
    }

    @Test
    void shouldLeaveOutThoseThatEndBeforeTheyBegin() {
        take(TlsTurns.AT_ONCE + 2);
        taken.get(TlsTurns.AT_ONCE).end();
        requireBegun(TlsTurns.AT_ONCE);

        taken.get(0).end();
        assertThat(begun).hasSize(TlsTurns.AT_ONCE + 1).endsWith(TlsTurns.AT_ONCE + 1);
    }

    /** A member that is silent keeps nobody from another one. */
    @Test
    void shouldPassTurnsOnThatLastTooLong() {
        take(3 * TlsTurns.AT_ONCE);
        passTime(TlsTurns.TURN_MS - 1);
        requireBegun(TlsTurns.AT_ONCE);
        passTime(1);
        requireBegun(2 * TlsTurns.AT_ONCE);

        taken.get(0).end();
        requireBegun(2 * TlsTurns.AT_ONCE);
        passTime(TlsTurns.TURN_MS);
        requireBegun(3 * TlsTurns.AT_ONCE);
    }

    private void passTime(long ms) {
        clock.advanceTimeBy(ms, TimeUnit.MILLISECONDS);
        var unused = clock.runScheduledPendingTasks();
    }
}
