package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.shard.LineLimit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what was turned away: at most one line a second, which says how many it stands for. Thread-safe. */
final class TurnAwayLog {
    private static final Logger LOG = LoggerFactory.getLogger(TurnAwayLog.class);

    private final LineLimit lines;

    /** @param nanoClock as {@code System.nanoTime()} */
    TurnAwayLog(LongSupplier nanoClock) {
        lines = new LineLimit(nanoClock);
    }

    /** @param times requests, or lines of a batch */
    void turnedAway(TurnedAway.Reason reason, int times) {
        long count = lines.add(times);
        if (count > 0) {
            LogEvent.API_TURNED_AWAY
                    .at(LOG)
                    .addKeyValue(Fields.COUNT, count)
                    .addKeyValue(Fields.REASON, reason.label())
                    .log(
                            "the HTTP API has turned away {} call(s) or line(s) of batches; the last one: reason={}",
                            count,
                            reason.label());
        }
    }
}
