package com.hazelcast.certification.gateway;

import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts connections that were refused or ended, and logs at most one line a second: a flood must not fill a disk. The line
 * says how many it stands for. Thread-safe.
 */
final class GatewayLog {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayLog.class);
    private static final long LINE_INTERVAL_MS = 1_000;

    private final GatewayMeter meter;
    private final Clock clock;
    private long nextLineMs;
    private long sinceLastLine;

    GatewayLog(GatewayMeter meter, Clock clock) {
        this.meter = meter;
        this.clock = clock;
    }

    /** A connection was refused or ended for that reason; the message is for people. */
    void refused(String reason, Object client, String message) {
        meter.connectionRefused(reason);
        synchronized (this) {
            sinceLastLine++;
            long nowMs = clock.millis();
            long leftMs = nextLineMs - nowMs;
            // More than from one line to the next: the clock was set back.
            if (leftMs > 0 && leftMs <= LINE_INTERVAL_MS) {
                return;
            }
            nextLineMs = nowMs + LINE_INTERVAL_MS;
            LogEvent.GATEWAY_TURNED_AWAY
                    .at(LOG)
                    .addKeyValue(Fields.COUNT, sinceLastLine)
                    .addKeyValue(Fields.REASON, reason)
                    .addKeyValue(Fields.CLIENT, client)
                    .log(
                            "ended {} connection(s); the last one because {}: reason={} client={}",
                            sinceLastLine,
                            message,
                            reason,
                            client);
            sinceLastLine = 0;
        }
    }
}
