package com.hazelcast.certification.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.spi.FilterReply;
import ch.qos.logback.core.util.Duration;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.hazelcast.certification.logs.LogEvent.Fields;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;

class LogsTest {
    private static final String OWN = "com.hazelcast.certification.member.FraudMember";
    private static final String HAZELCAST = "com.hazelcast.internal.cluster.ClusterService";

    @TempDir
    Path folder;

    private final LoggerContext context = new LoggerContext();
    private final CapturedErr err = new CapturedErr();

    /** Of whatever still runs in this JVM; it would write between the lines. */
    private final LoggerContext others = (LoggerContext) LoggerFactory.getILoggerFactory();

    private final TurboFilter silence = new TurboFilter() {
        @Override
        public FilterReply decide(
                Marker marker,
                ch.qos.logback.classic.Logger logger,
                ch.qos.logback.classic.Level level,
                String format,
                Object[] params,
                Throwable t) {
            return FilterReply.DENY;
        }
    };

    @BeforeEach
    void begin() {
        others.addTurboFilter(silence);
        context.setMDCAdapter(new LogbackMDCAdapter());
        context.start();
    }

    @AfterEach
    void end() {
        others.getTurboFilterList().remove(silence);
        context.stop();
        err.close();
    }

    private Logger logger(String name) {
        return context.getLogger(name);
    }

    private List<String> lines() {
        return err.text().lines().toList();
    }

    private Path file() {
        return folder.resolve("all.log");
    }

    private LogSettings withFile(LogSettings settings) {
        return new LogSettings(settings.own(), settings.others(), settings.format(), Optional.of(file()));
    }

    @Test
    void shouldWriteTimeLevelShortNameAndMessageInOneLine() {
        Logs.apply(LogSettings.SERVICE, context);
        logger(OWN).info("loaded {} shards in {} ms", 7, 12);
        assertThat(err.text())
                .matches(
                        "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d) INFO  FraudMember - loaded 7 shards in 12 ms\\R");
    }

    @Test
    void shouldIndentWhatAMessageOrAStackHasBelowItsFirstLine() {
        Logs.apply(LogSettings.SERVICE, context);
        logger(HAZELCAST).warn("\n\nMembers {size:2} [\n\tMember one\n\n\tMember two\r\n]\n");
        logger(OWN).error("it failed", new IllegalStateException("two\nlines"));
        assertThat(lines().get(0)).endsWith("WARN  ClusterService - Members {size:2} [");
        assertThat(lines().get(4)).endsWith("ERROR FraudMember - it failed");
        assertThat(lines().subList(1, 4)).containsExactly("    \tMember one", "    \tMember two", "    ]");
        assertThat(lines().subList(5, lines().size()))
                .allMatch(line -> line.startsWith("    "))
                .startsWith("    java.lang.IllegalStateException: two", "    lines");
    }

    @Test
    void shouldWriteOwnEventsFromInfoOnAndThoseOfHazelcastFromWarnOnWhileAServiceRuns() {
        Logs.apply(LogSettings.SERVICE, context);
        logger(OWN).debug("own debug");
        logger(OWN).info("own info");
        logger(HAZELCAST).info("hazelcast info");
        logger(HAZELCAST).warn("hazelcast warn");
        assertThat(lines())
                .satisfiesExactly(
                        line -> assertThat(line).endsWith("own info"),
                        line -> assertThat(line).endsWith("hazelcast warn"));
    }

    @Test
    void shouldWriteNothingOfHazelcastBelowAnErrorBesideAResult() {
        Logs.apply(LogSettings.TOOL, context);
        logger(OWN).info("own info");
        logger(OWN).warn("own warn");
        logger(HAZELCAST).warn("hazelcast warn");
        assertThat(lines()).singleElement().asString().endsWith("own warn");
    }

    @Test
    void shouldLeaveOutWhatKafkasClientsWriteAtEachTry() {
        String atEachTry = "org.apache.kafka.clients.NetworkClient";
        Logs.apply(LogSettings.SERVICE, context);
        logger(atEachTry).error("no login");
        logger("org.apache.kafka.clients.producer.KafkaProducer").error("broken");
        assertThat(lines()).singleElement().asString().endsWith("broken");
        Logs.apply(LogSettings.SERVICE.withLevel(Level.DEBUG), context);
        logger(atEachTry).error("no login");
        assertThat(lines()).hasSize(2).last().asString().endsWith("no login");
    }

    @Test
    void shouldTakeOneLevelForAll() {
        Logs.apply(LogSettings.TOOL.withLevel(Level.DEBUG), context);
        logger(OWN).trace("own trace");
        logger(OWN).debug("own debug");
        logger(HAZELCAST).debug("hazelcast debug");
        assertThat(lines()).hasSize(2);
    }

    @Test
    void shouldWriteLookUpsWhateverTheLevel() {
        Logs.apply(LogSettings.SERVICE.withLevel(Level.ERROR), context);
        logger("fraud.audit").info("card look-up");
        assertThat(lines()).singleElement().asString().endsWith("INFO  audit - card look-up");
    }

    @Test
    void shouldKeepWhatHazelcastWritesOfTheJoinNameOut() {
        Logs.apply(withFile(LogSettings.SERVICE.withLevel(Level.TRACE)), context);
        logger("com.hazelcast.system").info("Cluster name: guarded-0123");
        assertThat(err.text()).isEmpty();
        assertThat(file()).isEmptyFile();
    }

    @Test
    void shouldWriteTheEventsOfAllFromInfoOnIntoTheFile() {
        Logs.apply(withFile(LogSettings.SERVICE.withLevel(Level.ERROR)), context);
        logger(OWN).debug("own debug");
        logger(OWN).info("own info");
        logger(HAZELCAST).debug("hazelcast debug");
        logger(HAZELCAST).info("hazelcast info");
        assertThat(lines()).isEmpty();
        assertThat(file()).content().contains("own info", "hazelcast info").hasLineCount(2);
    }

    @Test
    void shouldWriteAFinerLevelIntoTheFileToo() {
        Logs.apply(withFile(LogSettings.SERVICE.withLevel(Level.DEBUG)), context);
        logger(OWN).debug("own debug");
        logger(HAZELCAST).debug("hazelcast debug");
        assertThat(file()).content().hasLineCount(2).isEqualTo(err.text());
    }

    @Test
    void shouldWriteAnObjectALine() throws Exception {
        Logs.apply(new LogSettings(Level.INFO, Level.WARN, LogFormat.JSON, Optional.of(file())), context);
        logger(OWN).info("a \"quoted\" {}\nof two lines", "word");
        logger(OWN).error("it failed", new IllegalStateException("why"));
        assertThat(file()).content().isEqualTo(err.text());
        assertThat(lines()).hasSize(2);
        JsonNode first = new JsonMapper().readTree(lines().get(0));
        assertThat(first.get("level").asText()).isEqualTo("INFO");
        assertThat(first.get("loggerName").asText()).isEqualTo(OWN);
        assertThat(first.get("formattedMessage").asText()).isEqualTo("a \"quoted\" word\nof two lines");
        assertThat(first.get("timestamp").isIntegralNumber()).isTrue();
        JsonNode failure = new JsonMapper().readTree(lines().get(1)).get("throwable");
        assertThat(failure.get("message").asText()).isEqualTo("why");
    }

    @Test
    void shouldGiveEachObjectTheFieldsOfItsEventAndTheMember() throws Exception {
        Logs.apply(new LogSettings(Level.INFO, Level.WARN, LogFormat.JSON, Optional.empty()), context);
        Logs.setMember("10.0.0.7:5701");
        LogEvent.TRANSACTION_REJECTED
                .at(logger(OWN))
                .addKeyValue(Fields.COUNT, 3L)
                .addKeyValue(Fields.SHARD, 17)
                .addKeyValue(Fields.CARD, "400022****7531")
                .setCause(new IllegalStateException("why"))
                .log("rejected {}", 3);
        logger(HAZELCAST).warn("a line without a name");
        JsonNode first = new JsonMapper().readTree(lines().get(0));
        assertThat(first.get("event").asText()).isEqualTo("transaction_rejected");
        assertThat(first.get("member").asText()).isEqualTo("10.0.0.7:5701");
        assertThat(first.get("count").longValue()).isEqualTo(3);
        assertThat(first.get("shard").intValue()).isEqualTo(17);
        assertThat(first.get("card").asText()).isEqualTo("400022****7531");
        assertThat(first.get("level").asText()).isEqualTo("ERROR");
        assertThat(first.get("formattedMessage").asText()).isEqualTo("rejected 3");
        assertThat(first.get("throwable").get("message").asText()).isEqualTo("why");
        JsonNode second = new JsonMapper().readTree(lines().get(1));
        assertThat(second.has("event")).isFalse();
        assertThat(second.get("member").asText()).isEqualTo("10.0.0.7:5701");
    }

    @Test
    void shouldLimitWhatIsWritten() {
        Logs.apply(LogSettings.SERVICE, context);
        for (int i = 0; i < 2 * LimitedAppender.OWN_MAX; i++) {
            LogEvent.CALL_FAILED.at(logger(OWN)).log("call {}", i);
        }
        assertThat(lines()).hasSize(LimitedAppender.OWN_MAX);
        assertThat(Logs.leftOut().get("call_failed")).isGreaterThanOrEqualTo(LimitedAppender.OWN_MAX);
    }

    @Test
    void shouldKeepTheFilesWithinTheirBound() throws Exception {
        int sizeBytes = 1_000;
        RollingFileAppender<ILoggingEvent> appender =
                Logs.rolling(file(), sizeBytes, Duration.buildByMilliseconds(0), LogFormat.TEXT, context);
        context.getLogger(OWN).addAppender(appender);
        for (int i = 0; i < 1_000; i++) {
            logger(OWN).info("event {}", i);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files)
                    .hasSize(1 + Logs.FILES_KEPT)
                    .allSatisfy(file -> assertThat(Files.size(file)).isLessThan(2 * sizeBytes));
        }
        assertThat(file()).content().contains("event 999");
    }

    @Test
    void shouldRefuseAFileThatCannotBeWritten() {
        assertThatThrownBy(() -> use(folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be written: log-file=" + folder);
        assertThatThrownBy(() -> use(folder.resolve("none/all.log")))
                .hasMessageContaining("there is no such folder; make it first: log-file=");
        assertThatThrownBy(() -> use(folder.resolve("all%i.log"))).hasMessageContaining("no '%'");
    }

    private static void use(Path file) {
        Logs.use(new LogSettings(Level.INFO, Level.WARN, LogFormat.TEXT, Optional.of(file)));
    }
}
