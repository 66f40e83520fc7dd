package com.hazelcast.certification.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
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

    /** While a file cannot be used, that is logged again after so long. */
    private static final long SAY_AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

    private final String key;
    private final String what;
    private final Path file;
    private final Function<String[], T> parser;
    private final Function<T, String> identity;
    private final LongSupplier nanoClock;
    private volatile List<T> lines;
    private FileTime readAt;
    private long sizeBytes;

    /** The change of the file and what is wrong with it, as they were logged last; empty: it can be used. */
    private String failed = "";

    private long failedLoggedNs;

    /**
     * Reads the file.
     *
     * @param key of the configuration, for messages
     * @param what the lines are, for messages: {@code users}
     * @param parser takes the columns, of which the first is a name; throws {@link IllegalArgumentException} or {@link
     *     java.time.DateTimeException} when they are wrong, without the secret
     * @param identity by what a request is known to be of a line: no two lines may have the same
     * @throws IllegalArgumentException when the file cannot be used; names line and value
     */
    public NamedLines(String key, String what, Path file, Function<String[], T> parser, Function<T, String> identity) {
        this(key, what, file, parser, identity, System::nanoTime);
    }

    NamedLines(
            String key,
            String what,
            Path file,
            Function<String[], T> parser,
            Function<T, String> identity,
            LongSupplier nanoClock) {
        this.key = key;
        this.what = what;
        this.file = file;
        this.parser = parser;
        this.identity = identity;
        this.nanoClock = nanoClock;
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

    /**
     * Reads the file if it has changed; returns whether there are other lines now. Blocks. That the file cannot be used is logged once for each
     * change of it or of what is wrong with it, and then once a minute.
     */
    public synchronized boolean look() {
        String change = "";
        try {
            FileTime changedAt = Files.getLastModifiedTime(file);
            long size = Files.size(file);
            change = changedAt + " " + size;
            if (changedAt.equals(readAt) && size == sizeBytes) {
                failed = "";
                return false;
            }
            List<T> read = parse(Files.readAllLines(file));
            readAt = changedAt;
            sizeBytes = size;
            lines = read;
            failed = "";
            LOG.info("read the {} again: {}={} {}={}", what, key, file, what, read.size());
            return true;
        } catch (IOException e) {
            // Its own message is no more than the path.
            logFailure(change, key + "=" + file + ": " + e);
            return false;
        } catch (IllegalArgumentException e) {
            logFailure(change, String.valueOf(e.getMessage()));
            return false;
        }
    }

    /** Looks come each second, and a file may stay as it is for days. */
    private void logFailure(String change, String reason) {
        long nowNs = nanoClock.getAsLong();
        String failure = change + " " + reason;
        if (!failure.equals(failed) || nowNs - failedLoggedNs >= SAY_AGAIN_NS) {
            failed = failure;
            failedLoggedNs = nowNs;
            LOG.error("the {} stay as they are, because their file cannot be used: {}", what, reason);
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
        Map<String, String> places = new HashMap<>();
        for (int i = 0; i < text.size(); i++) {
            String[] columns = columns(text.get(i));
            if (columns.length > 0) {
                String where = key + "=" + file + " line=" + (i + 1);
                T line = parse(columns, where);
                parsed.add(line);
                if (!names.add(columns[0])) {
                    throw new IllegalArgumentException(
                            "two " + what + " have one name; give each its own: " + where + " name=" + columns[0]);
                }
                String other = places.put(identity.apply(line), "line=" + (i + 1) + " name=" + columns[0]);
                if (other != null) {
                    throw new IllegalArgumentException("two names of the " + what
                            + " have one hash, so whose it is cannot be known; give each its own: " + where + " name="
                            + columns[0] + ", and " + other);
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
