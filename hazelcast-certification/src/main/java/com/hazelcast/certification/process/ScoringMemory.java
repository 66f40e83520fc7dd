package com.hazelcast.certification.process;

import com.hazelcast.certification.history.MemoryKind;
import java.util.OptionalLong;

/**
 * How the memory of a process that holds histories is divided. Immutable.
 *
 * @param heapBytes of the JVM
 * @param nativeBytes for histories outside the heap; 0: they are on the heap
 */
public record ScoringMemory(long heapBytes, long nativeBytes) {
    private static final long MIB = 1 << 20;

    /** Less is no process that scores. */
    private static final long LEAST_BYTES = 64 * MIB;

    /** What the buffers of connections take of the JVM's direct memory, beside histories. */
    private static final long NETWORK_BYTES = 256 * MIB;

    /** Share of the memory beside the heap that histories get by default: the kernel and the JVM need the rest. */
    private static final double NATIVE_SHARE = 0.75;

    /**
     * Divides a machine's memory.
     *
     * @param kind where histories live
     * @param nativeBytes empty: a share of what the heap leaves
     * @param machineBytes what the machine has
     * @throws IllegalArgumentException when that is too small or does not fit, naming the key
     */
    public static ScoringMemory of(MemoryKind kind, long heapBytes, OptionalLong nativeBytes, long machineBytes) {
        requireEnough("heap", heapBytes);
        if (kind == MemoryKind.HEAP) {
            if (nativeBytes.isPresent()) {
                throw new IllegalArgumentException(
                        "with memory=heap there is no native memory for histories; leave native-size out, or choose memory=native: native-size="
                                + mib(nativeBytes.getAsLong()));
            }
            return fitting(new ScoringMemory(heapBytes, 0), machineBytes);
        }
        long chosen = nativeBytes.orElseGet(() -> (long) ((machineBytes - heapBytes) * NATIVE_SHARE));
        if (nativeBytes.isPresent()) {
            requireEnough("native-size", chosen);
        } else if (chosen < LEAST_BYTES) {
            throw new IllegalArgumentException("the heap leaves no room for native memory on this machine's "
                    + mib(machineBytes) + "; choose a smaller one: heap=" + mib(heapBytes));
        }
        return fitting(new ScoringMemory(heapBytes, chosen), machineBytes);
    }

    private static void requireEnough(String key, long bytes) {
        if (bytes < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    key + " must be " + mib(LEAST_BYTES) + " or more: " + key + "=" + bytes / 1024 + "k");
        }
    }

    private static ScoringMemory fitting(ScoringMemory memory, long machineBytes) {
        long bytes = memory.heapBytes + memory.nativeBytes;
        if (bytes > machineBytes) {
            throw new IllegalArgumentException("heap and native memory need " + mib(bytes) + " and this machine has "
                    + mib(machineBytes) + "; choose less: heap=" + mib(memory.heapBytes)
                    + (memory.isNative() ? " native-size=" + mib(memory.nativeBytes) : ""));
        }
        return memory;
    }

    private static String mib(long bytes) {
        return (bytes >> 20) + "m";
    }

    /** What histories may take of a JVM's direct memory. */
    public static long historiesOf(long directBytes) {
        return Math.max(0, directBytes - NETWORK_BYTES);
    }

    /** The JVM's direct memory: histories, and buffers beside them. */
    long directBytes() {
        return nativeBytes + NETWORK_BYTES;
    }

    boolean isNative() {
        return nativeBytes > 0;
    }
}
