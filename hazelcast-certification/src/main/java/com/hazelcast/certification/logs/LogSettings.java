package com.hazelcast.certification.logs;

import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.event.Level;

/**
 * What is logged, where and how. Immutable.
 *
 * @param own the least level of this program's own events on standard error
 * @param others the same for libraries, Hazelcast among them
 * @param format of the lines, on standard error and in the file
 * @param file gets the events of all from INFO on, or from a finer level that is given; empty: none
 */
public record LogSettings(Level own, Level others, LogFormat format, Optional<Path> file) {
    /** For a command that runs until it is stopped. */
    public static final LogSettings SERVICE = new LogSettings(Level.INFO, Level.WARN, LogFormat.TEXT, Optional.empty());

    /** For a command that ends with a result, which is what it has to say. */
    public static final LogSettings TOOL = new LogSettings(Level.WARN, Level.ERROR, LogFormat.TEXT, Optional.empty());

    /** The same with one level for all. */
    public LogSettings withLevel(Level level) {
        return new LogSettings(level, level, format, file);
    }
}
