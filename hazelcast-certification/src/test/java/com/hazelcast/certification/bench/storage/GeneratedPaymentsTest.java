package com.hazelcast.certification.bench.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.importing.ShardTotals;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Payments that the bench of loads makes, against what DuckDB says of the files that it writes. */
class GeneratedPaymentsTest {
    private static final long UNTIL_MS = 1_798_967_585_000L;

    @TempDir
    Path folder;

    @Test
    void shouldHaveEachCardOnceInEachSliceAndNothingOlderThanTheHorizon() throws Exception {
        GeneratedPayments payments = new GeneratedPayments(1_000, 20, UNTIL_MS);
        for (int slice = 0; slice < payments.slices(); slice++) {
            Set<Long> cards = new HashSet<>();
            payments.draw(slice, 0, payments.cards(), (number, times, payment, outcome) -> {
                assertThat(cards.add(number)).isTrue();
                assertThat(CardNumber.of(Long.toString(number))).isPositive();
                assertThat(TransactionLayout.timeMs(times))
                        .isBetween(UNTIL_MS - HistoryLimits.HORIZON_MS + 1, UNTIL_MS);
            });
            assertThat(cards).hasSize(payments.cards());
        }
    }

    @Test
    void shouldBeCountedByDuckDbAsAnImportCountsThem() throws Exception {
        GeneratedPayments payments = new GeneratedPayments(300, 3, UNTIL_MS);
        long[] expected = new long[3];
        for (int slice = 0; slice < payments.slices(); slice++) {
            payments.draw(slice, 0, payments.cards(), (number, times, payment, outcome) -> {
                expected[0]++;
                expected[1] += TransactionLayout.amountUnits(payment);
                expected[2] += ShardTotals.digestOf(
                        CardNumber.of(Long.toString(number)),
                        TransactionLayout.timeMs(times),
                        TransactionLayout.amountUnits(payment),
                        TransactionLayout.currency(times),
                        TransactionLayout.country(times),
                        TransactionLayout.merchant(payment));
            });
        }
        try (PaymentFiles files = new PaymentFiles(folder.resolve("payments"))) {
            files.write(payments);

            assertThat(files.figures()).isEqualTo(new SourceFigures(expected[0], expected[1], expected[2]));
        }
        try (Stream<Path> written = Files.list(folder.resolve("payments"))) {
            assertThat(written).hasSize(3);
        }
    }
}
