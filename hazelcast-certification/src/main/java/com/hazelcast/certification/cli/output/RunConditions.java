package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.metrics.BuildVersion;
import com.hazelcast.certification.process.JvmHost;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.Locale;

/** What one must know to believe a figure. */
public final class RunConditions {
    private static final double GIB = 1 << 30;

    private RunConditions() {}

    /** Commit, machine, JDK and settings, in two lines. */
    public static String describe(String settings) {
        OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
        return String.format(
                "commit %s, %s %s, %d cores, %d GiB, JDK %s (%s)%nsettings: %s",
                BuildVersion.read().commit(),
                machine.getName(),
                machine.getArch(),
                machine.getAvailableProcessors(),
                memoryGib(),
                System.getProperty("java.runtime.version"),
                System.getProperty("java.vm.name"),
                settings);
    }

    /** This machine and its JDK, as the rows of {@code TEST_RESULTS.md} have them. */
    public static String machine() {
        OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
        return String.format(
                Locale.ROOT,
                "%s %s, %d cores, %d GiB, JDK %s",
                machine.getName(),
                machine.getArch(),
                machine.getAvailableProcessors(),
                memoryGib(),
                System.getProperty("java.runtime.version"));
    }

    private static long memoryGib() {
        return Math.round(JvmHost.memoryHereBytes() / GIB);
    }

    /** Commit, machine and JDK, as keys. */
    public static void addTo(ObjectNode json) {
        OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
        json.put("commit", BuildVersion.read().commit())
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
