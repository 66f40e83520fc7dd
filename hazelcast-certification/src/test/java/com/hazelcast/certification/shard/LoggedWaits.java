package com.hazelcast.certification.shard;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What {@link BackupWait} logs while this is open. Not for tests that run side by side. */
public final class LoggedWaits implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger(BackupWait.class);
    private final ListAppender<ILoggingEvent> written = new ListAppender<>();

    public LoggedWaits() {
        written.start();
        logger.addAppender(written);
        logger.setLevel(Level.WARN);
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
