package com.hazelcast.certification.bench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverWorkTest {
    private static final long SECOND_NS = 1_000_000_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        // seconds, processors, threads, late share, what the bound says
        "10, 0.9, 1, 0.01, ''",
        "10, 0.95, 1, 0, had 0.95 processors and takes at most 1",
        "10, 1.5, 2, 0, ''",
        "10, 1.9, 2, 0, had 1.90 processors and takes at most 2",
        "10, 0.1, 2, 0.02, late for 2.0 % of the time",
        "0.5, 1, 1, 0.5, ''",
    })
    void shouldSayWhenItIsTheBound(double seconds, double cores, int threads, double lateShare, String expected) {
        long timeNs = (long) (seconds * SECOND_NS);
        DriverWork work =
                new DriverWork(timeNs, (long) (cores * timeNs), 3, threads, (long) (lateShare * threads * timeNs));

        if (expected.isEmpty()) {
            assertThat(work.bound()).isEmpty();
            assertThat(work.lines()).hasSize(1);
        } else {
            assertThat(work.bound()).contains(expected);
            assertThat(work.lines().get(1)).isEqualTo("bounded by the driver: " + work.bound());
        }
    }

    @Test
    void shouldTellTheTimeBetweenTwoMoments() {
        DriverWork before = new DriverWork(5 * SECOND_NS, SECOND_NS, 10, 1, 100);
        DriverWork after = new DriverWork(7 * SECOND_NS, 2 * SECOND_NS, 25, 2, 300);

        assertThat(after.since(before)).isEqualTo(new DriverWork(2 * SECOND_NS, SECOND_NS, 15, 2, 200));
        assertThat(after.since(before).cores()).isEqualTo(0.5);
        assertThat(after.since(after).cores()).isNaN();
        assertThat(after.since(after).bound()).isEmpty();
    }

    @Test
    void shouldCountWhatThisProcessAndItsThreadDo() {
        assertThat(DriverWork.now(0, 0).threads()).isEqualTo(1);
        assertThat(DriverWork.now(1_000_000, 0).threads())
                .isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(DriverWork.now(1, 9).cpuNs()).isPositive();
        assertThat(DriverWork.ofThisThread(9).lateNs()).isEqualTo(9);
    }

    @Test
    @Timeout(60)
    void shouldWriteItDownAgainAndAgain() throws Exception {
        Path file = folder.resolve("work");
        CountDownLatch asked = new CountDownLatch(4);
        AtomicInteger times = new AtomicInteger();
        try (DriverWorkFile written = new DriverWorkFile(file, () -> {
            asked.countDown();
            return new DriverWork(times.incrementAndGet(), 2, 3, 4, 5);
        })) {
            assertThat(written).isNotNull();
            assertThat(DriverWorkFile.last(file).timeNs()).isPositive();
            // Asked for the fourth time, it has written the third line.
            asked.await();
        }
        assertThat(DriverWorkFile.last(file).timeNs()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void shouldReadTheLastWholeLine() throws IOException {
        Path file = folder.resolve("work");
        Files.writeString(file, DriverWork.HEAD + "\n1,2,3,4,5\n6,7,8,9,10\n11,12");
        assertThat(DriverWorkFile.last(file)).isEqualTo(new DriverWork(6, 7, 8, 9, 10));

        Files.writeString(file, DriverWork.HEAD + "\n");
        assertThatThrownBy(() -> DriverWorkFile.last(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("work");
        assertThatIllegalArgumentException().isThrownBy(() -> DriverWork.parse("1,2"));
    }
}
