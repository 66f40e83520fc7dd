package com.hazelcast.certification.member;

import com.hazelcast.certification.gateway.GatewaySettings;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that this process may have open, connections included. Without one left Hazelcast ends when the next member
 * connects, so the gateway takes no more connections than leave enough for everything else. Thread-safe.
 */
final class OpenFiles {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFiles.class);

    /** Jars, logs, libraries, selectors, and connections of the gateway that are closed as soon as they are accepted. */
    private static final int PROCESS = 256;

    /** Connections of the HTTP port. */
    private static final int HTTP = 128;

    /** Connections between members, and of {@code ctl} and Management Center. */
    private static final int MEMBERS = 128;

    /** With fewer a gateway is of no use. */
    private static final int GATEWAY_LEAST = 64;

    private final long limit;

    OpenFiles(long limit) {
        this.limit = limit;
    }

    /** Those of this process; without a bound where the system tells of none. */
    static OpenFiles ofThisProcess() {
        return new OpenFiles(
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                        ? unix.getMaxFileDescriptorCount()
                        : Long.MAX_VALUE);
    }

    /**
     * The gateway's settings, with as many connections as the limit allows.
     *
     * @param readers connections to sources
     * @throws IllegalArgumentException when the limit is too low for the member; says which it needs
     */
    Optional<GatewaySettings> fit(Optional<GatewaySettings> gateway, int readers) {
        int others = PROCESS + HTTP + MEMBERS + readers;
        int least = others
                + (gateway.isPresent() ? Math.min(GATEWAY_LEAST, gateway.get().connectionsMax()) : 0);
        if (limit < least) {
            throw new IllegalArgumentException(
                    "this process may open too few files; raise the limit ('ulimit -n', LimitNOFILE of a systemd unit): nofile="
                            + limit + " needed=" + least);
        }
        return gateway.map(settings -> lowered(settings, others));
    }

    private GatewaySettings lowered(GatewaySettings settings, int others) {
        long left = limit - others;
        if (settings.connectionsMax() <= left) {
            return settings;
        }
        LOG.warn(
                "the gateway takes fewer connections than it is told to, because this process may open too few files; raise"
                        + " the limit ('ulimit -n', LimitNOFILE of a systemd unit) or lower --gateway-connections-max: nofile={}"
                        + " needed={} gateway-connections-max={} taken={}",
                limit,
                (long) others + settings.connectionsMax(),
                settings.connectionsMax(),
                left);
        return settings.withConnectionsMax((int) left);
    }
}
