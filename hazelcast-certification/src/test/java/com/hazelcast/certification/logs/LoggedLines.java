package com.hazelcast.certification.logs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What a class logs while this is open, from INFO on. Not for tests that run side by side. */
public final class LoggedLines implements AutoCloseable {
    private final Logger logger;
    private final ListAppender<ILoggingEvent> written = new ListAppender<>();

    public LoggedLines(Class<?> logged) {
        logger = (Logger) LoggerFactory.getLogger(logged);
        written.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(written);
    }

    /** The fields of each line. */
    public List<String> fields() {
        return List.copyOf(written.list).stream()
                .map(event -> event.getKeyValuePairs().toString())
                .toList();
    }

    /** The messages, in their order. */
    public List<String> messages() {
        return List.copyOf(written.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(written);
        logger.setLevel(null);
    }
}
