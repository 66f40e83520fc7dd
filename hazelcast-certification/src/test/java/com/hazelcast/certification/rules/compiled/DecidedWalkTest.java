package com.hazelcast.certification.rules.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.ListHistory;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.interpreted.RuleInterpreter;
import com.hazelcast.certification.rules.language.RuleFiles;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.model.Decision;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a walk need not look at: entries behind the one that decides, and a filter that several aggregates have more than once. */
class DecidedWalkTest {
    private static final long NOW = 1_781_562_600_000L;
    private static final long CARD = 4_000_222_333L;
    private static final int ENTRIES = 20;
    private static final int MANY = 150;

    /** Greatest values that several rules compare, with the amount, with numbers, with both, and with what must be known. */
    private static final String GREATEST = """
            rule greatest_1 review when tx.amount > 2 * max(amount, last 30d)
            rule greatest_2 points 3 when max(amount, last 30d) * 1.5 < tx.amount
            rule greatest_3 points 5 when max(amount, last 30d) >= 90
            rule greatest_4 challenge when tx.amount = max(amount, last 10d including this where city = tx.city)
            rule greatest_5 points 7 when tx.amount * 1.25 <= 3 * max(amount, ladder 5h)
            rule greatest_6 points 11 when tx.amount between max(amount, last 1d) and 2 * max(amount, last 1d)
            rule greatest_7 points 13 when tx.amount > max(amount, last 70d) and max(amount, last 70d) * 2 > sum(amount, last 70d)
            rule greatest_8 decline when not (tx.amount != 2 * max(amount, last 60d where merchant = 3))
            """;

    /** Of one filter: windows of their own, with the transaction and without it, and kinds that end before the walk does. */
    private static final String FILTERED = """
            rule filtered_1 points 3 when count(last 90d where country = tx.country) > 3
            rule filtered_2 points 5 when tx.amount > 2 * avg(amount, last 90d where country = tx.country)
            rule filtered_3 review when sum(amount, last 10d including this where country = tx.country) * 2 > 300
            rule filtered_4 points 7 when distinct(merchant, last 30d including this where country = tx.country) > 2
            rule filtered_5 points 11 when nth(2, amount, last 30d including this where country = tx.country) > 50
            rule filtered_6 points 13 when exists(last 5h where country = tx.country)
            rule filtered_7 points 17 when count(last 9 calendar days where country = tx.country) > 2
            rule filtered_8 points 19 when exists(last 30d where country = tx.country and running(merchant = 2) > 2)
            rule filtered_9 challenge when max(amount, last 30d where city = tx.city) * 1.5 < tx.amount
            rule filtered_10 points 23 when count(last 60d where city = tx.city) = 1
            """;

    private static RuleSetDefinition set(String rules) throws RuleLanguageException {
        return new RuleLanguage().read("points challenge at 10, decline at 50\n" + rules, RuleFiles.none());
    }

    private static TransactionText paid(long daysAgo, int amountUnits) {
        return new TransactionText(
                CARD,
                TransactionLayout.times(NOW - daysAgo * HistoryLimits.DAY_MS, 276, 978),
                TransactionLayout.payment(amountUnits, 3, 5_411),
                TransactionLayout.outcome(1, 0));
    }

    /** The card has paid 100 on each of the last days, and pays 150 now. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tx.amount > 2 * max(amount, last 80d)                              | 0 | 1
            max(amount, last 80d) * 1.5 < tx.amount                            | 0 | 20
            max(amount, last 80d) * 1.6 < tx.amount                            | 0 | 1
            tx.amount > max(amount, last 80d)                                  | 1 | 20
            tx.amount > 2 * max(amount, last 80d) or max(amount, last 80d) > 90  | 1 | 1
            tx.amount > 2 * max(amount, last 80d) or max(amount, last 80d) > 120 | 0 | 20
            """)
    void shouldReadNoEntryBehindTheOneThatDecidesWhatTheAmountIsComparedWith(String condition, int decided, int shown)
            throws RuleLanguageException {
        CountingHistory history = new CountingHistory(
                IntStream.rangeClosed(1, ENTRIES)
                        .mapToObj(day -> paid(day, 100))
                        .toList(),
                NOW);
        TransactionText t = paid(0, 150);

        int rule = CompiledRules.of(set("rule greatest review when " + condition + "\n"))
                .newEvaluator()
                .decide(t.card(), t.times(), t.payment(), t.outcome(), history);

        assertThat(rule).isEqualTo(decided);
        assertThat(history.shown()).isEqualTo(shown);
    }

    @Property(tries = 300)
    void shouldDecideAsTheInterpreterDoesWhatTheAmountIsComparedWith(@ForAll long seed) throws RuleLanguageException {
        compare(set(GREATEST), new Random(seed));
    }

    @Property(tries = 300)
    void shouldDecideAsTheInterpreterDoesWhereAggregatesHaveOneFilter(@ForAll long seed) throws RuleLanguageException {
        compare(set(FILTERED), new Random(seed));
    }

    /** More rules and aggregates than a class has; which of them a walk is for is looked up four rules at a time. */
    @Property(tries = 30)
    void shouldDecideAsTheInterpreterDoesWithManyRules(@ForAll long seed) throws RuleLanguageException {
        StringBuilder rules = new StringBuilder();
        for (int i = 1; i <= MANY; i++) {
            rules.append("rule many_").append(i).append(" points 1 when ");
            rules.append(i % 2 == 0 ? "tx.country = " + i % 4 + " and " : "");
            rules.append("count(last ")
                    .append(i)
                    .append("h where city = tx.city) > ")
                    .append(i % 3)
                    .append('\n');
        }
        compare(set(rules.toString()), new Random(seed));
    }

    private static void compare(RuleSetDefinition set, Random random) {
        RandomCards cards = new RandomCards(random);
        TransactionText t = cards.scored();
        ListHistory history = new ListHistory(cards.history(t), t.timeMs());
        RuleInterpreter interpreter = new RuleInterpreter(set);
        RuleEvaluator evaluator = CompiledRules.of(set).newEvaluator();

        Decision expected = interpreter.decide(t.card(), t.times(), t.payment(), t.outcome(), history);
        int rule = evaluator.decide(t.card(), t.times(), t.payment(), t.outcome(), history);

        assertThat(new Decision(evaluator.action(), rule, evaluator.points())).isEqualTo(expected);
        List<Integer> holding = interpreter.matches(t.card(), t.times(), t.payment(), t.outcome(), history).stream()
                .map(match -> match.rule().number())
                .toList();
        for (RuleDefinition tried : set.rules()) {
            assertThat(evaluator.holds(tried.number(), t.card(), t.times(), t.payment(), t.outcome(), history))
                    .as(tried.name())
                    .isEqualTo(holding.contains(tried.number()));
        }
    }
}
