package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.transaction.Fields;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionGeneratorTest {
    private static final long TIME_MS = 1_798_967_585_307L;

    private static byte[] bytes(long cards, long seed, int count) {
        byte[] bytes = new byte[count * WireRecord.SIZE_BYTES];
        new TransactionGenerator(cards, seed).fill(bytes, 0, count, TIME_MS);
        return bytes;
    }

    private static List<Fields> transactions(long cards, long seed, int count) {
        byte[] records = bytes(cards, seed, count);
        byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        List<Fields> transactions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int parsed = RecordParser.parse(records, i * WireRecord.SIZE_BYTES, transaction, 0);
            if (parsed != RecordParser.OK) {
                fail("record %d is rejected: %s", i, Rejection.of(parsed));
            }
            transactions.add(Fields.at(transaction, 0));
        }
        return transactions;
    }

    @Test
    void shouldMakeTheSameFieldsFromTheSameSeed() {
        assertThat(bytes(1_000, 7, 500)).isEqualTo(bytes(1_000, 7, 500)).isNotEqualTo(bytes(1_000, 8, 500));
    }

    @Test
    void shouldMakeTheSameFieldsHoweverManyAreAskedForAtATime() {
        byte[] bytes = new byte[500 * WireRecord.SIZE_BYTES];
        TransactionGenerator generator = new TransactionGenerator(1_000, 7);
        for (int made = 0; made < 500; made += 50) {
            generator.fill(bytes, made * WireRecord.SIZE_BYTES, 50, TIME_MS);
        }
        assertThat(bytes).isEqualTo(bytes(1_000, 7, 500));
    }

    @Test
    void shouldSpreadEveryFieldOverItsRange() {
        List<Fields> transactions = transactions(1_000, 1, 200_000);
        assertSpread(transactions, fields -> (int) fields.card(), 999);
        assertSpread(transactions, Fields::country, 199);
        assertSpread(transactions, Fields::merchant, 499);
        assertSpread(transactions, Fields::city, 9_999);
        assertSpread(transactions, Fields::amountUnits, 49_999);
        assertThat(transactions)
                .allMatch(fields -> fields.timeMs() == TIME_MS, "the time that was handed in")
                .allMatch(fields -> fields.currency() == fields.country(), "the currency of the country")
                .allMatch(fields -> fields.code() == fields.card() % 100_000, "the code of the card");
    }

    /** The whole range is reached, and each tenth of it by a tenth of the transactions, give or take a twentieth. */
    private static void assertSpread(List<Fields> transactions, ToIntFunction<Fields> field, int greatest) {
        IntSummaryStatistics values = transactions.stream().mapToInt(field).summaryStatistics();
        assertThat(values.getMin()).isBetween(0, greatest / 1_000);
        assertThat(values.getMax()).isBetween(greatest - greatest / 1_000, greatest);
        int[] tenths = new int[10];
        transactions.forEach(fields -> tenths[(int) (field.applyAsInt(fields) * 10L / (greatest + 1))]++);
        int expected = transactions.size() / 10;
        assertThat(Arrays.stream(tenths).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(expected * 19 / 20, expected * 21 / 20));
    }

    @Test
    void shouldDeclineEvery95thCardAndNoOther() {
        List<Fields> transactions = transactions(1_000, 1, 100_000);
        assertThat(transactions)
                .allMatch(fields -> fields.response() >= 0 && fields.response() <= 99, "a response of two digits")
                .allMatch(fields -> fields.response() == 0 == (fields.card() % 95 != 0), "00 unless a 95th card");
        assertThat(transactions.stream().mapToInt(Fields::response).distinct()).hasSize(100);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 1_000_000, 30_000_000, RecordGenerator.CARDS_MAX})
    void shouldReachTheLastCardsOfAnyRange(long cards) {
        List<Fields> transactions = transactions(cards, 3, 20_000);
        assertThat(transactions)
                .allMatch(fields -> fields.card() >= 0 && fields.card() < cards, "a card of the range")
                .anyMatch(fields -> fields.card() >= cards - 1 - cards / 100)
                .anyMatch(fields -> fields.card() <= cards / 100);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, RecordGenerator.CARDS_MAX + 1})
    void shouldRefuseANumberOfCardsOutOfRange(long cards) {
        assertThatThrownBy(() -> new TransactionGenerator(cards, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("cards=" + cards);
    }

    @Test
    void shouldAllocateNothing() {
        TransactionGenerator generator = new TransactionGenerator(1_000_000, 1);
        byte[] bytes = new byte[1_000 * WireRecord.SIZE_BYTES];
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        fill(generator, bytes, 100);
        long before = threads.getCurrentThreadAllocatedBytes();
        fill(generator, bytes, 1_000);
        long allocatedBytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocatedBytes).as("bytes allocated by a million records").isLessThan(10_000);
    }

    private static void fill(TransactionGenerator generator, byte[] bytes, int times) {
        for (int i = 0; i < times; i++) {
            generator.fill(bytes, 0, 1_000, TIME_MS + i);
        }
    }
}
