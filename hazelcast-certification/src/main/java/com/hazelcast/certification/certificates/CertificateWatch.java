package com.hazelcast.certification.certificates;

import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every ten seconds whether the files of ports have changed, and has the ports read them again. Files that do not fit leave what is
 * in use; the log says so once for each change. Connections that are open keep what they have. Thread-safe.
 */
public final class CertificateWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CertificateWatch.class);
    private static final double SECONDS_PER_DAY = 86_400;

    private final Clock clock;
    private final List<Followed> ports = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "fraud-certificates");
        thread.setDaemon(true);
        return thread;
    });

    /** What a port does with files that have changed. */
    @FunctionalInterface
    public interface Reload {
        /**
         * Takes the files as they are.
         *
         * @throws Exception when they cannot be used; then the port uses what it had
         */
        void reload() throws Exception;
    }

    /** Changed by one look at a time. */
    private static final class Followed {
        final CertificateFiles files;
        final Reload reload;
        List<String> seen;
        List<String> tried;
        volatile Instant end;

        Followed(CertificateFiles files, Reload reload) throws IOException, GeneralSecurityException {
            this.files = files;
            this.reload = reload;
            this.seen = files.stamp();
            this.tried = seen;
            this.end = files.end();
        }
    }

    /**
     * Follows no port yet.
     *
     * @param periodMs between looks
     */
    public CertificateWatch(Clock clock, long periodMs) {
        this.clock = clock;
        var unused = looks.scheduleWithFixedDelay(this::look, periodMs, periodMs, TimeUnit.MILLISECONDS);
    }

    /**
     * Follows the files of a port that is open.
     *
     * @throws IllegalArgumentException when they cannot be read
     */
    public void follow(CertificateFiles files, Reload reload) {
        try {
            ports.add(new Followed(files, reload));
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "cannot read the certificate of a port; give a PEM chain: port=" + files.port() + " certificate="
                            + files.certificate() + ": " + e.getMessage(),
                    e);
        }
    }

    /** Days until the first certificate of a chain ends that is in use, by port; negative when it has ended. */
    public Map<String, Double> daysLeft() {
        Map<String, Double> days = new TreeMap<>();
        Instant now = clock.instant();
        ports.forEach(port ->
                days.put(port.files.port(), Duration.between(now, port.end).toSeconds() / SECONDS_PER_DAY));
        return days;
    }

    synchronized void look() {
        ports.forEach(CertificateWatch::look);
    }

    private static void look(Followed port) {
        CertificateFiles files = port.files;
        try {
            List<String> stamp = files.stamp();
            boolean isStill = stamp.equals(port.seen);
            port.seen = stamp;
            // A certificate and its key are written one after the other: both are taken when nothing has changed since
            // the look before.
            if (!isStill || stamp.equals(port.tried)) {
                return;
            }
            port.tried = stamp;
            Instant end = files.endOfMatching();
            port.reload.reload();
            port.end = end;
            LogEvent.CERTIFICATE_USED
                    .at(LOG)
                    .addKeyValue(Fields.PORT, files.port())
                    .log(
                            "a port uses another certificate: port={} certificate={} ends={}",
                            files.port(),
                            files.certificate(),
                            end);
        } catch (Exception e) {
            LogEvent.CERTIFICATE_REFUSED
                    .at(LOG)
                    .addKeyValue(Fields.PORT, files.port())
                    .log(
                            "a port keeps the certificate that it has, because its files cannot be used: port={} certificate={} key={}: {}",
                            files.port(),
                            files.certificate(),
                            files.key(),
                            e.toString());
        }
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }
}
