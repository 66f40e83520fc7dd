package com.hazelcast.certification.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TransactionLayoutTest {
    private static final long TIME_MS_MAX = (1L << 41) - 1;

    @Property
    void shouldReturnTimeCountryAndCurrencyAsPacked(
            @ForAll @LongRange(max = TIME_MS_MAX) long timeMs,
            @ForAll @IntRange(max = 999) int country,
            @ForAll @IntRange(max = 999) int currency) {
        long times = TransactionLayout.times(timeMs, country, currency);

        assertThat(TransactionLayout.timeMs(times)).isEqualTo(timeMs);
        assertThat(TransactionLayout.country(times)).isEqualTo(country);
        assertThat(TransactionLayout.currency(times)).isEqualTo(currency);
    }

    @Property
    void shouldReturnAmountCodeAndMerchantAsPacked(
            @ForAll @IntRange(max = Integer.MAX_VALUE) int amountUnits,
            @ForAll @IntRange(max = 99_999) int code,
            @ForAll @IntRange(max = 9_999) int merchant) {
        long payment = TransactionLayout.payment(amountUnits, code, merchant);

        assertThat(TransactionLayout.amountUnits(payment)).isEqualTo(amountUnits);
        assertThat(TransactionLayout.code(payment)).isEqualTo(code);
        assertThat(TransactionLayout.merchant(payment)).isEqualTo(merchant);
    }

    @Property
    void shouldReturnCityAndResponseAsPacked(
            @ForAll @IntRange(max = 99_999) int city, @ForAll @IntRange(max = 99) int response) {
        int outcome = TransactionLayout.outcome(city, response);

        assertThat(TransactionLayout.city(outcome)).isEqualTo(city);
        assertThat(TransactionLayout.response(outcome)).isEqualTo(response);
    }

    @Property
    void shouldReadBackATransactionFromAnyOffset(
            @ForAll long card,
            @ForAll @LongRange(min = 0, max = TIME_MS_MAX) long timeMs,
            @ForAll @IntRange(max = 99_999) int city,
            @ForAll @IntRange(max = 4_095) int verdict,
            @ForAll @IntRange(max = 4_095) int nextVerdict,
            @ForAll @IntRange(max = 100) int offset) {
        byte[] bytes = new byte[offset + TransactionLayout.TRANSACTION_SIZE_BYTES + 1];
        long times = TransactionLayout.times(timeMs, 999, 999);
        long payment = TransactionLayout.payment(Integer.MAX_VALUE, 99_999, 9_999);
        int outcome = TransactionLayout.outcome(city, 99);

        TransactionLayout.put(bytes, offset, card, times, payment, outcome);
        assertThat(TransactionLayout.verdictAt(bytes, offset)).isZero();
        TransactionLayout.putVerdict(bytes, offset, verdict);
        assertThat(TransactionLayout.verdictAt(bytes, offset)).isEqualTo(verdict);
        TransactionLayout.putVerdict(bytes, offset, nextVerdict);
        assertThat(TransactionLayout.verdictAt(bytes, offset)).isEqualTo(nextVerdict);

        assertThat(TransactionLayout.cardAt(bytes, offset)).isEqualTo(card);
        assertThat(TransactionLayout.timesAt(bytes, offset)).isEqualTo(times);
        assertThat(TransactionLayout.paymentAt(bytes, offset)).isEqualTo(payment);
        assertThat(TransactionLayout.outcomeAt(bytes, offset)).isEqualTo(outcome);
        assertThat(bytes[bytes.length - 1]).isZero();
    }

    @Property
    void shouldIgnoreTheResponseInTheIdentity(
            @ForAll @IntRange(max = 99) int response, @ForAll @IntRange(max = 99) int otherResponse) {
        int outcome = TransactionLayout.outcome(9_691, response);
        int other = TransactionLayout.outcome(9_691, otherResponse);

        assertThat(TransactionLayout.isSameTransaction(5, 6, outcome, 5, 6, other))
                .isTrue();
    }

    @Test
    void shouldDistinguishTransactionsByEveryFieldOfTheIdentity() {
        long times = TransactionLayout.times(1_798_967_585_307L, 107, 108);
        long payment = TransactionLayout.payment(34_209, 74_106, 494);
        int outcome = TransactionLayout.outcome(9_691, 0);

        assertThat(new boolean[] {
                    isSame(TransactionLayout.times(1_798_967_585_308L, 107, 108), payment, outcome),
                    isSame(TransactionLayout.times(1_798_967_585_307L, 108, 108), payment, outcome),
                    isSame(TransactionLayout.times(1_798_967_585_307L, 107, 109), payment, outcome),
                    isSame(times, TransactionLayout.payment(34_210, 74_106, 494), outcome),
                    isSame(times, TransactionLayout.payment(34_209, 74_107, 494), outcome),
                    isSame(times, TransactionLayout.payment(34_209, 74_106, 495), outcome),
                    isSame(times, payment, TransactionLayout.outcome(9_692, 0)),
                })
                .containsOnly(false);
    }

    private static boolean isSame(long times, long payment, int outcome) {
        return TransactionLayout.isSameTransaction(
                times,
                payment,
                outcome,
                TransactionLayout.times(1_798_967_585_307L, 107, 108),
                TransactionLayout.payment(34_209, 74_106, 494),
                TransactionLayout.outcome(9_691, 0));
    }

    @Test
    void shouldKeepEveryFieldApartAtItsExtremes() {
        assertThat(TransactionLayout.times(TIME_MS_MAX, 0, 0)).isEqualTo(TIME_MS_MAX << 23);
        assertThat(TransactionLayout.timeMs(TransactionLayout.times(0, 999, 999)))
                .isZero();
        assertThat(TransactionLayout.country(TransactionLayout.times(TIME_MS_MAX, 0, 999)))
                .isZero();
        assertThat(TransactionLayout.currency(TransactionLayout.times(TIME_MS_MAX, 999, 0)))
                .isZero();
        assertThat(TransactionLayout.payment(Integer.MAX_VALUE, 99_999, 9_999)).isPositive();
        assertThat(TransactionLayout.amountUnits(TransactionLayout.payment(0, 99_999, 9_999)))
                .isZero();
        assertThat(TransactionLayout.code(TransactionLayout.payment(Integer.MAX_VALUE, 0, 9_999)))
                .isZero();
        assertThat(TransactionLayout.merchant(TransactionLayout.payment(Integer.MAX_VALUE, 99_999, 0)))
                .isZero();
        assertThat(TransactionLayout.city(TransactionLayout.outcome(0, 99))).isZero();
        assertThat(TransactionLayout.response(TransactionLayout.outcome(99_999, 0)))
                .isZero();
    }

    @Test
    void shouldTakeTwentyBytesAnEntryAndThirtySixATransaction() {
        assertThat(TransactionLayout.ENTRY_SIZE_BYTES).isEqualTo(20);
        assertThat(TransactionLayout.UNREFERENCED_SIZE_BYTES).isEqualTo(28);
        assertThat(TransactionLayout.TRANSACTION_SIZE_BYTES).isEqualTo(36);
    }

    @Property
    void shouldGiveEveryReferenceATagAndNoReferenceNone(@ForAll long reference) {
        int tag = TransactionLayout.tag(reference);

        assertThat(tag).isBetween(reference == TransactionLayout.NO_REFERENCE ? 0 : 1, 127);
        byte[] read = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        TransactionLayout.putReference(read, 0, TransactionLayout.kept(tag, 3));
        assertThat(TransactionLayout.keptTagAt(read, 0)).isEqualTo(tag);
        assertThat(TransactionLayout.labelAt(read, 0)).isEqualTo(3);
        assertThat(TransactionLayout.isPromptAt(read, 0)).isFalse();
        TransactionLayout.putReference(read, 0, TransactionLayout.kept(tag, 2, true));
        assertThat(TransactionLayout.keptTagAt(read, 0)).isEqualTo(tag);
        assertThat(TransactionLayout.labelAt(read, 0)).isEqualTo(2);
        assertThat(TransactionLayout.isPromptAt(read, 0)).isTrue();
        assertThat(TransactionLayout.tag(TransactionLayout.NO_REFERENCE)).isZero();
    }

    /** Entries of earlier formats, written as they were then. */
    @Property
    void shouldReadEntriesOfEarlierFormats(
            @ForAll @LongRange(min = 0, max = TIME_MS_MAX) long timeMs,
            @ForAll @IntRange(max = 999) int country,
            @ForAll @IntRange(max = 4_095) int verdict,
            @ForAll long reference) {
        long times = TransactionLayout.times(timeMs, country, 978);
        long payment = TransactionLayout.payment(12, 3, 4);
        int tag = TransactionLayout.tag(reference);
        int tagOfFormat8 = reference == 0 ? 0 : Math.max(1, (int) (reference >>> 55));
        int tagOfFormat7 = reference == 0 ? 0 : Math.max(1, (int) (reference >>> 51));
        long entryPayment = TransactionLayout.entryPayment(payment, verdict);
        long entry8 = times << 8 | (long) (verdict >>> 10) << 9 | tagOfFormat8;
        long entry7 = times << 8 | tagOfFormat7 & 0x7ff;
        long payment7 = payment | (long) (tagOfFormat7 >>> 11) << 62;

        assertThat(TransactionLayout.entryTimesOfFormat8(entry8))
                .isEqualTo(TransactionLayout.entryTimes(times, tag, verdict));
        assertThat(TransactionLayout.entryVerdict(
                        TransactionLayout.entryTimesOfFormat8(entry8), entryPayment, verdict & 0xff))
                .isEqualTo(verdict);
        assertThat(TransactionLayout.entryTimesOfFormat7(entry7, payment7))
                .isEqualTo(TransactionLayout.entryTimes(times, tag, 0));
    }

    @Property
    void shouldKeepATagAVerdictAndALabelBesideEveryField(
            @ForAll @IntRange(max = 127) int tag,
            @ForAll @IntRange(max = 4_095) int verdict,
            @ForAll @IntRange(max = 3) int label,
            @ForAll @LongRange(min = 0, max = TIME_MS_MAX) long timeMs,
            @ForAll @IntRange(max = 999) int country,
            @ForAll @IntRange(max = 999) int currency,
            @ForAll @IntRange int amount,
            @ForAll @IntRange(max = 99_999) int code,
            @ForAll @IntRange(max = 9_999) int merchant) {
        long times = TransactionLayout.times(timeMs, country, currency);
        long payment = TransactionLayout.payment(amount, code, merchant);
        int outcome = TransactionLayout.outcome(code, 99);
        long entryTimes = TransactionLayout.withLabel(
                TransactionLayout.withLabel(TransactionLayout.entryTimes(times, tag, verdict), 3), label);
        long entryPayment = TransactionLayout.entryPayment(payment, verdict);
        int entryOutcome = TransactionLayout.entryOutcome(outcome, verdict);

        assertThat(TransactionLayout.entryTag(entryTimes)).isEqualTo(tag);
        assertThat(TransactionLayout.entryLabel(entryTimes)).isEqualTo(label);
        assertThat(TransactionLayout.entryVerdict(entryTimes, entryPayment, entryOutcome))
                .isEqualTo(verdict);
        assertThat(TransactionLayout.outcomeOfEntry(entryOutcome)).isEqualTo(outcome);
        assertThat(TransactionLayout.timesOfEntry(entryTimes, TransactionLayout.timesCeiling(timeMs)))
                .isEqualTo(times);
        assertThat(TransactionLayout.paymentOfEntry(entryPayment)).isEqualTo(payment);
    }

    @Property
    void shouldFindTheTimeOfAnEntryFromAnyTimeInThe99DaysAfterIt(
            @ForAll @LongRange(min = 0, max = TIME_MS_MAX) long timeMs,
            @ForAll @LongRange(min = 0, max = (1L << 33) - 1) long laterMs) {
        long times = TransactionLayout.times(timeMs, 999, 0);
        long ceiling = TransactionLayout.timesCeiling(Math.min(TIME_MS_MAX, timeMs + laterMs));

        assertThat(TransactionLayout.timesOfEntry(TransactionLayout.entryTimes(times, 511, 4_095), ceiling))
                .isEqualTo(times);
    }

    @Test
    void shouldNoticeAReferenceAmongOthersWithoutOne() {
        byte[] transactions = new byte[3 * TransactionLayout.TRANSACTION_SIZE_BYTES];
        assertThat(TransactionLayout.hasReferences(transactions, 3)).isFalse();

        TransactionLayout.put(transactions, TransactionLayout.TRANSACTION_SIZE_BYTES, 1, 2, 3, 4, 5);

        assertThat(TransactionLayout.hasReferences(transactions, 1)).isFalse();
        assertThat(TransactionLayout.hasReferences(transactions, 2)).isTrue();
    }
}
