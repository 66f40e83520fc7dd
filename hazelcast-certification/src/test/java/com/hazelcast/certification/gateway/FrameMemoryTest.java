package com.hazelcast.certification.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameMemoryTest {
    private static final int FRAME = 1_000;
    private static final int LIMIT = 4_000;
    private static final int CLIENT_LIMIT = 2_000;

    private final FrameMemory memory = new FrameMemory(LIMIT, CLIENT_LIMIT);
    private final List<String> granted = new ArrayList<>();

    private FrameMemory.Claim claim(FrameMemory.Share client, String name) {
        return new FrameMemory.Claim(client, () -> granted.add(name));
    }

    @Test
    void shouldChargeWhatHasArrived() {
        FrameMemory.Claim frame = claim(new FrameMemory.Share(), "frame");
        assertThat(memory.grow(frame, 100)).isTrue();
        assertThat(memory.grow(frame, 300)).isTrue();
        assertThat(memory.usedBytes()).isEqualTo(300);
        memory.complete(frame, FRAME);
        assertThat(memory.usedBytes()).isEqualTo(FRAME);
        memory.release(frame);
        assertThat(memory.usedBytes()).isZero();
    }

    @Test
    void shouldLeaveRoomForOthersWhenOneClientHasAllThatItMay() {
        FrameMemory.Share greedy = new FrameMemory.Share();
        for (int i = 0; i < 3; i++) {
            assertThat(memory.grow(claim(greedy, "greedy"), 900))
                    .as("frame " + i)
                    .isTrue();
        }
        assertThat(memory.grow(claim(greedy, "greedy"), 900))
                .as("beyond its bound and the one frame that may pass it")
                .isFalse();
        assertThat(memory.grow(claim(new FrameMemory.Share(), "other"), FRAME)).isTrue();
    }

    @Test
    void shouldCallFirstWhoeverHasWaitedLongest() {
        List<FrameMemory.Claim> holders = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            FrameMemory.Claim holder = claim(new FrameMemory.Share(), "holder");
            holders.add(holder);
            assertThat(memory.grow(holder, 900)).isTrue();
        }
        assertThat(memory.grow(claim(new FrameMemory.Share(), "early"), 900)).isFalse();
        assertThat(memory.grow(claim(new FrameMemory.Share(), "late"), 900)).isFalse();
        // The one that may pass the bound.
        memory.release(holders.get(4));
        assertThat(granted).containsExactly("early");
        memory.release(holders.get(0));
        memory.release(holders.get(1));
        assertThat(granted).containsExactly("early", "late");
    }

    @Test
    void shouldForgetAClaimWhoseConnectionClosedWhileItWaited() {
        List<FrameMemory.Claim> holders = new ArrayList<>();
        FrameMemory.Claim closed = claim(new FrameMemory.Share(), "closed");
        for (int i = 0; i < 5; i++) {
            holders.add(claim(new FrameMemory.Share(), "holder"));
            memory.grow(holders.get(i), 900);
        }
        assertThat(memory.grow(closed, 900)).isFalse();
        memory.release(closed);
        holders.forEach(memory::release);
        assertThat(granted).isEmpty();
        assertThat(memory.usedBytes()).isZero();
    }

    /** Frames of several clients that grow in turns, whole ones handed on: all get through, and the bound holds. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldLetEveryFrameThroughWhateverTheOrder(long seed) {
        Random random = new Random(seed);
        List<FrameMemory.Share> clients = List.of(
                new FrameMemory.Share(), new FrameMemory.Share(), new FrameMemory.Share(), new FrameMemory.Share());
        List<Sender> senders = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            senders.add(new Sender(clients.get(random.nextInt(clients.size()))));
        }
        int left = senders.size();
        for (int step = 0; left > 0; step++) {
            assertThat(step).as("steps, seed " + seed).isLessThan(1_000_000);
            Sender sender = senders.get(random.nextInt(senders.size()));
            left -= sender.step() ? 1 : 0;
            assertThat(memory.usedBytes()).as("seed " + seed).isLessThanOrEqualTo(LIMIT + FRAME);
        }
        assertThat(memory.usedBytes()).isZero();
    }

    private final class Sender {
        private final FrameMemory.Claim claim;
        private int arrived;
        private boolean waits;
        private boolean isDone;

        Sender(FrameMemory.Share client) {
            claim = new FrameMemory.Claim(client, () -> waits = false);
        }

        /** Sends a hundred bytes unless it is not read; whether that was its last. */
        boolean step() {
            if (isDone || waits) {
                return false;
            }
            arrived += 100;
            if (arrived < FRAME) {
                waits = !memory.grow(claim, arrived);
                return false;
            }
            isDone = true;
            memory.release(claim);
            return true;
        }
    }
}
