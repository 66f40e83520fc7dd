package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.metrics.BuildVersion;
import com.hazelcast.certification.process.JvmHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** What one must know to believe a figure. */
public final class RunConditions {
    private static final double GIB = 1 << 30;
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final String UNKNOWN = "unknown";

    private RunConditions() {}

    /** Commit, machine, JDK and settings, in two lines. */
    public static String describe(String settings) {
        return String.format(
                "commit %s, %s (%s)%nsettings: %s",
                BuildVersion.read().commit(), machine(), System.getProperty("java.vm.name"), settings);
    }

    /** This machine and its JDK, as the rows of {@code TEST_RESULTS.md} have them. */
    public static String machine() {
        OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
        return String.format(
                Locale.ROOT,
                "%s, %s %s, %d cores, %d GiB, JDK %s",
                processor(),
                machine.getName(),
                machine.getArch(),
                machine.getAvailableProcessors(),
                memoryGib(),
                System.getProperty("java.runtime.version"));
    }

    /** Its model as Linux names it; {@code unknown} on other systems. */
    static String processor() {
        try (Stream<String> lines = Files.lines(PROCESSORS)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(UNKNOWN);
        } catch (IOException | UncheckedIOException e) {
            return UNKNOWN;
        }
    }

    private static long memoryGib() {
        return Math.round(JvmHost.memoryHereBytes() / GIB);
    }

    /** Commit, machine and JDK, as keys. */
    public static void addTo(ObjectNode json) {
        OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
        json.put("commit", BuildVersion.read().commit())
                .put("processor", processor())
                .put("osName", machine.getName())
                .put("architecture", machine.getArch())
                .put("cores", machine.getAvailableProcessors())
                .put("memoryGib", memoryGib())
                .put("jdk", System.getProperty("java.runtime.version"))
                .put("jvm", System.getProperty("java.vm.name"));
    }

    /** Collections of this process since its start. */
    public static String garbageCollection() {
        StringBuilder text = new StringBuilder("GC since the start:");
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            text.append(String.format(
                    " %s %d in %d ms;",
                    collector.getName(), collector.getCollectionCount(), collector.getCollectionTime()));
        }
        return text.toString();
    }

    /** The same, as keys. */
    public static void addGarbageCollection(ObjectNode json) {
        var collectors = json.putArray("collectors");
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collectors
                    .addObject()
                    .put("name", collector.getName())
                    .put("collections", collector.getCollectionCount())
                    .put("timeMs", collector.getCollectionTime());
        }
    }
}
