package com.hazelcast.certification.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.hazelcast.config.JavaSerializationFilterConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The classes that may come to life on a member because bytes that arrived name them: {@code allowed-classes.txt}, exact names.
 * Thread-safe.
 */
public final class AllowedClasses {
    private static final String FILE = "allowed-classes.txt";

    /** Deeper causes of an exception are not looked at. */
    private static final int CAUSES_MAX = 50;

    private static final Set<String> NAMES = read();

    private AllowedClasses() {}

    private static Set<String> read() {
        try (InputStream file = AllowedClasses.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException("the jar lacks a file, build it again: file=" + FILE);
            }
            return new String(file.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Set<String> names() {
        return NAMES;
    }

    /** Whether something that arrived may name that class. */
    public static boolean contains(String className) {
        return NAMES.contains(className);
    }

    /**
     * What a call that failed may send back. The caller's member makes it by name: when it may not, the call is not answered at all until it
     * times out after minutes. So an error of another class goes as one that every member knows, with the other's name.
     */
    static Exception sendable(Exception failure) {
        return isSendable(failure, 0) ? failure : new IllegalStateException(failure.toString());
    }

    private static boolean isSendable(@Nullable Throwable failure, int depth) {
        if (failure == null) {
            return true;
        }
        return depth < CAUSES_MAX
                && contains(failure.getClass().getName())
                && isSendable(failure.getCause(), depth + 1)
                && Stream.of(failure.getSuppressed()).allMatch(one -> isSendable(one, depth + 1));
    }

    /** Hazelcast's filter for Java serialization, with these names and nothing else. */
    public static JavaSerializationFilterConfig filter() {
        JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig();
        // Hazelcast's own list lets all of java, javax and com.hazelcast in, lambdas and shaded libraries as well.
        filter.setDefaultsDisabled(true);
        filter.getWhitelist().addClasses(NAMES.toArray(String[]::new));
        return filter;
    }
}
