package com.hazelcast.certification.kafka.records;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The compact form of a verdict, big-endian:
 *
 * <pre>
 *   0         1        2      4       5         8               16              24          28
 *   | form 1  | action | rule | flags | set 24  | time (ms)     | offset        | partition |
 * </pre>
 *
 * <p>Form: {@value #FORM}. Action: 0 approve, 1 challenge, 2 review, 3 decline. Flags: 1 replayed. Set: the version of the rule set. Time: when
 * the answer came, since 1970. Offset and partition: the position of the record that it is the verdict of. Pure.
 */
public final class CompactVerdict {
    /** Size of a verdict. */
    public static final int SIZE_BYTES = 28;

    private static final byte FORM = 1;
    private static final int ACTION_OFFSET = 1;
    private static final int RULE_OFFSET = ACTION_OFFSET + Byte.BYTES;
    private static final int FLAGS_OFFSET = RULE_OFFSET + Short.BYTES;
    private static final int TIME_OFFSET = 8;
    private static final int OFFSET_OFFSET = TIME_OFFSET + Long.BYTES;
    private static final int PARTITION_OFFSET = OFFSET_OFFSET + Long.BYTES;
    private static final int SET_BITS = 24;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private CompactVerdict() {}

    /** A verdict in its bytes. */
    public static byte[] of(
            int action, int rule, boolean replayed, int setVersion, long decidedMs, int partition, long offset) {
        byte[] bytes = new byte[SIZE_BYTES];
        INT.set(bytes, FLAGS_OFFSET, (replayed ? 1 << SET_BITS : 0) | setVersion);
        bytes[0] = FORM;
        bytes[ACTION_OFFSET] = (byte) action;
        SHORT.set(bytes, RULE_OFFSET, (short) rule);
        LONG.set(bytes, TIME_OFFSET, decidedMs);
        LONG.set(bytes, OFFSET_OFFSET, offset);
        INT.set(bytes, PARTITION_OFFSET, partition);
        return bytes;
    }

    /** The number of the action. */
    public static int action(byte[] verdict) {
        return verdict[ACTION_OFFSET];
    }

    /** The version of the set of rules. */
    public static int set(byte[] verdict) {
        return (int) INT.get(verdict, FLAGS_OFFSET) & (1 << SET_BITS) - 1;
    }

    /** The number of the rule that held, or 0. */
    public static int rule(byte[] verdict) {
        return (short) SHORT.get(verdict, RULE_OFFSET);
    }

    /** Whether the transaction was held already. */
    public static boolean isReplayed(byte[] verdict) {
        return (verdict[FLAGS_OFFSET] & 1) != 0;
    }

    /** When the answer came, in ms since 1970. */
    public static long decidedMs(byte[] verdict) {
        return (long) LONG.get(verdict, TIME_OFFSET);
    }

    /** The offset of the record that it is the verdict of. */
    public static long offset(byte[] verdict) {
        return (long) LONG.get(verdict, OFFSET_OFFSET);
    }

    /** The partition of that record. */
    public static int partition(byte[] verdict) {
        return (int) INT.get(verdict, PARTITION_OFFSET);
    }
}
