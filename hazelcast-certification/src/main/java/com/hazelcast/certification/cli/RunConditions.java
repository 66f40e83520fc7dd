package com.hazelcast.certification.cli;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/** What one must know to believe a figure. */
final class RunConditions {
    private RunConditions() {}

    /** Commit, machine, JDK and settings, in two lines. */
    static String describe(String settings) {
        OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
        long memoryGib = machine instanceof com.sun.management.OperatingSystemMXBean sun
                ? Math.round(sun.getTotalMemorySize() / (double) (1L << 30))
                : 0;
        return String.format(
                "commit %s, %s %s, %d cores, %d GiB, JDK %s (%s)%nsettings: %s",
                new BuildInfo().commit(),
                machine.getName(),
                machine.getArch(),
                machine.getAvailableProcessors(),
                memoryGib,
                System.getProperty("java.runtime.version"),
                System.getProperty("java.vm.name"),
                settings);
    }

    /** Collections of this process since its start. */
    static String garbageCollection() {
        StringBuilder text = new StringBuilder("GC since the start:");
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            text.append(String.format(
                    " %s %d in %d ms;",
                    collector.getName(), collector.getCollectionCount(), collector.getCollectionTime()));
        }
        return text.toString();
    }
}
