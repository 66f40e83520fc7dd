package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.process.ScoringMemory;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The keys of the memory that a process with histories takes. The launcher makes options of the JVM of them. Not thread-safe. */
public final class MemoryOptions {
    @Option(
            names = "--memory",
            defaultValue = "heap",
            paramLabel = "heap|native",
            description = "Where histories live (default: ${DEFAULT-VALUE}).")
    public MemoryKind kind;

    @Option(
            names = "--heap",
            defaultValue = "2g",
            paramLabel = "SIZE",
            description = "Heap of the JVM, for example 4g (default: ${DEFAULT-VALUE}).")
    String heap;

    @Option(
            names = "--native-size",
            paramLabel = "SIZE",
            description =
                    "Native memory for histories, for example 16g, with --memory native (default: three quarters of what the heap leaves).")
    @Nullable
    String nativeSize;

    /**
     * The memory of the process.
     *
     * @param machineBytes what the machine has
     * @throws IllegalArgumentException naming the key and what it may be
     */
    public ScoringMemory toMemory(long machineBytes) {
        return ScoringMemory.of(
                kind,
                MemorySize.parse("heap", heap),
                nativeSize == null
                        ? OptionalLong.empty()
                        : OptionalLong.of(MemorySize.parse("native-size", nativeSize)),
                machineBytes);
    }
}
