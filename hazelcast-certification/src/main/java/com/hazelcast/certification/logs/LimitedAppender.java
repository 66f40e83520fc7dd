package com.hazelcast.certification.logs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import com.hazelcast.certification.logs.LogEvent.Fields;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * Stands before the other appenders and lets so many lines a minute of each kind pass, then a line that counts those it has left out: a
 * flood must fill no disk. A kind is an event with a name, another message of this program, or a library's logger. The audit's lines,
 * and those below INFO, which somebody has asked for, have no limit. Thread-safe.
 */
final class LimitedAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
    /** Lines a minute of one kind of this program's. */
    static final int OWN_MAX = 60;

    /** Lines a minute of one logger of a library, whose messages are of many kinds. */
    static final int OTHERS_MAX = 600;

    /** As many kinds are distinguished; further ones go by their loggers, of which there are few. */
    private static final int KINDS_MAX = 1_000;

    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

    private final LoggerContext logback;
    private final List<? extends Appender<ILoggingEvent>> appenders;
    private final LeftOut leftOut;
    private final long windowNs;
    private final ConcurrentHashMap<String, Window> windows = new ConcurrentHashMap<>();

    /** The lines of one kind within a minute, which begins with the first of them. */
    private static final class Window {
        private final int linesMax;
        private long endNs;
        private int lines;
        private long left;

        Window(int linesMax) {
            this.linesMax = linesMax;
        }
    }

    LimitedAppender(LoggerContext context, List<? extends Appender<ILoggingEvent>> appenders, LeftOut leftOut) {
        this(context, appenders, leftOut, MINUTE_NS);
    }

    LimitedAppender(
            LoggerContext context, List<? extends Appender<ILoggingEvent>> appenders, LeftOut leftOut, long windowNs) {
        logback = context;
        this.appenders = List.copyOf(appenders);
        this.leftOut = leftOut;
        this.windowNs = windowNs;
        setContext(context);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (isUnlimited(event) || takes(event)) {
            pass(event);
        }
    }

    private void pass(ILoggingEvent event) {
        appenders.forEach(appender -> appender.doAppend(event));
    }

    private static boolean isUnlimited(ILoggingEvent event) {
        return Logs.isAudit(event.getLoggerName()) || !event.getLevel().isGreaterOrEqual(Level.INFO);
    }

    private boolean takes(ILoggingEvent event) {
        String logger = event.getLoggerName();
        boolean isOwn = Logs.isOwn(logger);
        String name = nameOf(event);
        String kind = kind(event, isOwn, name);
        Window window = windows.computeIfAbsent(kind, ignored -> new Window(isOwn ? OWN_MAX : OTHERS_MAX));
        synchronized (window) {
            long nowNs = System.nanoTime();
            if (window.lines == 0 || nowNs - window.endNs >= 0 && window.left == 0) {
                window.endNs = nowNs + windowNs;
                window.lines = 0;
            }
            if (window.lines < window.linesMax) {
                window.lines++;
                return true;
            }
            if (window.left++ == 0) {
                var unused = logback.getScheduledExecutorService()
                        .schedule(() -> end(kind, window), window.endNs - nowNs, TimeUnit.NANOSECONDS);
            }
        }
        leftOut.add(name != null ? name : isOwn ? "other" : "library");
        return false;
    }

    private String kind(ILoggingEvent event, boolean isOwn, @Nullable String name) {
        if (name != null) {
            return name;
        }
        String logger = event.getLoggerName();
        String message = logger + ": " + event.getMessage();
        return isOwn && (windows.containsKey(message) || windows.size() < KINDS_MAX) ? message : logger;
    }

    private static @Nullable String nameOf(ILoggingEvent event) {
        List<KeyValuePair> fields = event.getKeyValuePairs();
        return fields != null && !fields.isEmpty() && fields.get(0).key.equals(Fields.EVENT)
                ? String.valueOf(fields.get(0).value)
                : null;
    }

    /** Says what was left out, and begins anew. */
    private void end(String kind, Window window) {
        long count;
        synchronized (window) {
            count = window.left;
            window.left = 0;
            window.lines = 0;
        }
        if (count > 0 && isStarted()) {
            pass(summary(kind, count));
        }
    }

    private LoggingEvent summary(String kind, long count) {
        Logger log = logback.getLogger(LimitedAppender.class);
        LoggingEvent event = new LoggingEvent(
                LimitedAppender.class.getName(),
                log,
                Level.convertAnSLF4JLevel(LogEvent.LINES_LEFT_OUT.level()),
                "{} more line(s) of one kind were left out in the last minute: kind={}",
                null,
                new Object[] {count, kind});
        event.addKeyValuePair(new KeyValuePair(Fields.EVENT, LogEvent.LINES_LEFT_OUT.label()));
        event.addKeyValuePair(new KeyValuePair(Fields.COUNT, count));
        event.addKeyValuePair(new KeyValuePair(Fields.KIND, kind));
        return event;
    }

    /** Says what was left out until now, and ends the others. */
    @Override
    public void stop() {
        windows.forEach((kind, window) -> end(kind, window));
        super.stop();
        appenders.forEach(Appender::stop);
    }
}
