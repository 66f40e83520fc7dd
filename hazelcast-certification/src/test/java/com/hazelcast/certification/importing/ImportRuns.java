package com.hazelcast.certification.importing;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Set;

/** Imports of payments, and a look at all that came out of them, in a test's folder. */
final class ImportRuns {
    static final int SHARDS = 7;

    private static final String HEADING = "pan,at,amount,currency,country,mcc,response\n";

    private final Path folder;

    ImportRuns(Path folder) {
        this.folder = folder;
    }

    /** Imports into the subfolder {@code out}. */
    ImportedFolder run(String source, String mapping) throws Exception {
        return new ImportJob(Payments.request(folder, source, mapping, SHARDS), folder.resolve("out")).run();
    }

    /** Writes a file of these lines below a heading. */
    Path csv(String... lines) throws IOException {
        return Files.writeString(folder.resolve("payments.csv"), HEADING + String.join("\n", lines) + "\n");
    }

    static String line(String pan, Instant at) {
        return pan + "," + at + ",1.00,EUR,DE,5411,00";
    }

    static Instant daysAgo(long days) {
        return Clock.systemUTC().instant().minus(days, ChronoUnit.DAYS).truncatedTo(ChronoUnit.MILLIS);
    }

    /** Reads all files anew; asserts that each card is in its shard once and its rows are in order. */
    private static ShardTotals read(ImportedFolder imported) throws IOException {
        ShardTotals[] totals = {ShardTotals.NONE};
        Set<Long> cards = new HashSet<>();
        for (int shard = 0; shard < imported.manifest().shardCount(); shard++) {
            int current = shard;
            imported.read(shard, new ShardFile.Visitor() {
                private long card;
                private long lastMs;

                @Override
                public void card(long next) {
                    card = next;
                    lastMs = 0;
                    assertThat(cards.add(next)).as("a card is there once").isTrue();
                    assertThat(CardHash.shard(
                                    CardHash.of(next), imported.manifest().shardCount()))
                            .isEqualTo(current);
                }

                @Override
                public void row(long times, long payment, int outcome, int verdict, int tag, int label) {
                    long timeMs = TransactionLayout.timeMs(times);
                    assertThat(timeMs).isGreaterThanOrEqualTo(lastMs);
                    lastMs = timeMs;
                    totals[0] = totals[0].plus(new ShardTotals(
                            1,
                            0,
                            0,
                            0,
                            0,
                            0,
                            TransactionLayout.amountUnits(payment),
                            ShardTotals.digestOf(
                                    card,
                                    timeMs,
                                    TransactionLayout.amountUnits(payment),
                                    TransactionLayout.currency(times),
                                    TransactionLayout.country(times),
                                    TransactionLayout.merchant(payment)),
                            timeMs,
                            timeMs));
                }
            });
        }
        assertThat(cards).hasSize((int) imported.manifest().totals().cards());
        return totals[0];
    }

    /** Asserts that the manifest and all files have these rows, cards, amount and digest. */
    static void assertHolds(ImportedFolder imported, long[] figures) throws IOException {
        ShardTotals totals = imported.manifest().totals();
        assertThat(new long[] {totals.rows(), totals.cards(), totals.amountUnits(), totals.digest()})
                .containsExactly(figures);
        ShardTotals found = read(imported);
        assertThat(new long[] {found.rows(), found.amountUnits(), found.digest(), found.firstMs(), found.lastMs()})
                .containsExactly(figures[0], figures[2], figures[3], totals.firstMs(), totals.lastMs());
    }
}
