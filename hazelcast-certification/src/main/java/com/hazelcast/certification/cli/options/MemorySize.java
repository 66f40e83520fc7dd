package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.process.ScoringMemory;
import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes of memory as people write them: a number with k, m or g. */
public final class MemorySize {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kmg])");

    private MemorySize() {}

    /**
     * The bytes of a size.
     *
     * @throws IllegalArgumentException naming the key when the text is not a size
     */
    public static long parse(String key, String text) {
        Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(key + " must be a size such as 512m or 4g: " + key + "=" + text);
        }
        int shift = switch (matcher.group(2)) {
            case "k" -> 10;
            case "m" -> 20;
            default -> 30;
        };
        return Long.parseLong(matcher.group(1)) << shift;
    }

    /** What histories may take of this JVM's memory of that kind. */
    public static long ofThisJvm(MemoryKind kind) {
        return kind == MemoryKind.HEAP ? Runtime.getRuntime().maxMemory() : ScoringMemory.historiesOf(maxDirectBytes());
    }

    private static long maxDirectBytes() {
        long bytes = Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxDirectMemorySize")
                .getValue());
        // Not given, it is the heap's.
        return bytes == 0 ? Runtime.getRuntime().maxMemory() : bytes;
    }
}
