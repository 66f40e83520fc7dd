package com.hazelcast.certification.transaction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * From a {@linkplain WireRecord wire record} to a {@linkplain TransactionLayout compact transaction}. Stateless, so
 * thread-safe; allocates nothing.
 *
 * <p>The usual record, with a card of 14 digits and an amount of up to seven, is read eight bytes at a time:
 *
 * <pre>
 *  0              14            28  32 35    t   t+4  t+9   t+15  t+21
 *  dddddddddddddd,ddddddddddddd,ddd,dd,ddddd,ddd,dddd,ddddd,ddddd NUL ...
 *  |- card -| |  | |- time -|  |- codes -|   |- tail: 3 words -|
 * </pre>
 *
 * <p>Exclusive-or with the digits and commas that are expected leaves 0 to 9 where a digit is and 0 where a comma is, so
 * one test finds every deviation; eight digits become a number by three multiplications (SWAR; Lemire, "Quickly parsing
 * eight digits", 2018). Any deviation goes to {@link FieldParser}, which takes every legal width and names what is wrong.
 */
public final class RecordParser {
    /** Parsed. Anything else is the ordinal of a {@link Rejection}. */
    public static final int OK = -1;

    private static final int TIME_INDEX = WireRecord.TIME_INDEX;
    private static final int CODES_INDEX = TIME_INDEX + WireRecord.TIME_DIGITS;
    private static final int AMOUNT_INDEX = CODES_INDEX + Long.BYTES;

    /** Digits of an amount that its 32 bits always hold. */
    private static final int AMOUNT_DIGITS_MAX = 7;

    private static final int TAIL_PADDING_INDEX = 24;
    private static final int LAST_PADDING_WORD_INDEX = WireRecord.NEWLINE_INDEX - Long.BYTES;

    private static final long EIGHT_DIGITS = 0x3030303030303030L;
    /** {@code ,ddd,dd,} with the first byte lowest. */
    private static final long CODES = 0x2c30302c3030302cL;
    /** {@code ,ddd,ddd} */
    private static final long TAIL_FIRST = 0x3030302c3030302cL;
    /** {@code d,ddddd,} */
    private static final long TAIL_SECOND = 0x2c30303030302c30L;
    /** {@code ddddd} and three NUL. */
    private static final long TAIL_THIRD = 0x0000003030303030L;

    private static final long CODES_COMMAS = 0xff0000ff000000ffL;
    private static final long TAIL_FIRST_COMMAS = 0x000000ff000000ffL;
    private static final long TAIL_SECOND_COMMAS = 0xff0000000000ff00L;
    private static final long TAIL_THIRD_NULS = 0xffffff0000000000L;

    private static final long COMMAS = 0x2c2c2c2c2c2c2c2cL;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long CARRY_ABOVE_NINE = 0x7676767676767676L;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private RecordParser() {}

    /**
     * Parses the record at an offset.
     *
     * @param source holds {@link WireRecord#SIZE_BYTES} bytes from the offset on
     * @param target receives {@link TransactionLayout#TRANSACTION_SIZE_BYTES} bytes at its offset, the verdict 0; when
     *     the record is rejected, its content there is undefined
     * @return {@link #OK} or the ordinal of the {@link Rejection}
     */
    public static int parse(byte[] source, int offset, byte[] target, int targetOffset) {
        long cardHigh = word(source, offset) ^ EIGHT_DIGITS;
        long cardLow = (word(source, offset + 6) ^ EIGHT_DIGITS) & ~0xffffL;
        long timeHigh = word(source, offset + TIME_INDEX) ^ EIGHT_DIGITS;
        long timeLow = (word(source, offset + TIME_INDEX + 5) ^ EIGHT_DIGITS) & ~0xff_ffffL;
        long codes = word(source, offset + CODES_INDEX) ^ CODES;
        long amountWord = word(source, offset + AMOUNT_INDEX);
        int amountDigits = firstComma(amountWord);
        if (amountDigits < 1 || amountDigits > AMOUNT_DIGITS_MAX) {
            return FieldParser.parse(source, offset, target, targetOffset);
        }
        long amount = (amountWord ^ EIGHT_DIGITS) << (Long.BYTES - amountDigits) * Byte.SIZE;
        int tail = offset + AMOUNT_INDEX + amountDigits;
        long tailFirst = word(source, tail) ^ TAIL_FIRST;
        long tailSecond = word(source, tail + 8) ^ TAIL_SECOND;
        long tailThird = word(source, tail + 16) ^ TAIL_THIRD;
        long notDigits = notDigits(cardHigh)
                | notDigits(cardLow)
                | notDigits(timeHigh)
                | notDigits(timeLow)
                | notDigits(codes)
                | notDigits(amount)
                | notDigits(tailFirst)
                | notDigits(tailSecond)
                | notDigits(tailThird);
        long notCommas = codes & CODES_COMMAS
                | tailFirst & TAIL_FIRST_COMMAS
                | tailSecond & TAIL_SECOND_COMMAS
                | tailThird & TAIL_THIRD_NULS
                | source[offset + TIME_INDEX - 1] ^ WireRecord.SEPARATOR
                | source[offset + WireRecord.NEWLINE_INDEX] ^ WireRecord.NEWLINE;
        long timeMs = number(timeHigh) * 100_000 + number(timeLow);
        if ((notDigits | notCommas | padding(source, offset, tail)) != 0 || timeMs > TransactionLayout.TIME_MS_MAX) {
            return FieldParser.parse(source, offset, target, targetOffset);
        }
        int merchant = (int) number((tailFirst >>> 40 | (tailSecond & 0xff) << 24) << 32);
        TransactionLayout.put(
                target,
                targetOffset,
                number(cardHigh) * 1_000_000 + number(cardLow),
                TransactionLayout.times(timeMs, (int) number(codes << 32), (int) number(tailFirst << 32)),
                TransactionLayout.payment((int) number(amount), (int) number(tailThird << 24), merchant),
                TransactionLayout.outcome(
                        (int) number(tailSecond << 8 & ~0xff_ffffL), (int) number(codes << 8 & 0xffffL << 48)));
        return OK;
    }

    private static long word(byte[] source, int offset) {
        return (long) LONG.get(source, offset);
    }

    /** Zero when all bytes behind the third word of the tail are NUL. The words overlap where the tail is long. */
    private static long padding(byte[] source, int offset, int tail) {
        int from = tail + TAIL_PADDING_INDEX;
        return word(source, from)
                | word(source, from + 8)
                | word(source, from + 16)
                | word(source, offset + LAST_PADDING_WORD_INDEX - Long.BYTES)
                | word(source, offset + LAST_PADDING_WORD_INDEX);
    }

    /** Index of the first comma in the word, 8 when there is none. */
    private static int firstComma(long word) {
        long zeroed = word ^ COMMAS;
        return Long.numberOfTrailingZeros((zeroed - LOW_BITS) & ~zeroed & HIGH_BITS) >>> 3;
    }

    /** Zero when every byte is 0 to 9. */
    private static long notDigits(long digits) {
        return (digits | digits + CARRY_ABOVE_NINE) & HIGH_BITS;
    }

    /** The number of eight digits, 0 to 9 each, the first in the lowest byte. */
    private static long number(long digits) {
        long pairs = digits * 10 + (digits >>> 8);
        return ((pairs & 0x0000_00ff_0000_00ffL) * 0x000f_4240_0000_0064L
                        + (pairs >>> 16 & 0x0000_00ff_0000_00ffL) * 0x0000_2710_0000_0001L)
                >>> 32;
    }
}
