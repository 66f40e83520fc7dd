package com.hazelcast.certification.api.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class TurnAwayLogTest {
    private static final long SECOND_NS = 1_000_000_000L;

    private final Logger logger = (Logger) LoggerFactory.getLogger(TurnAwayLog.class);
    private final ListAppender<ILoggingEvent> written = new ListAppender<>();
    private final AtomicLong nowNs = new AtomicLong();
    private final TurnAwayLog log = new TurnAwayLog(nowNs::get);

    @BeforeEach
    void begin() {
        written.start();
        logger.addAppender(written);
        logger.setLevel(Level.WARN);
    }

    @AfterEach
    void end() {
        logger.detachAppender(written);
        logger.setLevel(null);
    }

    @Test
    void shouldWriteALineASecondThatSaysHowManyItStandsFor() {
        for (int i = 0; i < 5; i++) {
            log.turnedAway(TurnedAway.Reason.MEMBER_FULL, 1);
        }
        nowNs.addAndGet(SECOND_NS);
        log.turnedAway(TurnedAway.Reason.RATE, 1);

        assertThat(written.list)
                .extracting(event -> event.getKeyValuePairs().toString())
                .containsExactly(
                        "[event=\"api_turned_away\", count=\"1\", reason=\"member_full\"]",
                        "[event=\"api_turned_away\", count=\"5\", reason=\"rate\"]");
    }
}
