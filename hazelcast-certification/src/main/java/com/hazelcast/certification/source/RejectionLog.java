package com.hazelcast.certification.source;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.routing.AccountingMeter;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.Rejection;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts rejected records into the accounting and logs them, cards masked, at most one line a second for each source: garbage
 * for ever must not fill a disk. The line says how many it stands for. Used by one reader thread.
 */
public final class RejectionLog implements RejectionListener {
    private static final Logger LOG = LoggerFactory.getLogger(RejectionLog.class);
    private static final long LINE_INTERVAL_MS = 1_000;
    private final String source;
    private final AccountingMeter meter;
    private final Clock clock;
    private long nextLineMs;
    private long sinceLastLine;

    /** @param source as the lines name it */
    public RejectionLog(String source, AccountingMeter meter, Clock clock) {
        this.source = source;
        this.meter = meter;
        this.clock = clock;
    }

    @Override
    public void rejected(Rejection reason, byte[] bytes, int offset, int length) {
        count(reason);
        if (isLineDue()) {
            log(reason, Pan.masked(cardText(bytes, offset, length)));
        }
    }

    /** A record that was parsed has been rejected. */
    public void rejected(Rejection reason, long card) {
        count(reason);
        if (isLineDue()) {
            log(reason, Pan.masked(card));
        }
    }

    private void count(Rejection reason) {
        meter.rejectedOnArrival(reason);
        sinceLastLine++;
    }

    private boolean isLineDue() {
        long leftMs = nextLineMs - clock.millis();
        // More than from one line to the next: the clock was set back.
        return leftMs <= 0 || leftMs > LINE_INTERVAL_MS;
    }

    private void log(Rejection reason, String maskedCard) {
        LogEvent.RECORD_REJECTED
                .at(LOG)
                .addKeyValue(Fields.COUNT, sinceLastLine)
                .addKeyValue(Fields.REASON, reason.label())
                .addKeyValue(Fields.SOURCE, source)
                .addKeyValue(Fields.CARD, maskedCard)
                .log(
                        "rejected {} record(s) from {}; the last one because {}: reason={} card={}",
                        sinceLastLine,
                        source,
                        reason.description(),
                        reason.label(),
                        maskedCard);
        sinceLastLine = 0;
        nextLineMs = clock.millis() + LINE_INTERVAL_MS;
    }

    /** What stands where the card should: digits up to the first other byte, so that no other field is ever shown. */
    private static String cardText(byte[] bytes, int offset, int length) {
        int end = offset;
        int limit = offset + Math.min(length, CardNumber.DIGITS_MAX);
        while (end < limit && bytes[end] >= '0' && bytes[end] <= '9') {
            end++;
        }
        return new String(bytes, offset, end - offset, StandardCharsets.US_ASCII);
    }
}
