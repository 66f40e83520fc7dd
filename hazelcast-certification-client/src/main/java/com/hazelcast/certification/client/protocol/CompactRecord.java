package com.hazelcast.certification.client.protocol;

import com.hazelcast.certification.client.CardNumber;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The binary record: three words of 64 bits and one of 32, each big-endian.
 *
 * <pre>
 *  byte  0         63                                                      0
 *  card            | code of the card number, unsigned                    |
 *  byte  8         63                          23         13        3     0
 *  times           | time 41 (ms since 1970)   | country 10|currency10| 000|
 *  byte 16         63  61                  31             14              0
 *  payment         |00 | amount 31 (units) | code 17      | merchant 14   |
 *  byte 24         31           15          8        0
 *  outcome         | city 17    | response 7|00000000|
 * </pre>
 *
 * <p>The amount is in minor units of its currency. The widths hold more than the fields may be: country and currency below
 * 1,000, code and city below 100,000, merchant below 10,000, response below 100. The card is a {@link
 * com.hazelcast.certification.client.CardNumber} code; in version 1 of the protocol it is the value of the number's digits instead. A
 * member rejects a record that is over, or has a bit set where a 0 stands, with the reason {@code out_of_range}. All methods are pure and
 * allocate nothing.
 */
public final class CompactRecord {
    private static final int CARD_OFFSET = 0;
    private static final int TIMES_OFFSET = CARD_OFFSET + Long.BYTES;
    private static final int PAYMENT_OFFSET = TIMES_OFFSET + Long.BYTES;
    private static final int OUTCOME_OFFSET = PAYMENT_OFFSET + Long.BYTES;

    /** Size of a record. */
    public static final int SIZE_BYTES = OUTCOME_OFFSET + Integer.BYTES;

    /** Greatest values of the fields but the card. */
    public static final long TIME_MS_MAX = (1L << 41) - 1;

    /** The largest values that the fields of a text record can have. */
    public static final int COUNTRY_MAX = 999;

    public static final int CURRENCY_MAX = 999;
    public static final int MERCHANT_MAX = 9_999;
    public static final int CITY_MAX = 99_999;
    public static final int CODE_MAX = 99_999;
    public static final int RESPONSE_MAX = 99;

    private static final int COUNTRY_SHIFT = 13;
    private static final int CURRENCY_SHIFT = 3;
    private static final int TIME_SHIFT = 23;
    private static final int AMOUNT_SHIFT = 31;
    private static final int CODE_SHIFT = 14;
    private static final int CITY_SHIFT = 15;
    private static final int RESPONSE_SHIFT = 8;
    private static final int TEN_BITS = 0x3ff;
    private static final int FOURTEEN_BITS = 0x3fff;
    private static final int SEVENTEEN_BITS = 0x1ffff;
    private static final int SEVEN_BITS = 0x7f;
    private static final int TIMES_ZERO = 0x7;
    private static final int OUTCOME_ZERO = 0xff;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private CompactRecord() {}

    public static long times(long timeMs, int country, int currency) {
        return timeMs << TIME_SHIFT | (long) country << COUNTRY_SHIFT | (long) currency << CURRENCY_SHIFT;
    }

    public static long payment(int amountUnits, int code, int merchant) {
        return (long) amountUnits << AMOUNT_SHIFT | (long) code << CODE_SHIFT | merchant;
    }

    public static int outcome(int city, int response) {
        return city << CITY_SHIFT | response << RESPONSE_SHIFT;
    }

    /** Writes a record of {@link #SIZE_BYTES} at the offset. */
    public static void put(byte[] bytes, int offset, long card, long times, long payment, int outcome) {
        LONG.set(bytes, offset + CARD_OFFSET, card);
        LONG.set(bytes, offset + TIMES_OFFSET, times);
        LONG.set(bytes, offset + PAYMENT_OFFSET, payment);
        INT.set(bytes, offset + OUTCOME_OFFSET, outcome);
    }

    public static long card(byte[] bytes, int offset) {
        return (long) LONG.get(bytes, offset + CARD_OFFSET);
    }

    public static long times(byte[] bytes, int offset) {
        return (long) LONG.get(bytes, offset + TIMES_OFFSET);
    }

    public static long payment(byte[] bytes, int offset) {
        return (long) LONG.get(bytes, offset + PAYMENT_OFFSET);
    }

    public static int outcome(byte[] bytes, int offset) {
        return (int) INT.get(bytes, offset + OUTCOME_OFFSET);
    }

    /** Whether every field is what it may be, and every 0 is 0. */
    public static boolean isInRange(long card, long times, long payment, int outcome) {
        return CardNumber.isCode(card)
                && (times & TIMES_ZERO) == 0
                && (times >>> COUNTRY_SHIFT & TEN_BITS) <= COUNTRY_MAX
                && (times >>> CURRENCY_SHIFT & TEN_BITS) <= CURRENCY_MAX
                && payment >>> AMOUNT_SHIFT <= Integer.MAX_VALUE
                && (payment >>> CODE_SHIFT & SEVENTEEN_BITS) <= CODE_MAX
                && (payment & FOURTEEN_BITS) <= MERCHANT_MAX
                && (outcome & OUTCOME_ZERO) == 0
                && outcome >>> CITY_SHIFT <= CITY_MAX
                && (outcome >>> RESPONSE_SHIFT & SEVEN_BITS) <= RESPONSE_MAX;
    }
}
