package com.hazelcast.certification.logs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.read.ListAppender;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.waiting.Await;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;

class LimitedAppenderTest {
    private static final String OWN = "com.hazelcast.certification.gateway.GatewayLog";
    private static final int MORE = 40;

    private final LoggerContext context = new LoggerContext();
    private final ListAppender<ILoggingEvent> written = new ListAppender<>();
    private final LeftOut leftOut = new LeftOut();

    @BeforeEach
    void begin() {
        context.setMDCAdapter(new LogbackMDCAdapter());
        context.start();
        written.start();
    }

    @AfterEach
    void end() {
        context.stop();
    }

    private LimitedAppender limited(long windowNs) {
        LimitedAppender limited = new LimitedAppender(context, List.of(written), leftOut, windowNs);
        limited.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(limited);
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.DEBUG);
        return limited;
    }

    private List<String> lines() {
        return List.copyOf(written.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private void refuse(int times) {
        for (int i = 0; i < times; i++) {
            LogEvent.GATEWAY_TURNED_AWAY.at(context.getLogger(OWN)).log("connection {}", i);
        }
    }

    @Test
    void shouldLeaveOutWhatIsTooMuchOfOneKindAndCountIt() {
        LimitedAppender limited = limited(TimeUnit.MINUTES.toNanos(1));
        refuse(LimitedAppender.OWN_MAX + MORE);
        LogEvent.SHARD_LOST
                .at(context.getLogger(OWN))
                .addKeyValue(Fields.SHARD, 7)
                .log("another kind");
        assertThat(lines()).hasSize(LimitedAppender.OWN_MAX + 1).last().isEqualTo("another kind");
        assertThat(leftOut.counts()).isEqualTo(Map.of("gateway_turned_away", (long) MORE));
        limited.stop();
        assertThat(lines())
                .last()
                .isEqualTo(
                        MORE + " more line(s) of one kind were left out in the last minute: kind=gateway_turned_away");
    }

    @Test
    @Timeout(60)
    void shouldSayWhatWasLeftOutWhenTheTimeIsOverAndBeginAnew() {
        limited(TimeUnit.SECONDS.toNanos(3));
        refuse(LimitedAppender.OWN_MAX + MORE);
        Await.until("a line of what was left out", () -> lines().size() > LimitedAppender.OWN_MAX);
        assertThat(lines()).last().asString().startsWith(MORE + " more line(s)");
        refuse(1);
        assertThat(lines()).hasSize(LimitedAppender.OWN_MAX + 2).last().isEqualTo("connection 0");
    }

    @Test
    void shouldTellMessagesWithoutANameApartByTheirText() {
        limited(TimeUnit.MINUTES.toNanos(1));
        Logger log = context.getLogger(OWN);
        for (int i = 0; i < LimitedAppender.OWN_MAX + MORE; i++) {
            log.info("one kind: {}", i);
        }
        log.info("another kind: {}", 1);
        assertThat(lines()).hasSize(LimitedAppender.OWN_MAX + 1).last().isEqualTo("another kind: 1");
        assertThat(leftOut.counts()).isEqualTo(Map.of("other", (long) MORE));
    }

    @Test
    void shouldLimitALibraryByItsLogger() {
        limited(TimeUnit.MINUTES.toNanos(1));
        for (int i = 0; i < LimitedAppender.OTHERS_MAX + MORE; i++) {
            context.getLogger("com.hazelcast.internal.cluster.ClusterService").info("members " + i);
        }
        assertThat(lines()).hasSize(LimitedAppender.OTHERS_MAX);
        assertThat(leftOut.counts()).isEqualTo(Map.of("library", (long) MORE));
    }

    @Test
    void shouldNotLimitTheAuditAndWhatSomebodyHasAskedFor() {
        limited(TimeUnit.MINUTES.toNanos(1));
        int times = LimitedAppender.OTHERS_MAX + MORE;
        for (int i = 0; i < times; i++) {
            context.getLogger("fraud.audit").info("card look-up");
            context.getLogger(OWN).debug("detail");
        }
        assertThat(lines()).hasSize(2 * times);
        assertThat(leftOut.counts()).isEmpty();
    }
}
