package com.hazelcast.certification.traffic;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Whose payments are generated, in a stream and in loaded histories alike. */
public enum Traffic {
    /** Customers with homes, habits and favourite merchants, and labelled fraud among their payments. */
    NATURAL,

    /** The certification challenge's: every field uniform over its range. */
    CHALLENGE,

    /** The same customers, each payment below its card's average: no rule holds, and every rule is tried. The worst case. */
    CLEAN;

    /** Its name in options and files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The traffic of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Traffic of(String label) {
        return Arrays.stream(values())
                .filter(traffic -> traffic.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("traffic must be one of "
                        + Arrays.stream(values()).map(Traffic::label).collect(Collectors.joining(", ")) + ": traffic="
                        + label));
    }
}
