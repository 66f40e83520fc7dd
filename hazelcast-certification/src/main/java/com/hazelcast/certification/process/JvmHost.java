package com.hazelcast.certification.process;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * What the options of a JVM depend on, beside the command. Immutable.
 *
 * @param javaVersion major version of the JDK
 * @param cores processors that a process may use
 * @param memoryBytes memory that a process may have; not all commands need it, and to find it takes a while
 * @param hasHugePages whether the kernel gives huge pages to whoever requests them
 */
public record JvmHost(int javaVersion, int cores, LongSupplier memoryBytes, boolean hasHugePages) {
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    /** This machine, with the JDK of this process. */
    public static JvmHost here() {
        return new JvmHost(
                Runtime.version().feature(),
                Runtime.getRuntime().availableProcessors(),
                JvmHost::memoryHereBytes,
                hasHugePagesHere());
    }

    /** Memory of this machine, or of the container if that is less. */
    public static long memoryHereBytes() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    private static boolean hasHugePagesHere() {
        try {
            return Files.isReadable(HUGE_PAGES) && !Files.readString(HUGE_PAGES).contains("[never]");
        } catch (IOException e) {
            return false;
        }
    }
}
