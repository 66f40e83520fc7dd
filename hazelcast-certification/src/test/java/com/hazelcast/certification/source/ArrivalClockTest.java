package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ArrivalClockTest {
    private final ArrivalClock clock = new ArrivalClock(0);

    @Test
    void shouldCountFromTheReturnOfAReadThatHadToWait() {
        clock.look(0, 10);
        assertThat(clock.read(100, 5_000)).isEqualTo(5_000);
    }

    @Test
    void shouldCountFromTheLookBeforeTheOneThatSawTheBytes() {
        clock.look(0, 10);
        clock.look(100, 20);
        assertThat(clock.read(100, 30)).isEqualTo(10);
    }

    @Test
    void shouldCountFromTheEndOfTheLastReadWhenBytesCameDuringTheWorkOnIt() {
        clock.look(0, 10);
        clock.read(100, 5_000);
        clock.look(0, 5_001);
        // Parsing, a wait for the gate, pacing: seconds, for all that the reader knows.
        clock.look(100, 9_000);
        assertThat(clock.read(100, 9_001)).isEqualTo(5_001);
    }

    @Test
    void shouldCountBytesThatALargerReadLeftFromWhenTheyCame() {
        clock.look(0, 10);
        clock.look(300, 20);
        clock.look(500, 30);
        assertThat(clock.read(300, 40)).isEqualTo(10);
        assertThat(clock.read(200, 50)).isEqualTo(20);
        clock.look(0, 51);
        assertThat(clock.read(1, 70)).isEqualTo(70);
    }

    @Test
    void shouldCountAReadFromItsFirstByte() {
        clock.look(0, 10);
        clock.look(300, 20);
        clock.look(500, 30);
        assertThat(clock.read(500, 40)).isEqualTo(10);
    }

    @Test
    void shouldTakeTheLaterOfTwoLooksThatSawTheSame() {
        clock.look(0, 10);
        clock.look(300, 20);
        clock.look(300, 25);
        clock.look(400, 30);
        assertThat(clock.read(300, 40)).isEqualTo(10);
        assertThat(clock.read(100, 50)).isEqualTo(25);
    }

    /** Bytes that are encrypted are counted as they are, and more of them are seen than are read. */
    @Test
    void shouldBeginAnewWhenNothingWaitsThoughMoreWasSeenThanRead() {
        clock.look(0, 10);
        clock.look(122, 20);
        assertThat(clock.read(100, 30)).isEqualTo(10);
        clock.look(0, 40);
        assertThat(clock.read(100, 9_000)).isEqualTo(9_000);
        clock.look(122, 9_001);
        assertThat(clock.read(100, 9_002)).isEqualTo(9_000);
        clock.look(122, 9_003);
        assertThat(clock.read(100, 9_004)).as("too early by a look at most").isEqualTo(9_000);
        clock.look(122, 9_005);
        assertThat(clock.read(100, 9_006)).isEqualTo(9_001);
    }

    @Test
    void shouldCountFromEarlierWhenThereIsNoRoomForALook() {
        clock.look(0, 10);
        for (int look = 1; look <= ArrivalClock.LOOKS_MAX + 5; look++) {
            clock.look(look, 10 + look);
        }
        assertThat(clock.read(ArrivalClock.LOOKS_MAX, 1_000)).isEqualTo(10);
        clock.look(5, 1_001);
        assertThat(clock.read(5, 1_002)).isEqualTo(10 + ArrivalClock.LOOKS_MAX);
    }

    /** Bytes come, looks and reads happen, all at random: no byte that a look could see counts from later than it came. */
    @Property
    void shouldNeverCountFromLaterThanAByteCame(
            @ForAll long seed, @ForAll @Size(min = 1, max = 200) List<@IntRange(min = 0, max = 2) Integer> steps) {
        SplittableRandom random = new SplittableRandom(seed);
        ArrivalClock under = new ArrivalClock(0);
        List<Long> cameNs = new ArrayList<>();
        int read = 0;
        long nowNs = 0;
        for (int step : steps) {
            nowNs += 1 + random.nextInt(10);
            if (step == 0) {
                cameNs.add(nowNs);
            } else if (step == 1) {
                under.look(cameNs.size() - read, nowNs);
            } else if (read < cameNs.size()) {
                // As the reader does: a look right before, and the read takes what it saw or less.
                under.look(cameNs.size() - read, nowNs);
                int bytes = 1 + random.nextInt(cameNs.size() - read);
                assertThat(under.read(bytes, ++nowNs)).isLessThanOrEqualTo(cameNs.get(read));
                read += bytes;
            }
        }
    }
}
