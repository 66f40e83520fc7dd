package com.hazelcast.certification.source;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What {@link RejectionLog} logs while this is open, and nothing that others log meanwhile. Not for tests that run side by side. */
final class WrittenLog implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger(RejectionLog.class);
    private final ListAppender<ILoggingEvent> written = new ListAppender<>();

    WrittenLog() {
        written.start();
        logger.setAdditive(false);
        logger.addAppender(written);
    }

    /** The messages, in their order. */
    List<String> rejections() {
        return List.copyOf(written.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** The lines that the messages take. */
    long lineCount() {
        return rejections().stream().flatMap(String::lines).count();
    }

    @Override
    public void close() {
        logger.detachAppender(written);
        logger.setAdditive(true);
    }
}
