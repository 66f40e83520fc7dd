package com.hazelcast.certification.rules.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.ListHistory;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.language.RuleFiles;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How much of a history is read of a card that has paid several times within a day, and of one that has not. */
class BurstTest {
    private static final long NOW = 1_781_562_600_000L;
    private static final long CARD = 4_000_222_333L;
    private static final int OLD = 50;

    private static final String RULES = """
            rule burst decline when count(last 5m including this) > 3
            rule large review when max(amount, last 80d) > 1_000
            """;

    /** Counts the entries that are shown. */
    private static final class CountingHistory implements HistoryCursor {
        private final ListHistory history;
        private int shown;

        CountingHistory(List<TransactionText> entries) {
            history = new ListHistory(entries, NOW);
        }

        @Override
        public int count() {
            return history.count();
        }

        @Override
        public int flags() {
            return history.flags();
        }

        @Override
        public void rewind() {
            history.rewind();
        }

        @Override
        public boolean next() {
            boolean hasNext = history.next();
            shown += hasNext ? 1 : 0;
            return hasNext;
        }

        @Override
        public long times() {
            return history.times();
        }

        @Override
        public long payment() {
            return history.payment();
        }

        @Override
        public int outcome() {
            return history.outcome();
        }

        @Override
        public int verdict() {
            return history.verdict();
        }
    }

    private static TransactionText paid(long timeMs, int amountUnits) {
        return new TransactionText(
                CARD,
                TransactionLayout.times(timeMs, 276, 978),
                TransactionLayout.payment(amountUnits, 3, 5_411),
                TransactionLayout.outcome(1, 0));
    }

    /** A payment a day, from two days ago on, the oldest of that amount. */
    private static Stream<TransactionText> old(int oldestUnits) {
        return Stream.iterate(2, days -> days < OLD + 2, days -> days + 1)
                .map(days -> paid(NOW - days * HistoryLimits.DAY_MS, days == OLD + 1 ? oldestUnits : 10));
    }

    private static CountingHistory history(int oldestUnits, long... recentAgesMs) {
        List<TransactionText> entries = new ArrayList<>(old(oldestUnits).toList());
        for (long ageMs : recentAgesMs) {
            entries.add(paid(NOW - ageMs, 10));
        }
        return new CountingHistory(entries);
    }

    private static int decide(CountingHistory history) throws RuleLanguageException {
        TransactionText t = paid(NOW, 10);
        return CompiledRules.of(new RuleLanguage().read(RULES, RuleFiles.none()))
                .newEvaluator()
                .decide(t.card(), t.times(), t.payment(), t.outcome(), history);
    }

    @Test
    void shouldReadNoOldEntryWhenTheBurstDecides() throws RuleLanguageException {
        CountingHistory history = history(2_000, 1_000, 2_000, 3_000, 4_000);

        assertThat(decide(history)).isEqualTo(1);
        assertThat(history.shown).isLessThan(10);
    }

    @Test
    void shouldDecideByOldEntriesWhenTheBurstDoesNot() throws RuleLanguageException {
        CountingHistory history = history(2_000, 1_000, 3_600_000, 7_200_000, 10_800_000);

        assertThat(decide(history)).isEqualTo(2);
        assertThat(history.shown).isBetween(OLD, OLD + 20);
    }

    @Test
    void shouldReadEachEntryOnceWithoutABurst() throws RuleLanguageException {
        CountingHistory history = history(20);

        assertThat(decide(history)).isZero();
        // And the newest one before, to see that there is no burst.
        assertThat(history.shown).isEqualTo(OLD + 1);
    }
}
