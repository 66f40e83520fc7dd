package com.hazelcast.certification.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Which build this is: version and commit, as the build wrote them into {@code fraud-build.properties}. */
public final class BuildInfo implements IVersionProvider {
    private static final String RESOURCE = "/fraud-build.properties";

    private final Properties properties = new Properties();

    /** Reads the resource. */
    public BuildInfo() {
        try (InputStream in = BuildInfo.class.getResourceAsStream(RESOURCE)) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The project's version, such as {@code 1.0.0-SNAPSHOT}. */
    public String version() {
        return properties.getProperty("version", "unknown");
    }

    /** The commit's abbreviated hash, with {@code -dirty} if files differed from it, or {@code unknown}. */
    public String commit() {
        String commit = properties.getProperty("commit", "unknown");
        return Boolean.parseBoolean(properties.getProperty("dirty")) ? commit + "-dirty" : commit;
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "fraud " + version() + " (commit " + commit() + ")",
            "Java " + Runtime.version() + ", " + System.getProperty("java.vm.name")
        };
    }
}
