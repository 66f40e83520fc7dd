package com.hazelcast.certification.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.protocol.CompactRecord;
import com.hazelcast.certification.transaction.TransactionLayout;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** The words of the client's compact record are those of the application's transaction. */
class CompactRecordPropertyTest {
    @Property
    void shouldPackTheWordsOfACompactRecordAsATransaction(
            @ForAll @LongRange(min = 0, max = CompactRecord.TIME_MS_MAX) long timeMs,
            @ForAll @IntRange(max = CompactRecord.COUNTRY_MAX) int country,
            @ForAll @IntRange(max = CompactRecord.CURRENCY_MAX) int currency,
            @ForAll @IntRange int amount,
            @ForAll @IntRange(max = CompactRecord.CODE_MAX) int code,
            @ForAll @IntRange(max = CompactRecord.MERCHANT_MAX) int merchant,
            @ForAll @IntRange(max = CompactRecord.CITY_MAX) int city,
            @ForAll @IntRange(max = CompactRecord.RESPONSE_MAX) int response) {
        long times = CompactRecord.times(timeMs, country, currency);
        long payment = CompactRecord.payment(amount, code, merchant);
        int outcome = CompactRecord.outcome(city, response);

        assertThat(times).isEqualTo(TransactionLayout.times(timeMs, country, currency));
        assertThat(payment).isEqualTo(TransactionLayout.payment(amount, code, merchant));
        assertThat(outcome).isEqualTo(TransactionLayout.outcome(city, response));
        assertThat(CompactRecord.isInRange(0, times, payment, outcome)).isTrue();
    }
}
