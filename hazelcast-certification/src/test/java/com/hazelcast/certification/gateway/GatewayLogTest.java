package com.hazelcast.certification.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.hazelcast.certification.source.SteppedClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class GatewayLogTest {
    private static final long NOW_MS = 1_798_967_585_307L;

    private final List<String> counted = new ArrayList<>();
    private final SteppedClock clock = new SteppedClock();
    private final GatewayLog log = new GatewayLog(
            new GatewayMeter() {
                @Override
                public void connectionRefused(String reason) {
                    counted.add(reason);
                }

                @Override
                public void batchTaken() {}

                @Override
                public void recordsDeferred(int count) {}
            },
            clock);

    /** How many lines are written when a connection is refused at each of these times. */
    private int linesAt(long... timesMs) {
        Logger logger = (Logger) LoggerFactory.getLogger(GatewayLog.class);
        ListAppender<ILoggingEvent> written = new ListAppender<>();
        written.start();
        logger.addAppender(written);
        try {
            for (long timeMs : timesMs) {
                clock.setMs(timeMs);
                log.refused("tls", "10.0.0.7", "it is a test");
            }
        } finally {
            logger.detachAppender(written);
        }
        return (int) written.list.stream()
                .filter(event -> event.getFormattedMessage().endsWith("client=10.0.0.7"))
                .count();
    }

    @Test
    void shouldWriteALineASecondAndCountAll() {
        assertThat(linesAt(NOW_MS, NOW_MS + 1, NOW_MS + 999, NOW_MS + 1_000)).isEqualTo(2);
        assertThat(counted).hasSize(4);
    }

    @Test
    void shouldGoOnWritingLinesWhenTheClockIsSetBack() {
        assertThat(linesAt(NOW_MS, NOW_MS - 3_600_000, NOW_MS - 3_600_000)).isEqualTo(2);
    }
}
