package com.hazelcast.certification.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Which build this is, as the build wrote it into {@code fraud-build.properties}. Immutable.
 *
 * @param version the project's, such as {@code 1.0.0-SNAPSHOT}
 * @param commit the abbreviated hash, with {@code -dirty} if files differed from it, or {@code unknown}
 */
public record BuildVersion(String version, String commit) {
    private static final String RESOURCE = "/fraud-build.properties";

    /** Reads the resource. */
    public static BuildVersion read() {
        Properties properties = new Properties();
        try (InputStream in = BuildVersion.class.getResourceAsStream(RESOURCE)) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String commit = properties.getProperty("commit", "unknown");
        return new BuildVersion(
                properties.getProperty("version", "unknown"),
                Boolean.parseBoolean(properties.getProperty("dirty")) ? commit + "-dirty" : commit);
    }
}
