package com.hazelcast.certification.transaction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The compact, fixed-width form of a transaction: three little-endian words, behind the card's number where the
 * transaction travels alone.
 *
 * <pre>
 *            63                               23        13         3     0
 *  times     | time 41 (ms since 1970)        |country 10|currency 10|- 3|
 *
 *            63 62 61                  31              14              0
 *  payment   | - 2 | amount 31 (units) | code 17       | merchant 14   |
 *
 *            31                15            8           0
 *  outcome   | city 17         | response 7  | - 8       |
 * </pre>
 *
 * <p>Amounts are in minor units of their currency (ISO 4217): 1234 is 12.34 EUR, 1,234 JPY, or 1.234 KWD.
 *
 * <p>A transaction on its way is {@code card, times, payment, outcome, reference}: 36 bytes. The <b>reference</b> is 64 bits of
 * the hash of the name that its sender has given it, 0 for none; the <b>tag</b> is what a history keeps of it: 7 bits, 0 for none.
 * The <b>verdict</b>, 12 bits, stands where the three words have bits to spare: its lowest eight in the outcome, two above the
 * amount, and the highest two at the end of the times. Whoever reads a word gets it without the verdict.
 *
 * <p>An entry of a history is {@code times, payment, outcome} with tag, verdict and <b>label</b> in what is left: 20 bytes. The label, two
 * bits, says what the transaction turned out to be, 0 while nobody has said. A transaction that was read from a history has tag, label and
 * whether it was decided promptly in the place of its reference: {@link #kept}. The time of an entry has
 * 33 bits, which are unique for 99 days: all entries of a card lie within 90, so one time that none of them is behind says which
 * days these are.
 *
 * <pre>
 *            63                            31        21         11          9        7     0
 *  times     | time 33 (ms, modulo 2^33)   |country 10|currency 10|verdict 2|label 2|tag 7|
 *
 *            63        61                  31              14              0
 *  payment   | verdict 2| amount 31 (units) | code 17       | merchant 14   |
 *
 *            31                15            8           0
 *  outcome   | city 17         | response 7  | verdict 8 |
 * </pre>
 *
 * All methods are pure and allocate nothing.
 */
public final class TransactionLayout {

    /** Offsets inside an entry. */
    public static final int TIMES_OFFSET = 0;

    public static final int PAYMENT_OFFSET = TIMES_OFFSET + Long.BYTES;
    public static final int OUTCOME_OFFSET = PAYMENT_OFFSET + Long.BYTES;

    /** Size of a history entry. */
    public static final int ENTRY_SIZE_BYTES = OUTCOME_OFFSET + Integer.BYTES;

    /** Offsets inside a transaction. */
    public static final int CARD_OFFSET = 0;

    public static final int ENTRY_OFFSET = CARD_OFFSET + Long.BYTES;
    private static final int REFERENCE_OFFSET = ENTRY_OFFSET + ENTRY_SIZE_BYTES;

    /** Size of a transaction without its reference: what travels where none has one. */
    public static final int UNREFERENCED_SIZE_BYTES = REFERENCE_OFFSET;

    /** Size of a transaction with its card. */
    public static final int TRANSACTION_SIZE_BYTES = REFERENCE_OFFSET + Long.BYTES;

    /** No reference. */
    public static final long NO_REFERENCE = 0;

    /** Verdicts are below. */
    public static final int VERDICTS = 1 << 12;

    /** Labels are below; 0 is none. */
    public static final int LABELS = 1 << 2;

    private static final int TAG_BITS = 7;
    private static final int TAG_SHIFT = Long.SIZE - TAG_BITS;
    private static final int TAG_MASK = (1 << TAG_BITS) - 1;

    /** Which bits of a verdict are where: below this one in the outcome, the next two in the payment, two more in the times. */
    private static final int VERDICT_PAYMENT_SHIFT = 8;

    private static final int VERDICT_TIMES_SHIFT = 10;

    /** Where the label and these two bits of the verdict are in an entry's times. */
    private static final int LABEL_SHIFT = TAG_BITS;

    private static final int LABEL_MASK = LABELS - 1;
    private static final long KEPT_PROMPT = LABELS;
    private static final int ENTRY_VERDICT_SHIFT = LABEL_SHIFT + 2;
    private static final int VERDICT_HIGH_MASK = 3;
    private static final int PAYMENT_SPARE_SHIFT = 62;

    /** Bits below the currency of an entry. */
    private static final int ENTRY_SPARE_BITS = 11;

    /** Entries of format 7 of a shard had tags of 13 bits, eleven of them in the times, and verdicts of eight bits. */
    private static final int OLD_TAG_TIMES_BITS = 11;

    private static final int OLD_TAG_BITS_MORE = 6;

    /** Entries of format 8 had tags of nine bits, and no labels. */
    private static final int TAG_BITS_OF_FORMAT_8 = 9;

    private static final long PAYMENT_MASK = (1L << PAYMENT_SPARE_SHIFT) - 1;

    private static final int CURRENCY_SHIFT = 3;
    private static final int COUNTRY_SHIFT = CURRENCY_SHIFT + 10;
    private static final int TIME_SHIFT = COUNTRY_SHIFT + 10;

    /** The latest time that a transaction may have, in milliseconds since 1970: what the bits that are left hold. */
    public static final long TIME_MS_MAX = (1L << Long.SIZE - TIME_SHIFT) - 1;

    /** What an entry's first word lacks of a transaction's: the highest bits of the time. */
    private static final int ENTRY_SHIFT = ENTRY_SPARE_BITS - CURRENCY_SHIFT;

    private static final long ENTRY_TIMES_MASK = (1L << Long.SIZE - ENTRY_SHIFT) - 1;
    private static final int MERCHANT_BITS = 14;
    private static final int CODE_BITS = 17;
    private static final int CODE_SHIFT = MERCHANT_BITS;
    private static final int AMOUNT_SHIFT = CODE_SHIFT + CODE_BITS;
    private static final int RESPONSE_SHIFT = 8;
    private static final int CITY_SHIFT = RESPONSE_SHIFT + 7;
    private static final int TEN_BITS = (1 << 10) - 1;
    private static final int VERDICT_MASK = (1 << RESPONSE_SHIFT) - 1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private TransactionLayout() {}

    /** Packs time (ms since 1970, at most {@link #TIME_MS_MAX}), country and currency (below 1,000). */
    public static long times(long timeMs, int country, int currency) {
        return timeMs << TIME_SHIFT | (long) country << COUNTRY_SHIFT | (long) currency << CURRENCY_SHIFT;
    }

    /** Packs amount (minor units of its currency, below 2^31), code (below 100,000) and merchant type (below 10,000). */
    public static long payment(int amountUnits, int code, int merchant) {
        return (long) amountUnits << AMOUNT_SHIFT | (long) code << CODE_SHIFT | merchant;
    }

    /** Packs city (below 100,000) and response (below 100). */
    public static int outcome(int city, int response) {
        return city << CITY_SHIFT | response << RESPONSE_SHIFT;
    }

    public static long timeMs(long times) {
        return times >>> TIME_SHIFT;
    }

    public static int country(long times) {
        return (int) (times >>> COUNTRY_SHIFT) & TEN_BITS;
    }

    public static int currency(long times) {
        return (int) (times >>> CURRENCY_SHIFT) & TEN_BITS;
    }

    /** In minor units of the currency that its first word has. */
    public static int amountUnits(long payment) {
        return (int) (payment >>> AMOUNT_SHIFT);
    }

    public static int code(long payment) {
        return (int) (payment >>> CODE_SHIFT) & ((1 << CODE_BITS) - 1);
    }

    public static int merchant(long payment) {
        return (int) payment & ((1 << MERCHANT_BITS) - 1);
    }

    public static int city(int outcome) {
        return outcome >>> CITY_SHIFT;
    }

    public static int response(int outcome) {
        return outcome >>> RESPONSE_SHIFT & 0x7f;
    }

    /** What a history keeps of a reference: 1 to 127, or 0 when there is none. */
    public static int tag(long reference) {
        return reference == NO_REFERENCE ? 0 : Math.max(1, (int) (reference >>> TAG_SHIFT));
    }

    /** The first word of an entry with that tag and verdict, without a label. */
    public static long entryTimes(long times, int tag, int verdict) {
        return times << ENTRY_SHIFT | (long) (verdict >>> VERDICT_TIMES_SHIFT) << ENTRY_VERDICT_SHIFT | tag;
    }

    /** The first word of an entry, with another label: below {@link #LABELS}. */
    public static long withLabel(long entryTimes, int label) {
        return entryTimes & ~((long) LABEL_MASK << LABEL_SHIFT) | (long) label << LABEL_SHIFT;
    }

    /** The label of an entry with that first word; 0: none. */
    public static int entryLabel(long entryTimes) {
        return (int) entryTimes >>> LABEL_SHIFT & LABEL_MASK;
    }

    /** The second word of an entry with that verdict. */
    public static long entryPayment(long payment, int verdict) {
        return payment | (long) (verdict >>> VERDICT_PAYMENT_SHIFT) << PAYMENT_SPARE_SHIFT;
    }

    /** The third word of an entry with that verdict. */
    public static int entryOutcome(int outcome, int verdict) {
        return outcome | verdict & VERDICT_MASK;
    }

    /** What of a verdict an entry's third word has no room for. */
    public static int verdictBeyondOutcome(int verdict) {
        return verdict >>> VERDICT_PAYMENT_SHIFT;
    }

    /** The verdict of an entry with that third word, and with that {@linkplain #verdictBeyondOutcome rest}. */
    public static int verdictOf(int entryOutcome, int beyondOutcome) {
        return beyondOutcome << VERDICT_PAYMENT_SHIFT | entryOutcome & VERDICT_MASK;
    }

    /** The tag of an entry with that first word. */
    public static int entryTag(long entryTimes) {
        return (int) entryTimes & TAG_MASK;
    }

    /** The verdict of an entry with these words. */
    public static int entryVerdict(long entryTimes, long entryPayment, int entryOutcome) {
        return ((int) entryTimes >>> ENTRY_VERDICT_SHIFT & VERDICT_HIGH_MASK) << VERDICT_TIMES_SHIFT
                | (int) (entryPayment >>> PAYMENT_SPARE_SHIFT) << VERDICT_PAYMENT_SHIFT
                | entryOutcome & VERDICT_MASK;
    }

    /** The first word of an entry that was written in format 7 of a shard. */
    public static long entryTimesOfFormat7(long entryTimes, long entryPayment) {
        int oldTag = (int) entryTimes & (1 << OLD_TAG_TIMES_BITS) - 1
                | (int) (entryPayment >>> PAYMENT_SPARE_SHIFT) << OLD_TAG_TIMES_BITS;
        int tag = oldTag == 0 ? 0 : Math.max(1, oldTag >>> OLD_TAG_BITS_MORE);
        return entryTimes >>> ENTRY_SPARE_BITS << ENTRY_SPARE_BITS | tag;
    }

    /** The first word of an entry that was written in format 8 of a shard. */
    public static long entryTimesOfFormat8(long entryTimes) {
        int oldTag = (int) entryTimes & (1 << TAG_BITS_OF_FORMAT_8) - 1;
        int tag = oldTag == 0 ? 0 : Math.max(1, oldTag >>> TAG_BITS_OF_FORMAT_8 - TAG_BITS);
        return entryTimes >>> TAG_BITS_OF_FORMAT_8 << TAG_BITS_OF_FORMAT_8 | tag;
    }

    /**
     * The greatest word of that time: see {@link #timesOfEntry}.
     *
     * @param timeMs below 2^41
     */
    public static long timesCeiling(long timeMs) {
        return (timeMs + 1 << TIME_SHIFT) - 1;
    }

    /**
     * Time, country and currency of an entry.
     *
     * @param timesCeiling of a time that is not before the entry's, and less than 99 days after it
     */
    public static long timesOfEntry(long entryTimes, long timesCeiling) {
        long low = entryTimes >>> ENTRY_SPARE_BITS << CURRENCY_SHIFT;
        return timesCeiling - (timesCeiling - low & ENTRY_TIMES_MASK);
    }

    /** Amount, code and merchant of an entry. */
    public static long paymentOfEntry(long entryPayment) {
        return entryPayment & PAYMENT_MASK;
    }

    /** City and response of an entry. */
    public static int outcomeOfEntry(int entryOutcome) {
        return entryOutcome & ~VERDICT_MASK;
    }

    /** What stands in the place of the reference in a transaction that was read from a history: tag and label. */
    public static long kept(int tag, int label) {
        return (long) tag << TAG_SHIFT | label;
    }

    /** As {@link #kept(int, int)}, with whether it was decided promptly, which has the bit above the label. */
    public static long kept(int tag, int label, boolean isPrompt) {
        return kept(tag, label) | (isPrompt ? KEPT_PROMPT : 0);
    }

    /** Whether a transaction that was read from a history was decided promptly; false also where that is not known. */
    public static boolean isPromptAt(byte[] bytes, int transactionOffset) {
        return (referenceAt(bytes, transactionOffset) & KEPT_PROMPT) != 0;
    }

    /** The tag of a transaction that was read from a history. */
    public static int keptTagAt(byte[] bytes, int transactionOffset) {
        return (int) (referenceAt(bytes, transactionOffset) >>> TAG_SHIFT);
    }

    /** The label of a transaction that was read from a history; means nothing in others. */
    public static int labelAt(byte[] bytes, int transactionOffset) {
        return (int) referenceAt(bytes, transactionOffset) & LABEL_MASK;
    }

    /**
     * Whether two entries of one card are the same transaction but for their references: same millisecond, amount, currency,
     * country, merchant, city and code. The response is an answer to the transaction, not part of it.
     */
    public static boolean isSameTransaction(
            long times, long payment, int outcome, long otherTimes, long otherPayment, int otherOutcome) {
        return times == otherTimes && payment == otherPayment && city(outcome) == city(otherOutcome);
    }

    public static long cardAt(byte[] bytes, int transactionOffset) {
        return (long) LONG.get(bytes, transactionOffset + CARD_OFFSET);
    }

    public static long timesAt(byte[] bytes, int transactionOffset) {
        return (long) LONG.get(bytes, transactionOffset + ENTRY_OFFSET + TIMES_OFFSET) & ~(long) VERDICT_HIGH_MASK;
    }

    public static long paymentAt(byte[] bytes, int transactionOffset) {
        return (long) LONG.get(bytes, transactionOffset + ENTRY_OFFSET + PAYMENT_OFFSET) & PAYMENT_MASK;
    }

    public static int outcomeAt(byte[] bytes, int transactionOffset) {
        return (int) INT.get(bytes, transactionOffset + ENTRY_OFFSET + OUTCOME_OFFSET) & ~VERDICT_MASK;
    }

    /** The verdict of a transaction. */
    public static int verdictAt(byte[] bytes, int transactionOffset) {
        int entry = transactionOffset + ENTRY_OFFSET;
        return ((int) (long) LONG.get(bytes, entry + TIMES_OFFSET) & VERDICT_HIGH_MASK) << VERDICT_TIMES_SHIFT
                | (int) ((long) LONG.get(bytes, entry + PAYMENT_OFFSET) >>> PAYMENT_SPARE_SHIFT)
                        << VERDICT_PAYMENT_SHIFT
                | (int) INT.get(bytes, entry + OUTCOME_OFFSET) & VERDICT_MASK;
    }

    /** Replaces the verdict of a transaction; below {@link #VERDICTS}. */
    public static void putVerdict(byte[] bytes, int transactionOffset, int verdict) {
        int entry = transactionOffset + ENTRY_OFFSET;
        LONG.set(bytes, entry + TIMES_OFFSET, timesAt(bytes, transactionOffset) | verdict >>> VERDICT_TIMES_SHIFT);
        LONG.set(bytes, entry + PAYMENT_OFFSET, entryPayment(paymentAt(bytes, transactionOffset), verdict));
        INT.set(bytes, entry + OUTCOME_OFFSET, entryOutcome(outcomeAt(bytes, transactionOffset), verdict));
    }

    public static long referenceAt(byte[] bytes, int transactionOffset) {
        return (long) LONG.get(bytes, transactionOffset + REFERENCE_OFFSET);
    }

    /** Replaces the card of a transaction. */
    public static void putCard(byte[] bytes, int transactionOffset, long card) {
        LONG.set(bytes, transactionOffset + CARD_OFFSET, card);
    }

    /** Replaces the reference of a transaction. */
    public static void putReference(byte[] bytes, int transactionOffset, long reference) {
        LONG.set(bytes, transactionOffset + REFERENCE_OFFSET, reference);
    }

    /** Whether any of the first transactions of the array has a reference. */
    public static boolean hasReferences(byte[] transactions, int count) {
        for (int offset = 0; offset < count * TRANSACTION_SIZE_BYTES; offset += TRANSACTION_SIZE_BYTES) {
            if (referenceAt(transactions, offset) != NO_REFERENCE) {
                return true;
            }
        }
        return false;
    }

    /** Writes one transaction of {@link #TRANSACTION_SIZE_BYTES}, without a reference and with verdict 0, at the offset. */
    public static void put(byte[] bytes, int transactionOffset, long card, long times, long payment, int outcome) {
        put(bytes, transactionOffset, card, times, payment, outcome, NO_REFERENCE);
    }

    /** Writes one transaction of {@link #TRANSACTION_SIZE_BYTES} with verdict 0 at the offset. */
    public static void put(
            byte[] bytes, int transactionOffset, long card, long times, long payment, int outcome, long reference) {
        LONG.set(bytes, transactionOffset + REFERENCE_OFFSET, reference);
        LONG.set(bytes, transactionOffset + CARD_OFFSET, card);
        LONG.set(bytes, transactionOffset + ENTRY_OFFSET + TIMES_OFFSET, times);
        LONG.set(bytes, transactionOffset + ENTRY_OFFSET + PAYMENT_OFFSET, payment);
        INT.set(bytes, transactionOffset + ENTRY_OFFSET + OUTCOME_OFFSET, outcome);
    }

    /** Copies a transaction from an index of one array to an index of another. */
    public static void copy(byte[] source, int sourceIndex, byte[] target, int targetIndex) {
        int from = sourceIndex * TRANSACTION_SIZE_BYTES;
        int to = targetIndex * TRANSACTION_SIZE_BYTES;
        LONG.set(target, to + CARD_OFFSET, (long) LONG.get(source, from + CARD_OFFSET));
        LONG.set(target, to + ENTRY_OFFSET, (long) LONG.get(source, from + ENTRY_OFFSET));
        LONG.set(target, to + ENTRY_OFFSET + PAYMENT_OFFSET, (long)
                LONG.get(source, from + ENTRY_OFFSET + PAYMENT_OFFSET));
        INT.set(target, to + ENTRY_OFFSET + OUTCOME_OFFSET, (int)
                INT.get(source, from + ENTRY_OFFSET + OUTCOME_OFFSET));
        LONG.set(target, to + REFERENCE_OFFSET, (long) LONG.get(source, from + REFERENCE_OFFSET));
    }
}
