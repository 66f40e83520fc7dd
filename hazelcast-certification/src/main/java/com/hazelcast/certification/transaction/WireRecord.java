package com.hazelcast.certification.transaction;

/**
 * The shape of the certification challenge's wire record: nine decimal fields joined by commas, padded with NUL, closed
 * by a newline.
 *
 * <pre>
 *  0              14            28  32 35    41  45   50    56    61                          99
 *  |card          |time         |cou|re|amoun|cur|merc|city |code |NUL ...                    |\n
 *  00000017721111,1798967585307,107,00,34209,107,0494,09691,74106
 * </pre>
 *
 * <p>The offsets above are those of the example; the card and the amount vary in width, so only the order, the greatest
 * widths and the total size are fixed. The amount is in minor units of its currency (ISO 4217): cents where there are some.
 */
public final class WireRecord {
    /** Size of a record, newline included. */
    public static final int SIZE_BYTES = 100;

    /** Index of the closing newline. */
    public static final int NEWLINE_INDEX = SIZE_BYTES - 1;

    /** Closes a record. */
    public static final byte NEWLINE = '\n';

    /** Fills a record behind its last field. */
    public static final byte PADDING = 0;

    /** Joins the fields. */
    public static final byte SEPARATOR = ',';

    /** Digits of the time, which the encoder always writes. */
    public static final int TIME_DIGITS = 13;

    /** Index of the time in a record whose card has the usual 14 digits. */
    public static final int TIME_INDEX = Pan.DIGITS + 1;

    /** Fields in a record. */
    public static final int FIELD_COUNT = 9;

    private WireRecord() {}
}
