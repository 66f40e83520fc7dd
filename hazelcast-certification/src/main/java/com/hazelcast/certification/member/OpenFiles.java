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

    private final long limit;

    OpenFiles(long limit) {
        this.limit = limit;
    }

    /** Those of this process; without a bound where the system reports none. */
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
        int others =
                MemberLimits.FILES_OF_PROCESS + MemberLimits.FILES_OF_HTTP + MemberLimits.FILES_OF_MEMBERS + readers;
        int least = others
                + (gateway.isPresent()
                        ? Math.min(
                                MemberLimits.GATEWAY_CONNECTIONS_MIN,
                                gateway.get().connectionsMax())
                        : 0);
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
                "the gateway takes fewer connections than configured, because this process may open too few files; raise"
                        + " the limit ('ulimit -n', LimitNOFILE of a systemd unit) or lower --gateway-connections-max: nofile={}"
                        + " needed={} gateway-connections-max={} taken={}",
                limit,
                (long) others + settings.connectionsMax(),
                settings.connectionsMax(),
                left);
        return settings.withConnectionsMax((int) left);
    }
}
