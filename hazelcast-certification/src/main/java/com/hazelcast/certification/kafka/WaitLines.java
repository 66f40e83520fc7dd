package com.hazelcast.certification.kafka;

import com.hazelcast.certification.logs.LogEvent;
import java.util.List;
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
    private final List<String> topics;
    private final DeadLetterShare deadLetters;
    private boolean hasWaited;
    private long waitSaidNs;
    private boolean hasPaused;
    private long pauseSaidNs;

    /** Of a reader of these topics with this share of dead letters. */
    WaitLines(KafkaSettings settings, List<String> topics, DeadLetterShare deadLetters) {
        this.settings = settings;
        this.topics = List.copyOf(topics);
        this.deadLetters = deadLetters;
    }

    /** Looks, some times a second; costs nothing where nothing waits. */
    void look(KafkaFigures figures, long nowNs) {
        if (figures.waitingMs() > SAY_AFTER_MS && (!hasWaited || nowNs - waitSaidNs > SAY_AGAIN_NS)) {
            hasWaited = true;
            waitSaidNs = nowNs;
            LOG.error(
                    "records of Kafka wait, and what is behind them in their partitions; this member tries again until they can be taken: topics={}: {}",
                    topics,
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
                                    + " see their header reason in the topic {}, {}, then run `ctl kafka resume`",
                            topics,
                            deadLetters.percent(),
                            settings.reading().deadLettersPercentMax(),
                            settings.topics().deadLetters(),
                            remedy());
        }
    }

    private String remedy() {
        boolean isOfLabels = settings.topics().labels().filter(topics::contains).isPresent();
        return isOfLabels
                ? "check what the labels name, or raise kafka-dead-letters-max"
                : "correct the format or the producer";
    }
}
