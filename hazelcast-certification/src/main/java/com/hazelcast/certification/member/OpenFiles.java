package com.hazelcast.certification.member;

import com.hazelcast.certification.api.http.ApiSettings;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that this process may have open, connections included. Without one left Hazelcast ends when the next member
 * connects, so gateway and API take no more connections than leave enough for everything else. Thread-safe.
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

    /** Both ports, with as many connections as the limit allows. */
    record Fitted(Optional<GatewaySettings> gateway, Optional<ApiSettings> api) {}

    /**
     * The settings of both ports, with as many connections as the limit allows. What is too little for both is divided between them.
     *
     * @param readers connections to sources
     * @throws IllegalArgumentException when the limit is too low for the member; says which it needs
     */
    Fitted fit(Optional<GatewaySettings> gateway, Optional<ApiSettings> api, int readers) {
        int others =
                MemberLimits.FILES_OF_PROCESS + MemberLimits.FILES_OF_HTTP + MemberLimits.FILES_OF_MEMBERS + readers;
        int gatewayFiles = gateway.map(GatewaySettings::connectionsMax).orElse(0);
        int apiFiles = MemberLimits.FILES_OF_API_CONNECTION
                * api.map(ApiSettings::connectionsMax).orElse(0);
        int apiLeast = MemberLimits.FILES_OF_API_CONNECTION * MemberLimits.API_CONNECTIONS_MIN;
        int least =
                others + Math.min(MemberLimits.GATEWAY_CONNECTIONS_MIN, gatewayFiles) + Math.min(apiLeast, apiFiles);
        if (limit < least) {
            throw new IllegalArgumentException(
                    "this process may open too few files; raise the limit ('ulimit -n', LimitNOFILE of a systemd unit): nofile="
                            + limit + " needed=" + least);
        }
        long left = limit - others;
        long needed = (long) others + gatewayFiles + apiFiles;
        long forApi = Math.min(apiFiles, Math.max(Math.max(left / 2, apiLeast), left - gatewayFiles));
        return new Fitted(
                gateway.map(settings -> lowered(settings, left - forApi, needed)),
                api.map(settings -> lowered(settings, forApi, needed)));
    }

    private GatewaySettings lowered(GatewaySettings settings, long files, long needed) {
        if (settings.connectionsMax() <= files) {
            return settings;
        }
        warn("the gateway", "gateway-connections-max", needed, settings.connectionsMax(), files);
        return settings.withConnectionsMax((int) files);
    }

    private ApiSettings lowered(ApiSettings settings, long files, long needed) {
        long connections = files / MemberLimits.FILES_OF_API_CONNECTION;
        if (settings.connectionsMax() <= connections) {
            return settings;
        }
        warn("the HTTP API", "api-connections-max", needed, settings.connectionsMax(), connections);
        return settings.withConnectionsMax((int) connections);
    }

    private void warn(String port, String key, long needed, int configured, long taken) {
        LOG.warn(
                "{} takes fewer connections than configured, because this process may open too few files; raise the limit"
                        + " ('ulimit -n', LimitNOFILE of a systemd unit) or lower --{}: nofile={} needed={} {}={} taken={}",
                port,
                key,
                limit,
                needed,
                key,
                configured,
                taken);
    }
}
