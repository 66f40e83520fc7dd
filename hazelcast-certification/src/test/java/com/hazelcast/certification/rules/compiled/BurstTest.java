package com.hazelcast.certification.rules.compiled;

import static com.hazelcast.certification.rules.compiled.CountingHistory.paid;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How much of a history is read of a card that has paid several times within a day, and of one that has not. */
class BurstTest {
    private static final int OLD = 50;

    private static final String RULES = """
            rule burst decline when count(last 5m including this) > 3
            rule large review when max(amount, last 80d) > 1_000
            """;

    /** A payment a day, from two days ago on, the oldest of that amount. */
    private static Stream<TransactionText> old(int oldestUnits) {
        return Stream.iterate(2, days -> days < OLD + 2, days -> days + 1)
                .map(days -> paid(days * HistoryLimits.DAY_MS, days == OLD + 1 ? oldestUnits : 10));
    }

    private static CountingHistory history(int oldestUnits, long... recentAgesMs) {
        List<TransactionText> entries = new ArrayList<>(old(oldestUnits).toList());
        for (long ageMs : recentAgesMs) {
            entries.add(paid(ageMs, 10));
        }
        return new CountingHistory(entries);
    }

    @Test
    void shouldReadNoOldEntryWhenTheBurstDecides() throws RuleLanguageException {
        CountingHistory history = history(2_000, 1_000, 2_000, 3_000, 4_000);

        assertThat(history.decide(RULES, 10)).isEqualTo(1);
        assertThat(history.shown()).isLessThan(10);
    }

    @Test
    void shouldDecideByOldEntriesWhenTheBurstDoesNot() throws RuleLanguageException {
        CountingHistory history = history(2_000, 1_000, 3_600_000, 7_200_000, 10_800_000);

        assertThat(history.decide(RULES, 10)).isEqualTo(2);
        assertThat(history.shown()).isBetween(OLD, OLD + 20);
    }

    @Test
    void shouldReadEachEntryOnceWithoutABurst() throws RuleLanguageException {
        CountingHistory history = history(20);

        assertThat(history.decide(RULES, 10)).isZero();
        // And the newest one before, to see that there is no burst.
        assertThat(history.shown()).isEqualTo(OLD + 1);
    }
}
