package com.hazelcast.certification.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of names with what belongs to each: a line each, columns divided by blanks, the name first; {@code #} begins a comment. Read
 * again when it has changed; a file that cannot be used then leaves what was read before. Thread-safe.
 *
 * @param <T> what a line gives
 */
public final class NamedLines<T> {
    private static final Logger LOG = LoggerFactory.getLogger(NamedLines.class);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");

    /** Lines of one file; a request looks at all of them. */
    private static final int LINES_MAX = 1_000;

    private final String key;
    private final String what;
    private final Path file;
    private final Function<String[], T> parser;
    private volatile List<T> lines;
    private FileTime readAt;
    private long sizeBytes;

    /**
     * Reads the file.
     *
     * @param key of the configuration, for messages
     * @param what the lines are, for messages: {@code users}
     * @param parser takes the columns, of which the first is a name; throws {@link IllegalArgumentException} or {@link
     *     java.time.DateTimeException} when they are wrong, without the secret
     * @throws IllegalArgumentException when the file cannot be used; names line and value
     */
    public NamedLines(String key, String what, Path file, Function<String[], T> parser) {
        this.key = key;
        this.what = what;
        this.file = file;
        this.parser = parser;
        try {
            this.readAt = Files.getLastModifiedTime(file);
            this.sizeBytes = Files.size(file);
            this.lines = parse(Files.readAllLines(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the " + what + " cannot be read; give a file of text: " + key + "=" + file, e);
        }
    }

    /** Whether it may stand in the first column. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** What was read last, in the order of the file. */
    public List<T> lines() {
        return lines;
    }

    /** Reads the file if it has changed; returns whether there are other lines now. Blocks. */
    public synchronized boolean look() {
        try {
            FileTime changedAt = Files.getLastModifiedTime(file);
            long size = Files.size(file);
            if (changedAt.equals(readAt) && size == sizeBytes) {
                return false;
            }
            List<T> read = parse(Files.readAllLines(file));
            readAt = changedAt;
            sizeBytes = size;
            lines = read;
            LOG.info("read the {} again: {}={} {}={}", what, key, file, what, read.size());
            return true;
        } catch (IOException | IllegalArgumentException e) {
            LOG.error("the {} stay as they are, because their file cannot be used: {}", what, e.getMessage());
            return false;
        }
    }

    /** The columns of a line of the file; none: it is empty or a comment. */
    static String[] columns(String line) {
        String text = line.replaceFirst("#.*", "").strip();
        return text.isEmpty() ? new String[0] : text.split("\\s+", -1);
    }

    private List<T> parse(List<String> text) {
        List<T> parsed = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < text.size(); i++) {
            String[] columns = columns(text.get(i));
            if (columns.length > 0) {
                String where = key + "=" + file + " line=" + (i + 1);
                parsed.add(parse(columns, where));
                if (!names.add(columns[0])) {
                    throw new IllegalArgumentException(
                            "two " + what + " have one name; give each its own: " + where + " name=" + columns[0]);
                }
            }
        }
        if (parsed.size() > LINES_MAX) {
            throw new IllegalArgumentException("there are at most " + LINES_MAX + " " + what + ": " + key + "=" + file
                    + " " + what + "=" + parsed.size());
        }
        return List.copyOf(parsed);
    }

    private T parse(String[] columns, String where) {
        if (!isName(columns[0])) {
            throw new IllegalArgumentException(
                    "a line of the " + what + " begins with a name of letters, digits, '_', '.' and '-': " + where);
        }
        try {
            return parser.apply(columns);
        } catch (java.time.DateTimeException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "a line of the " + what + " cannot be used; correct it: " + where + ": " + e.getMessage(), e);
        }
    }
}
