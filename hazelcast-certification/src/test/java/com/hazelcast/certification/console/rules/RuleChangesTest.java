package com.hazelcast.certification.console.rules;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.console.http.HttpFailure;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From which number of cards on an activation has to be confirmed. */
class RuleChangesTest {
    /** End of the backtests here, which begin at 0. */
    private static final long TO_MS = RuleChanges.BACKTEST_DAYS_MIN * HistoryLimits.DAY_MS;

    /** Just then. */
    private static void requireKnownRadius(RuleBook book, int set, double share, long confirmed) {
        RuleChanges.requireKnownRadius(book, set, share, confirmed, TO_MS);
    }

    /** A book in which set 2 has the result of a backtest against set 1. */
    private static RuleBook book(double sample, long cards, long cardsChanged, double share, double bound)
            throws Exception {
        return book(sample, cards, cardsChanged, share, bound, 0);
    }

    private static RuleBook book(
            double sample, long cards, long cardsChanged, double share, double bound, double unitsBound)
            throws Exception {
        RuleSetText text = new RuleSetText("set two rule r decline when tx.amount > 5", Map.of());
        RuleBook book = RuleBook.first(RuleSet.shipped());
        RuleSet set = RuleSet.of(book.nextNumber(), 0, text, card -> card);
        BacktestResult found = new BacktestResult(
                1,
                0,
                TO_MS,
                sample,
                cards,
                cardsChanged,
                share,
                bound,
                cards,
                cardsChanged,
                cards,
                cardsChanged,
                unitsBound,
                "",
                List.of());
        return book.after(new RuleChange(RuleChange.Kind.SUBMIT, 0, 0, 0, "Ana", "a test", text), Optional.of(set), 1)
                .after(RuleChange.backtested(set.number(), found, "Ana", false), Optional.empty(), 2);
    }

    /** What is kept with the set may be older than the active one, or be against what histories record. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3})
    void shouldRefuseABacktestAgainstAnythingButTheActiveSet(int against) throws Exception {
        RuleBook book = book(1, 1_000, 0, 0, 0);
        assertThatCode(() -> requireKnownRadius(book, 2, 1, 0)).doesNotThrowAnyException();
        BacktestResult other =
                new BacktestResult(against, 0, TO_MS, 1, 1_000, 0, 0, 0, 1_000, 0, 1_000, 0, 0, "", List.of());
        RuleBook later = book.after(RuleChange.backtested(2, other, "Ana", false), Optional.empty(), 3);

        assertThatThrownBy(() -> requireKnownRadius(later, 2, 1, Long.MAX_VALUE))
                .isInstanceOf(HttpFailure.class)
                .hasMessageContaining("run a backtest of the set against the active one first: set=2 against=1");
    }

    private static void assertConfirmed(RuleBook book, long cards) {
        assertThatThrownBy(() -> requireKnownRadius(book, 2, 1, cards - 1))
                .isInstanceOf(HttpFailure.class)
                .hasMessageContaining("confirmedCards=" + cards);
        assertThatCode(() -> requireKnownRadius(book, 2, 1, cards)).doesNotThrowAnyException();
    }

    @Test
    void shouldHaveAsManyCardsConfirmedAsMayChange() throws Exception {
        assertConfirmed(book(1, 1_000, 30, 0.03, 0), 30);
        assertConfirmed(book(0.01, 1_000, 0, 0, 0.3), 300);
        assertConfirmed(book(0.01, 10_000, 150, 0.015, 0.01), 250);
    }

    /** A few cards of a sample may have much of the money. */
    @Test
    void shouldHaveConfirmedWhatTheAmountsMayBe() throws Exception {
        RuleBook book = book(0.01, 10_000, 100, 0.01, 0.005, 0.02);
        assertConfirmed(book, 150);
        assertThatThrownBy(() -> requireKnownRadius(book, 2, 1, 0))
                .hasMessageContaining("cards 1.00 ± 0.50 %, amounts 1.00 ± 2.00 %");
        assertThatCode(() -> requireKnownRadius(book, 2, 0.5, 0))
                .as("a canary that may have 1.5 % of the amounts")
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> requireKnownRadius(book, 2, 0.9, 134))
                .hasMessageContaining("cards 0.90 ± 0.45 %, amounts 0.90 ± 1.80 %")
                .hasMessageContaining("confirmedCards=135");
    }

    /** Four cards of many have half of the amounts, and a canary takes a tenth of the cards. */
    @Test
    void shouldHaveACardConfirmedThatHasMuchOfTheAmounts() throws Exception {
        RuleBook book = book(1, 100_000, 4, 0.000_04, 0);
        BacktestResult half = new BacktestResult(
                1, 0, TO_MS, 1, 100_000, 4, 0.000_04, 0, 100_000, 4, 1_000_000, 500_000, 0, "", List.of());
        RuleBook later = book.after(RuleChange.backtested(2, half, "Ana", false), Optional.empty(), 3);

        assertThatThrownBy(() -> requireKnownRadius(later, 2, 0.1, 0))
                .isInstanceOf(HttpFailure.class)
                .hasMessageContaining("amounts 5.00")
                .hasMessageContaining("confirmedCards=1");
        assertThatCode(() -> requireKnownRadius(later, 2, 0.1, 1)).doesNotThrowAnyException();
    }

    @Test
    void shouldHaveNothingConfirmedWhereFewChange() throws Exception {
        RuleBook few = book(0.01, 100_000, 1_000, 0.01, 0.005);
        assertThatCode(() -> requireKnownRadius(few, 2, 1, 0)).doesNotThrowAnyException();
    }

    @Test
    void shouldHaveTheCardsOfACanaryConfirmed() throws Exception {
        RuleBook all = book(1, 1_000, 900, 0.9, 0);

        assertThatCode(() -> requireKnownRadius(all, 2, 0.02, 0))
                .as("1.8 % of the cards")
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> requireKnownRadius(all, 2, 0.5, 449))
                .isInstanceOf(HttpFailure.class)
                .hasMessageContaining("confirmedCards=450");
        assertThatCode(() -> requireKnownRadius(all, 2, 0.5, 450)).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseABacktestThatHasSeenNoCard() throws Exception {
        RuleBook none = book(0.01, 0, 0, 0, 0);
        assertThatThrownBy(() -> requireKnownRadius(none, 2, 1, Long.MAX_VALUE))
                .isInstanceOf(HttpFailure.class)
                .hasMessageContaining("has seen no card");
    }

    /** Of one day few cards would change, whatever a month would show. */
    @Test
    void shouldRefuseABacktestOfFewerDaysThanTheCommandTakes() throws Exception {
        RuleBook book = book(1, 1_000, 0, 0, 0);
        BacktestResult ofDays = new BacktestResult(
                1, HistoryLimits.DAY_MS, TO_MS, 1, 1_000, 0, 0, 0, 1_000, 0, 1_000, 0, 0, "", List.of());
        RuleBook later = book.after(RuleChange.backtested(2, ofDays, "Ana", false), Optional.empty(), 3);

        assertThatThrownBy(() -> requireKnownRadius(later, 2, 1, Long.MAX_VALUE))
                .isInstanceOf(HttpFailure.class)
                .hasMessageContaining("too few days")
                .hasMessageContaining("set=2 against=1 days=29 daysMin=30");
    }

    /** The command runs a new one each time. */
    @Test
    void shouldRefuseABacktestThatIsOlderThanAnHour() throws Exception {
        RuleBook book = book(1, 1_000, 30, 0.03, 0);
        long hourMs = TimeUnit.HOURS.toMillis(1);

        assertThatCode(() -> RuleChanges.requireKnownRadius(book, 2, 1, 30, TO_MS + hourMs))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> RuleChanges.requireKnownRadius(book, 2, 1, 29, TO_MS + hourMs / 2))
                .hasMessageContaining("by a backtest of 30 minutes ago over 30 days, sample=1.0; confirm");
        assertThatThrownBy(() -> RuleChanges.requireKnownRadius(book, 2, 1, 30, TO_MS + 26 * hourMs))
                .isInstanceOf(HttpFailure.class)
                .hasMessageContaining("run one against the active set again: set=2 against=1 ageMinutes=1560");
        assertThatCode(() -> RuleChanges.requireKnownRadius(book, 2, 1, 30, TO_MS - hourMs))
                .as("of a member whose clock is ahead")
                .doesNotThrowAnyException();
    }
}
