package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.traffic.FlaggedNote;
import com.hazelcast.certification.traffic.Traffic;
import picocli.CommandLine.Option;

/** Whose payments a command generates, the same option wherever it does. Not thread-safe. */
public final class TrafficOption {
    @Option(
            names = "--traffic",
            defaultValue = "natural",
            converter = TrafficConverter.class,
            paramLabel = "natural|challenge|clean",
            description = {
                "natural: customers with habits; challenge: the certification challenge's uniform fields; clean: no rule holds (default: ${DEFAULT-VALUE}).",
                FlaggedNote.TEXT + "."
            })
    public Traffic traffic = Traffic.NATURAL;
}
