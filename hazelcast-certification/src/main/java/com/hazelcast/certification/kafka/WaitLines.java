package com.hazelcast.certification.kafka;

import com.hazelcast.certification.logs.LogEvent;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to the log that records wait, or that reading is paused: when that begins, and again each minute. Waits that come and go have one line a
 * minute. Used by the reader's thread.
 */
final class WaitLines {
    private static final Logger LOG = LoggerFactory.getLogger(WaitLines.class);

    /** An answer of a registry may take as long. */
    private static final long SAY_AFTER_MS = 1_000;

    private static final long SAY_AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

    private final KafkaSettings settings;
    private final DeadLetterShare deadLetters;
    private boolean hasWaited;
    private long waitSaidNs;
    private boolean hasPaused;
    private long pauseSaidNs;

    /** Of a reader with this share of dead letters. */
    WaitLines(KafkaSettings settings, DeadLetterShare deadLetters) {
        this.settings = settings;
        this.deadLetters = deadLetters;
    }

    /** Looks, some times a second; costs nothing where nothing waits. */
    void look(KafkaFigures figures, long nowNs) {
        if (figures.waitingMs() > SAY_AFTER_MS && (!hasWaited || nowNs - waitSaidNs > SAY_AGAIN_NS)) {
            hasWaited = true;
            waitSaidNs = nowNs;
            LOG.error(
                    "records of Kafka wait, and the verdicts of their partitions with them; this member tries again until they can be read: topics={}: {}",
                    settings.topics().in(),
                    String.join("; ", figures.waitsFor()));
        }
        if (!deadLetters.isTooMuch()) {
            hasPaused = false;
        } else if (!hasPaused || nowNs - pauseSaidNs > SAY_AGAIN_NS) {
            hasPaused = true;
            pauseSaidNs = nowNs;
            LogEvent.KAFKA_PAUSED
                    .at(LOG)
                    .log(
                            "too many records of Kafka are dead letters; reading pauses: topics={} percent={} kafka-dead-letters-max={};"
                                    + " see their header reason in the topic {}, correct the format or the producer, then run `ctl kafka resume`",
                            settings.topics().in(),
                            deadLetters.percent(),
                            settings.reading().deadLettersPercentMax(),
                            settings.topics().deadLetters());
        }
    }
}
