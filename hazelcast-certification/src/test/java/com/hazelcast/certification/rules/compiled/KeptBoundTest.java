package com.hazelcast.certification.rules.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.WindowSum;
import com.hazelcast.certification.rules.ListHistory;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.language.RuleFiles;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bound on a window that cards keep, which all that a card has together does not come to. */
class KeptBoundTest {
    private static final long NOW = 1_781_562_600_000L;
    private static final long CARD = 4_000_222_333L;

    /** Counts how often it is asked for what a window holds. */
    private static final class AskedHistory implements HistoryCursor {
        private final ListHistory history;
        private int asked;

        AskedHistory(List<TransactionText> entries) {
            history = new ListHistory(entries, NOW);
        }

        @Override
        public void sumWithin(long timeMs, long widthMs, WindowSum into) {
            asked++;
            history.sumWithin(timeMs, widthMs, into);
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
            return history.next();
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

    private static TransactionText paid(long daysAgo, int amountUnits) {
        return new TransactionText(
                CARD,
                TransactionLayout.times(NOW - daysAgo * HistoryLimits.DAY_MS, 276, 978),
                TransactionLayout.payment(amountUnits, 3, 5_411),
                TransactionLayout.outcome(1, 0));
    }

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
        AskedHistory history = new AskedHistory(List.of(paid(80, 500), paid(30, 400)));
        TransactionText t = paid(0, 100);

        int rule = CompiledRules.of(
                        new RuleLanguage().read("rule bound review when " + condition + "\n", RuleFiles.none()))
                .newEvaluator()
                .decide(t.card(), t.times(), t.payment(), t.outcome(), history);

        assertThat(rule).isEqualTo(decided);
        assertThat(history.asked).isEqualTo(asked);
    }
}
