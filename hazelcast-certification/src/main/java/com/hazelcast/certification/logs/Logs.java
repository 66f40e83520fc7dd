package com.hazelcast.certification.logs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Sets Logback up. To be called before there are several threads. */
public final class Logs {
    /** A log file is renamed when it has this size, looked at once a second. */
    static final long FILE_SIZE_BYTES = 20L << 20;

    /** So many renamed files are kept: FILE.1, the newest, to FILE.5. */
    static final int FILES_KEPT = 5;

    private static final Duration SIZE_CHECK = Duration.buildBySeconds(1);

    private static final String OWN = "com.hazelcast.certification";

    /** Who looked which card up: written whatever the level of the rest. */
    private static final String AUDIT = "fraud.audit";

    /** Kafka's clients. */
    private static final String KAFKA = "org.apache.kafka";

    /** Of these, those that write an error at each try while something is missing. Readers say it themselves, once a minute. */
    private static final List<String> KAFKA_AT_EACH_TRY = List.of(
            "org.apache.kafka.clients.NetworkClient",
            "org.apache.kafka.clients.consumer.internals.ConsumerHeartbeatRequestManager",
            "org.apache.kafka.clients.consumer.internals.ConsumerMembershipManager");

    /** Loggers that write, below WARN, the name that members compare; a cluster's secret is a part of it. */
    private static final List<String> TOO_OPEN =
            List.of("com.hazelcast.system", "com.hazelcast.client.impl.connection.ClientConnectionManager");

    private static final LeftOut LEFT_OUT = new LeftOut();

    private static volatile @Nullable String member;

    private Logs() {}

    /**
     * Logs as the settings say, from now on.
     *
     * @throws IllegalArgumentException when the file cannot be written; names it
     */
    public static void use(LogSettings settings) {
        settings.file().ifPresent(Logs::requireWritable);
        apply(settings, (LoggerContext) LoggerFactory.getILoggerFactory());
    }

    static void apply(LogSettings settings, LoggerContext context) {
        // Hazelcast looks for it when its first class that logs is loaded.
        System.setProperty("hazelcast.logging.type", "slf4j");
        Level own = Level.convertAnSLF4JLevel(settings.own());
        Level others = Level.convertAnSLF4JLevel(settings.others());
        context.reset();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(settings.file().isPresent() ? finest(others, Level.INFO) : others);
        context.getLogger(OWN).setLevel(settings.file().isPresent() ? finest(own, Level.INFO) : own);
        context.getLogger(AUDIT).setLevel(Level.INFO);
        TOO_OPEN.forEach(name -> context.getLogger(name).setLevel(Level.WARN));
        // It warns for ever while a broker is away, which this program says once a minute.
        boolean isQuiet = others.isGreaterOrEqual(Level.INFO);
        context.getLogger(KAFKA).setLevel(isQuiet ? Level.ERROR : others);
        KAFKA_AT_EACH_TRY.forEach(name -> context.getLogger(name).setLevel(isQuiet ? Level.OFF : others));
        List<OutputStreamAppender<ILoggingEvent>> appenders = new ArrayList<>();
        appenders.add(standardError(settings.format(), new OriginFilter(own, others), context));
        settings.file()
                .map(file -> rolling(file, FILE_SIZE_BYTES, SIZE_CHECK, settings.format(), context))
                .ifPresent(appenders::add);
        LimitedAppender limited = new LimitedAppender(context, appenders, LEFT_OUT);
        limited.start();
        root.addAppender(limited);
    }

    /** Says which member this process is; lines in JSON have it from now on. Of several in one process, the last. */
    public static void setMember(String hostAndPort) {
        member = hostAndPort;
    }

    /** How many lines were left out since the process began, by event; {@code other} and {@code library} have no name. */
    public static Map<String, Long> leftOut() {
        return LEFT_OUT.counts();
    }

    static boolean isOwn(String logger) {
        return logger.startsWith(OWN + ".");
    }

    static boolean isAudit(String logger) {
        return logger.equals(AUDIT);
    }

    private static Level finest(Level one, Level other) {
        return one.isGreaterOrEqual(other) ? other : one;
    }

    private static ConsoleAppender<ILoggingEvent> standardError(
            LogFormat format, OriginFilter filter, LoggerContext context) {
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setTarget("System.err");
        appender.addFilter(filter);
        return started(appender, format, context);
    }

    static RollingFileAppender<ILoggingEvent> rolling(
            Path file, long sizeBytes, Duration check, LogFormat format, LoggerContext context) {
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setFile(file.toString());
        FixedWindowRollingPolicy names = new FixedWindowRollingPolicy();
        names.setContext(context);
        names.setParent(appender);
        names.setFileNamePattern(file + ".%i");
        names.setMinIndex(1);
        names.setMaxIndex(FILES_KEPT);
        SizeBasedTriggeringPolicy<ILoggingEvent> size = new SizeBasedTriggeringPolicy<>();
        size.setContext(context);
        size.setMaxFileSize(new FileSize(sizeBytes));
        size.setCheckIncrement(check);
        appender.setRollingPolicy(names);
        appender.setTriggeringPolicy(size);
        appender.setContext(context);
        names.start();
        size.start();
        return started(appender, format, context);
    }

    private static <A extends OutputStreamAppender<ILoggingEvent>> A started(
            A appender, LogFormat format, LoggerContext context) {
        Encoder<ILoggingEvent> encoder = format == LogFormat.JSON ? new FieldsEncoder(() -> member) : text();
        encoder.setContext(context);
        encoder.start();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }

    private static Encoder<ILoggingEvent> text() {
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setLayout(new LineLayout());
        return encoder;
    }

    private static void requireWritable(Path file) {
        if (file.toString().contains("%")) {
            throw new IllegalArgumentException("the path must have no '%' in it: log-file=" + file);
        }
        try {
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    .close();
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no such folder; make it first: log-file=" + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot be written: log-file=" + file + ": " + e.getMessage(), e);
        }
    }
}
