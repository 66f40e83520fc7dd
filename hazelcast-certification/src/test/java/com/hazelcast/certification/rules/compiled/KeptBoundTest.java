package com.hazelcast.certification.rules.compiled;

import static com.hazelcast.certification.rules.compiled.CountingHistory.paid;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bound on a window that cards keep, which all that a card has together does not come to. */
class KeptBoundTest {
    /** The card has paid 400 within 60 days, and 500 before these; it pays 100 now. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sum(amount, last 60d) > 1_001                 | 0 | 0
            sum(amount, last 60d including this) >= 1_001 | 0 | 0
            sum(amount, last 60d) > 900                   | 0 | 1
            sum(amount, last 60d including this) >= 500   | 1 | 1
            count(last 60d) > 4                           | 0 | 0
            count(last 60d) >= 1                          | 1 | 1
            """)
    void shouldNotAskForAWindowThatCannotReachWhatItIsComparedWith(String condition, int decided, int asked)
            throws RuleLanguageException {
        CountingHistory history = new CountingHistory(
                List.of(paid(80 * HistoryLimits.DAY_MS, 500), paid(30 * HistoryLimits.DAY_MS, 400)));

        int rule = history.decide("rule bound review when " + condition + "\n", 100);

        assertThat(rule).isEqualTo(decided);
        assertThat(history.asked()).isEqualTo(asked);
    }
}
