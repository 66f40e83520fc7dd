package com.hazelcast.certification.logs;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/**
 * A line for people: time, level, short name, message. What a message or a stack has below its first line is indented, so
 * that each line without indentation is one event, whatever a message holds. Thread-safe.
 */
final class LineLayout extends LayoutBase<ILoggingEvent> {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX").withZone(ZoneId.systemDefault());
    private static final Pattern LINE_ENDS = Pattern.compile("\\R+");
    private static final String INDENT = "\n    ";

    @Override
    public String doLayout(ILoggingEvent event) {
        String logger = event.getLoggerName();
        IThrowableProxy failure = event.getThrowableProxy();
        String text =
                event.getFormattedMessage() + (failure == null ? "" : "\n" + ThrowableProxyUtil.asString(failure));
        return String.format(
                "%s %-5s %s - %s%n",
                TIME.format(Instant.ofEpochMilli(event.getTimeStamp())),
                event.getLevel(),
                logger.substring(logger.lastIndexOf('.') + 1),
                LINE_ENDS.matcher(text.strip()).replaceAll(INDENT));
    }
}
