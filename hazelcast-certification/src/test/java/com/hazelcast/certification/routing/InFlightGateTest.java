package com.hazelcast.certification.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InFlightGateTest {
    private final InFlightGate gate = new InFlightGate(10);
    private final List<String> entered = new ArrayList<>();

    @Test
    void shouldCountNoStallWhenThereIsRoom() throws InterruptedException {
        gate.enter(10);
        assertThat(gate.stallCount()).isZero();
        assertThat(gate.stallNs()).isZero();
    }

    @Test
    void shouldCountStallsAndTheirTimeWhenReadersAndCallersWait() throws InterruptedException {
        gate.enter(10);
        Thread reader = new Thread(() -> {
            try {
                gate.enter(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        reader.start();
        gate.enterOrCall(1, () -> {});
        while (gate.stalledReaders() < 2) {
            Thread.onSpinWait();
        }
        gate.leave(10);
        reader.join(TimeUnit.SECONDS.toMillis(30));
        assertThat(gate.stallCount()).isEqualTo(2);
        assertThat(gate.stallNs()).isPositive();
        assertThat(gate.stalledReaders()).isZero();
        assertThat(gate.inFlight()).isEqualTo(2);
    }

    @Test
    void shouldEnterAtOnceWhenThereIsRoom() {
        assertThat(gate.enterOrCall(10, () -> entered.add("called"))).isTrue();
        assertThat(gate.inFlight()).isEqualTo(10);
        assertThat(entered).isEmpty();
    }

    @Test
    void shouldCallFirstWhoeverCameFirst() {
        gate.enterOrCall(10, () -> {});
        assertThat(gate.enterOrCall(6, () -> entered.add("large"))).isFalse();
        assertThat(gate.enterOrCall(1, () -> entered.add("small"))).isFalse();

        gate.leave(5);
        assertThat(entered).as("the small one does not overtake").isEmpty();
        gate.leave(2);
        assertThat(entered).containsExactly("large", "small");
        assertThat(gate.inFlight()).isEqualTo(10);
    }

    @Test
    void shouldLetAReaderInBeforeThoseWhoCameLater() throws InterruptedException {
        gate.enter(10);
        Thread reader = new Thread(() -> {
            try {
                gate.enter(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        reader.start();
        while (gate.stalledReaders() < 1) {
            Thread.onSpinWait();
        }
        assertThat(gate.enterOrCall(5, () -> entered.add("later"))).isFalse();

        gate.leave(5);

        reader.join(TimeUnit.SECONDS.toMillis(30));
        assertThat(reader.isAlive()).as("the reader waits").isFalse();
        assertThat(entered).isEmpty();
        gate.leave(5);
        assertThat(entered).containsExactly("later");
    }

    @Test
    void shouldLetOthersInWhenTheFirstIsWithdrawn() {
        gate.enterOrCall(8, () -> {});
        Runnable large = () -> entered.add("large");
        assertThat(gate.enterOrCall(6, large)).isFalse();
        assertThat(gate.enterOrCall(2, () -> entered.add("small"))).isFalse();

        assertThat(gate.withdraw(large)).isTrue();

        assertThat(entered).containsExactly("small");
        assertThat(gate.withdraw(large)).as("it does not wait any more").isFalse();
        assertThat(gate.inFlight()).isEqualTo(10);
    }

    @Test
    void shouldTakeNothingForAReaderThatIsInterrupted() throws InterruptedException {
        gate.enter(10);
        Thread reader = new Thread(() -> {
            try {
                gate.enter(5);
            } catch (InterruptedException e) {
                entered.add("interrupted");
            }
        });
        reader.start();
        while (gate.stalledReaders() < 1) {
            Thread.onSpinWait();
        }
        reader.interrupt();
        reader.join(TimeUnit.SECONDS.toMillis(30));
        assertThat(entered).containsExactly("interrupted");
        gate.leave(10);
        assertThat(gate.inFlight()).isZero();
        assertThat(gate.stalledReaders()).isZero();
    }

    @Test
    void shouldLoseNoCallWhenOthersLeaveAtTheSameTime() throws InterruptedException {
        int rounds = 20_000;
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(2 * rounds);
        Runnable leave = () -> {
            calls.incrementAndGet();
            gate.leave(6);
            all.countDown();
        };
        // Handed on to a thread of its own, as the gate asks of whoever it calls.
        ExecutorService own = Executors.newSingleThreadExecutor();
        Runnable client = () -> {
            for (int i = 0; i < rounds; i++) {
                if (gate.enterOrCall(6, () -> own.execute(leave))) {
                    leave.run();
                }
            }
        };
        Thread other = new Thread(client, "test-client");
        other.start();
        client.run();
        other.join(TimeUnit.SECONDS.toMillis(30));

        assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
        own.shutdown();
        assertThat(calls).hasValue(2 * rounds);
        assertThat(gate.inFlight()).isZero();
    }

    @Test
    void shouldGiveTheRoomOfWhatIsHeldToOthers() {
        gate.enterOrCall(10, () -> {});
        assertThat(gate.enterOrCall(6, () -> entered.add("other"))).isFalse();

        assertThat(gate.hold(7)).isEqualTo(7);

        assertThat(entered).containsExactly("other");
        assertThat(gate.held()).isEqualTo(7);
        assertThat(gate.inFlight()).as("all that is not answered").isEqualTo(16);
        gate.release(7);
        gate.leave(16);
        assertThat(gate.inFlight()).isZero();
    }

    @Test
    void shouldHoldNoMoreThanTwiceTheLimit() {
        int held = 0;
        for (int i = 0; i < 5; i++) {
            gate.enterOrCall(10, () -> {});
            held += gate.hold(10);
        }
        assertThat(held).isEqualTo(20);
        assertThat(gate.inFlight())
                .as("three times the limit at most")
                .isEqualTo(30)
                .isEqualTo(gate.inFlightMax());
    }

    @Test
    void shouldLetReadersWaitAndNobodyElseWhileAsMuchAsTheLimitIsHeld() throws InterruptedException {
        gate.enter(10);
        gate.hold(10);
        Thread reader = new Thread(() -> {
            try {
                gate.enter(1);
                entered.add("reader");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        reader.start();
        while (gate.stalledReaders() < 1) {
            Thread.onSpinWait();
        }
        assertThat(gate.enterOrCall(10, () -> {})).as("the gateway's").isTrue();
        gate.leave(10);

        gate.release(1);
        gate.leave(1);

        reader.join(TimeUnit.SECONDS.toMillis(30));
        assertThat(entered).containsExactly("reader");
        assertThat(gate.stallCount()).isEqualTo(1);
    }

    @Test
    void shouldLetWhoeverComesBelowTheAdaptiveLimitEnterWithAllThatItBrings() {
        InFlightGate adaptive = new InFlightGate(65_536, InFlightGate.usualLeast(7, false), () -> 0);
        assertThat(adaptive.currentLimit()).isEqualTo(InFlightLimit.FLOOR);
        assertThat(adaptive.enterOrCall(InFlightLimit.FLOOR - 1, () -> {})).isTrue();
        assertThat(adaptive.enterOrCall(10_000, () -> {}))
                .as("a batch larger than the limit does not starve")
                .isTrue();
        assertThat(adaptive.enterOrCall(1, () -> entered.add("one"))).isFalse();

        adaptive.leave(9_999);
        assertThat(entered).as("as much as the limit is in flight").isEmpty();
        adaptive.leave(1);
        assertThat(entered).containsExactly("one");
        assertThat(adaptive.inFlight()).isEqualTo(InFlightLimit.FLOOR);
    }

    @Test
    void shouldKeepAQuarterForWhoeverPassesThoseWhoWait() {
        gate.enterOrCall(10, () -> {});
        assertThat(gate.enterOrCall(1, () -> entered.add("stream"))).isFalse();

        assertThat(gate.tryEnterPast(1)).isTrue();
        assertThat(gate.tryEnterPast(1)).isTrue();
        assertThat(gate.tryEnterPast(1)).as("a quarter more than 10").isFalse();

        gate.leave(2);
        assertThat(entered).as("as much as the limit is in flight").isEmpty();
        gate.leave(1);
        assertThat(entered).containsExactly("stream");
    }

    @Test
    void shouldLetNobodyPassTheBoundOfAllThatIsHeld() {
        for (int i = 0; i < 2; i++) {
            gate.enterOrCall(10, () -> {});
            gate.hold(10);
        }
        gate.enterOrCall(10, () -> {});
        assertThat(gate.inFlight()).isEqualTo(gate.inFlightMax());
        assertThat(gate.tryEnterPast(1)).isFalse();
    }

    @Test
    void shouldKeepAQuarterOfTheAdaptiveLimit() {
        InFlightGate adaptive = new InFlightGate(65_536, InFlightGate.usualLeast(7, false), () -> 0);
        assertThat(adaptive.tryEnterPast(InFlightLimit.FLOOR / 4 * 5)).isTrue();
        assertThat(adaptive.tryEnterPast(1)).isFalse();
    }

    @Test
    void shouldNotPassTheBoundWithAnAdaptiveLimit() {
        InFlightGate adaptive = new InFlightGate(10_000, InFlightGate.usualLeast(7, false), () -> 0);
        adaptive.enterOrCall(1, () -> {});
        assertThat(adaptive.enterOrCall(10_000, () -> entered.add("large"))).isFalse();
        adaptive.leave(1);
        assertThat(entered).containsExactly("large");
    }

    @Test
    void shouldLetMoreInAsTheAdaptiveLimitGrows() {
        long[] nowNs = {0};
        InFlightGate adaptive = new InFlightGate(65_536, InFlightGate.usualLeast(7, false), () -> nowNs[0]);
        int before = adaptive.currentLimit();
        adaptive.enterOrCall(before - 1, () -> {});
        adaptive.enterOrCall(20_000, () -> {});
        adaptive.enterOrCall(1, () -> entered.add("first"));
        adaptive.enterOrCall(1, () -> entered.add("second"));
        nowNs[0] = InFlightLimit.WINDOW_NS;
        adaptive.leave(20_000);
        assertThat(adaptive.currentLimit()).isGreaterThan(before);
        assertThat(entered).containsExactly("first", "second");
    }
}
