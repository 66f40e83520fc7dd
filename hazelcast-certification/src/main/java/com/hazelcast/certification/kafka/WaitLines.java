package com.hazelcast.certification.kafka;

import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.mapping.Percent;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to the log that records wait, or that reading a topic is paused: when that begins, and again each minute. Waits that come and go have one
 * line a minute, and so has a pause in all sessions of a reader. Used by the reader's thread.
 */
final class WaitLines {
    private static final Logger LOG = LoggerFactory.getLogger(WaitLines.class);

    /** An answer of a registry may take as long. */
    private static final long SAY_AFTER_MS = 1_000;

    private static final double PERCENT = 100;

    private static final long SAY_AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

    private final KafkaSettings settings;
    private final Map<String, DeadLetterShare> deadLetters;
    private boolean hasWaited;
    private long waitSaidNs;

    /** Of the topics that are paused: when it was said last. */
    private final Map<String, Long> pauseSaidNs = new HashMap<>();

    /**
     * Of a reader.
     *
     * @param deadLetters of its topics
     */
    WaitLines(KafkaSettings settings, Map<String, DeadLetterShare> deadLetters) {
        this.settings = settings;
        this.deadLetters = new TreeMap<>(deadLetters);
    }

    /** Looks, some times a second; costs nothing where nothing waits. */
    void look(KafkaFigures figures, long nowNs) {
        if (figures.waitingMs() > SAY_AFTER_MS && (!hasWaited || nowNs - waitSaidNs > SAY_AGAIN_NS)) {
            hasWaited = true;
            waitSaidNs = nowNs;
            LOG.error(
                    "records of Kafka wait, and what is behind them in their partitions; this member tries again until they can be taken: topics={}: {}",
                    deadLetters.keySet(),
                    String.join("; ", figures.waitsFor()));
        }
        deadLetters.forEach((topic, share) -> look(topic, share, nowNs));
    }

    private void look(String topic, DeadLetterShare share, long nowNs) {
        Long saidNs = pauseSaidNs.get(topic);
        if (!share.isTooMuch()) {
            pauseSaidNs.remove(topic);
        } else if (saidNs == null || nowNs - saidNs > SAY_AGAIN_NS) {
            pauseSaidNs.put(topic, nowNs);
            LogEvent.KAFKA_PAUSED
                    .at(LOG)
                    .log(
                            "too many records of a topic of Kafka are dead letters; reading it pauses: topic={} percent={} kafka-dead-letters-max={};"
                                    + " see their header reason in the topic {}, {}, then run `ctl kafka resume`",
                            topic,
                            Percent.text(share.percent() / PERCENT),
                            settings.reading().deadLettersPercentMax(),
                            settings.topics().deadLetters(),
                            remedy(topic));
        }
    }

    private String remedy(String topic) {
        boolean isOfLabels = settings.topics().labels().filter(topic::equals).isPresent();
        return isOfLabels
                ? "check what the labels name, or raise kafka-dead-letters-max"
                : "correct the format or the producer";
    }
}
