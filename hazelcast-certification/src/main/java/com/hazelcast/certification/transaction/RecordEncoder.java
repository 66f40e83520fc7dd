package com.hazelcast.certification.transaction;

import com.hazelcast.certification.client.CardNumber;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writes {@linkplain WireRecord wire records}: the card with its digits, the amount with as many as it needs, everything else
 * with its full width. Four digits at a time from a table. Stateless, so thread-safe; allocates
 * nothing.
 */
public final class RecordEncoder {
    private static final int TEN_THOUSAND = 10_000;
    private static final long CARDS_OF_14_DIGITS_END = 100_000_000_000_000L;

    /** The four digits of each number below 10,000, the first in the lowest byte. */
    private static final int[] FOUR_DIGITS = fourDigits();

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private RecordEncoder() {}

    private static int[] fourDigits() {
        int[] digits = new int[TEN_THOUSAND];
        for (int i = 0; i < TEN_THOUSAND; i++) {
            digits[i] = '0' + i / 1000 | '0' + i / 100 % 10 << 8 | '0' + i / 10 % 10 << 16 | '0' + i % 10 << 24;
        }
        return digits;
    }

    /** Writes the record of a compact transaction at an offset of the target: {@link WireRecord#SIZE_BYTES} bytes. */
    public static void encode(long card, long times, long payment, int outcome, byte[] target, int offset) {
        int index = card(card, target, offset);
        target[index++] = WireRecord.SEPARATOR;
        putTime(TransactionLayout.timeMs(times), target, index);
        index += WireRecord.TIME_DIGITS;
        index = field(TransactionLayout.country(times), 3, target, index);
        index = field(TransactionLayout.response(outcome), 2, target, index);
        int amount = TransactionLayout.amountUnits(payment);
        index = field(amount, width(amount), target, index);
        index = field(TransactionLayout.currency(times), 3, target, index);
        index = field(TransactionLayout.merchant(payment), 4, target, index);
        index = field(TransactionLayout.city(outcome), 5, target, index);
        index = field(TransactionLayout.code(payment), 5, target, index);
        pad(target, index, offset + WireRecord.NEWLINE_INDEX);
    }

    private static int card(long card, byte[] target, int offset) {
        if (Long.compareUnsigned(card, CARDS_OF_14_DIGITS_END) >= 0) {
            return digits(CardNumber.value(card), CardNumber.digits(card), target, offset);
        }
        long low = card % 1_0000_0000L;
        int high = (int) (card / 1_0000_0000L);
        int two = FOUR_DIGITS[high / TEN_THOUSAND];
        target[offset] = (byte) (two >>> 16);
        target[offset + 1] = (byte) (two >>> 24);
        INT.set(target, offset + 2, FOUR_DIGITS[high % TEN_THOUSAND]);
        INT.set(target, offset + 6, FOUR_DIGITS[(int) (low / TEN_THOUSAND)]);
        INT.set(target, offset + 10, FOUR_DIGITS[(int) (low % TEN_THOUSAND)]);
        return offset + Pan.DIGITS;
    }

    /** Writes the {@link WireRecord#TIME_DIGITS} digits of a time alone. */
    public static void putTime(long timeMs, byte[] target, int index) {
        target[index] = (byte) ('0' + timeMs / 1_0000_0000_0000L);
        int high = (int) (timeMs / 1_0000_0000L % TEN_THOUSAND);
        int low = (int) (timeMs % 1_0000_0000L);
        INT.set(target, index + 1, FOUR_DIGITS[high]);
        INT.set(target, index + 5, FOUR_DIGITS[low / TEN_THOUSAND]);
        INT.set(target, index + 9, FOUR_DIGITS[low % TEN_THOUSAND]);
    }

    /** A comma and the last digits of the value. */
    private static int field(int value, int width, byte[] target, int index) {
        target[index] = WireRecord.SEPARATOR;
        int start = index + 1;
        if (width > 5) {
            return digits(value, width, target, start);
        }
        int last = FOUR_DIGITS[value % TEN_THOUSAND];
        if (width == 5) {
            target[start] = (byte) ('0' + value / TEN_THOUSAND);
            INT.set(target, start + 1, last);
        } else {
            // Writes four bytes; those behind the field are written again by what follows.
            INT.set(target, start, last >>> (4 - width) * Byte.SIZE);
        }
        return start + width;
    }

    private static int digits(long value, int width, byte[] target, int index) {
        long rest = value;
        for (int i = index + width - 1; i >= index; i--) {
            target[i] = (byte) ('0' + Long.remainderUnsigned(rest, 10));
            rest = Long.divideUnsigned(rest, 10);
        }
        return index + width;
    }

    private static int width(int value) {
        int width = 1;
        for (long limit = 10; value >= limit; limit *= 10) {
            width++;
        }
        return width;
    }

    private static void pad(byte[] target, int from, int newline) {
        int index = from;
        while (index + Long.BYTES <= newline) {
            LONG.set(target, index, 0L);
            index += Long.BYTES;
        }
        while (index < newline) {
            target[index++] = WireRecord.PADDING;
        }
        target[newline] = WireRecord.NEWLINE;
    }
}
