package com.hazelcast.certification.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/**
 * Where the program is, and what lies beside it. Immutable.
 *
 * @param launcher the script {@code ./fraud}, in the project's folder
 * @param jar the program
 */
public record ProgramFiles(Path launcher, Path jar) {
    private static final String LAUNCHER = "fraud.launcher";

    /**
     * Those of this process.
     *
     * @throws IllegalStateException when it was not started by the launcher
     */
    public static ProgramFiles ofThisProcess() {
        return new ProgramFiles(launcherOfThisProcess(), Path.of(System.getProperty("java.class.path")));
    }

    /**
     * The script that started this process.
     *
     * @throws IllegalStateException when it was not started by the launcher
     */
    public static Path launcherOfThisProcess() {
        String script = System.getProperty(LAUNCHER);
        if (script == null) {
            throw new IllegalStateException("start this with ./fraud, which gives its place: " + LAUNCHER + "=null");
        }
        return Path.of(script);
    }

    /** The option by which a process learns where the launcher is. */
    String launcherOption() {
        return "-D" + LAUNCHER + "=" + launcher;
    }

    /** The JVM's ahead-of-time cache of this jar, whether or not it is there. */
    public Path aotCache() {
        return jar.resolveSibling("fraud.aot");
    }

    /** Whether there is a cache that was made from this jar, and not from one before it. */
    boolean hasAotCache() {
        Path cache = aotCache();
        return Files.exists(cache) && changed(cache).compareTo(changed(jar)) >= 0;
    }

    private static FileTime changed(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot be read: " + file, e);
        }
    }

    /** The agent that serves JMX beans to Prometheus. */
    Path jmxAgent() {
        return jar.resolveSibling("jmx-exporter.jar");
    }

    /** Which beans the agent serves. */
    Path jmxRules() {
        return launcher.resolveSibling("observability").resolve("jmx-exporter.yaml");
    }
}
