package com.hazelcast.certification.supervision;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The service manager that has started this process: systemd, when the unit is of {@code Type=notify}. It is notified by its own program {@code
 * systemd-notify}, because Java has no datagrams of Unix sockets, so the unit needs {@code NotifyAccess=all}. What is sent, and the
 * variables of the environment, are those of the manual page sd_notify(3). Thread-safe; sending starts a process and waits for its end.
 */
final class ServiceManager {
    private static final String PROGRAM = "systemd-notify";
    private static final long SEND_S = 10;

    private final List<String> program;
    private final Optional<Duration> watchdog;

    /**
     * Of tests.
     *
     * @param program what is started, with the notification behind it
     * @param watchdog after how long without a sign of life the manager ends this process; empty: it does not
     */
    ServiceManager(List<String> program, Optional<Duration> watchdog) {
        this.program = program;
        this.watchdog = watchdog;
    }

    /**
     * The one that an environment names, if one does.
     *
     * @throws IllegalArgumentException when the time of the watchdog is no number
     */
    static Optional<ServiceManager> of(Map<String, String> environment, long processId) {
        if (environment.getOrDefault("NOTIFY_SOCKET", "").isEmpty()) {
            return Optional.empty();
        }
        String forProcess = environment.getOrDefault("WATCHDOG_PID", "");
        boolean isMeant = forProcess.isEmpty() || forProcess.equals(Long.toString(processId));
        String micros = environment.getOrDefault("WATCHDOG_USEC", "");
        return Optional.of(new ServiceManager(
                List.of(PROGRAM), isMeant && !micros.isEmpty() ? Optional.of(time(micros)) : Optional.empty()));
    }

    private static Duration time(String micros) {
        try {
            return Duration.of(Long.parseLong(micros), ChronoUnit.MICROS);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the variable WATCHDOG_USEC is no number of microseconds, check WatchdogSec of the unit: " + micros,
                    e);
        }
    }

    Optional<Duration> watchdog() {
        return watchdog;
    }

    /**
     * Sends the manager a notification.
     *
     * @param notification such as {@code READY=1}
     * @throws IOException when it was not sent; says why
     */
    void send(String notification) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(program);
        command.add(notification);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(SEND_S, TimeUnit.SECONDS)) {
                throw new IOException("it did not end within " + SEND_S + " s: " + String.join(" ", command));
            }
            if (process.exitValue() != 0) {
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                throw new IOException("it ended with status " + process.exitValue() + ": " + String.join(" ", command)
                        + ": " + output.strip());
            }
        } finally {
            process.destroyForcibly();
        }
    }
}
