package com.hazelcast.certification.supervision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a service manager is sent; a script that writes it down stands at the place of its program. */
@Timeout(60)
class ServiceWatchdogTest {
    private static final Duration TIME = Duration.ofMillis(400);

    @TempDir
    private Path folder;

    private Path sentFile;
    private volatile List<Integer> silent = List.of();

    @BeforeEach
    void begin() throws IOException {
        sentFile = Files.createFile(folder.resolve("sent"));
    }

    private ServiceManager manager(Optional<Duration> watchdog) {
        return new ServiceManager(List.of("sh", "-c", "echo \"$1\" >>" + sentFile, "sh"), watchdog);
    }

    private ServiceWatchdog begun(Optional<Duration> time) {
        ServiceWatchdog watchdog = new ServiceWatchdog(Optional.of(manager(time)), limit -> {
            assertThat(limit).isEqualTo(TIME);
            return silent;
        });
        watchdog.begin();
        return watchdog;
    }

    private long sent(String notification) {
        try {
            return Files.readAllLines(sentFile).stream()
                    .filter(notification::equals)
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldSayThatItIsUpThenThatItGoesOnThenThatItEnds() throws Exception {
        try (ServiceWatchdog ignored = begun(Optional.of(TIME))) {
            TestCluster.await("signs of life", () -> sent("WATCHDOG=1") >= 3);
        }

        List<String> lines = Files.readAllLines(sentFile);
        assertThat(lines.get(0)).isEqualTo("READY=1");
        assertThat(lines.get(lines.size() - 1)).isEqualTo("STOPPING=1");
    }

    @Test
    void shouldHoldSignsOfLifeBackWhileAShardIsSilent() throws Exception {
        ServiceManager manager = manager(Optional.of(TIME));
        ServiceWatchdog watchdog = new ServiceWatchdog(Optional.of(manager), limit -> silent);

        watchdog.look(manager, TIME);
        silent = List.of(3);
        watchdog.look(manager, TIME);
        watchdog.look(manager, TIME);
        assertThat(sent("WATCHDOG=1")).isEqualTo(1);

        silent = List.of();
        watchdog.look(manager, TIME);
        assertThat(sent("WATCHDOG=1")).isEqualTo(2);
        watchdog.close();
    }

    @Test
    void shouldLookAgainAfterALookThatFailed() throws Exception {
        ServiceManager manager = manager(Optional.of(TIME));
        ServiceWatchdog watchdog = new ServiceWatchdog(Optional.of(manager), limit -> {
            throw new IllegalStateException("no partitions");
        });

        watchdog.look(manager, TIME);

        assertThat(sent("WATCHDOG=1")).isZero();
        watchdog.close();
    }

    @Test
    void shouldOnlySayThatItIsUpWhereNoSignsOfLifeAreAskedFor() throws Exception {
        try (ServiceWatchdog ignored = begun(Optional.empty())) {
            TestCluster.await("it is up", () -> sent("READY=1") == 1);
        }

        assertThat(sent("WATCHDOG=1")).isZero();
    }

    @Test
    void shouldReadTheEnvironmentOfAUnit() {
        assertThat(ServiceManager.of(Map.of(), 7)).isEmpty();
        assertThat(ServiceManager.of(Map.of("NOTIFY_SOCKET", "/run/systemd/notify"), 7))
                .hasValueSatisfying(manager -> assertThat(manager.watchdog()).isEmpty());
        Map<String, String> unit =
                Map.of("NOTIFY_SOCKET", "/run/systemd/notify", "WATCHDOG_USEC", "90000000", "WATCHDOG_PID", "7");
        assertThat(ServiceManager.of(unit, 7))
                .hasValueSatisfying(manager -> assertThat(manager.watchdog()).hasValue(Duration.ofSeconds(90)));
        assertThat(ServiceManager.of(unit, 8))
                .as("another process is meant")
                .hasValueSatisfying(manager -> assertThat(manager.watchdog()).isEmpty());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServiceManager.of(Map.of("NOTIFY_SOCKET", "a", "WATCHDOG_USEC", "soon"), 7))
                .withMessageContaining("WATCHDOG_USEC")
                .withMessageContaining("soon");
    }

    @Test
    void shouldSayWhyTheManagerWasNotNotified() {
        ServiceManager manager =
                new ServiceManager(List.of("sh", "-c", "echo no socket; exit 3", "sh"), Optional.empty());

        assertThatThrownBy(() -> manager.send("READY=1"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("status 3")
                .hasMessageContaining("no socket");
    }
}
