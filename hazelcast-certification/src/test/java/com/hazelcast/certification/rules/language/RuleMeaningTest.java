package com.hazelcast.certification.rules.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.rules.ListHistory;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.interpreted.Match;
import com.hazelcast.certification.rules.interpreted.RuleInterpreter;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.Decision;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.io.BufferedReader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What conditions mean, on one card whose history is written out here. A line a case; interpreter and compiled set are both asked. */
class RuleMeaningTest {
    private static final String CARD = "00004000222333";

    /** Monday, 15 June 2026, 22:30 in UTC, which is Tuesday, 0:30 in Berlin. */
    private static final long NOW = 1_781_562_600_000L;

    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private static final Map<String, String> FILES = Map.of(
            "trusted.csv", "value,expires\n5411\n5812,2026-06-16\n5999,2026-06-15\n",
            "risk.csv", "276-00010-00001,0.25\n",
            "banks.csv", "000040\n",
            "fees.csv", "00004000,0.02\n",
            "limits.csv", "00004000222333,7\n",
            "eu.csv", "DE\nFR\n",
            "rates.csv", "EUR,1\nUSD,0.5\n");

    private static final String HEADER = """
            list trusted of merchant from 'trusted.csv'
            table risk of terminal to number from 'risk.csv'
            list banks of bin from 'banks.csv'
            table fees of bin8 to number from 'fees.csv'
            exchange EUR from 'rates.csv'
            """;

    /** Country 276, 1.20 EUR, merchant 5411, city 10, code 1. */
    private static final TransactionText SCORED = entry(NOW, 276, 120, 978, 5411, 10, 1);

    private static final List<TransactionText> HISTORY = List.of(
            entry(NOW - 10 * MINUTE, 276, 20, 978, 5812, 10, 1),
            entry(NOW - 2 * HOUR, 250, 40, 840, 5999, 11, 2),
            entry(NOW - 23 * HOUR, 276, 60, 978, 5411, 10, 3),
            entry(NOW - 5 * DAY, 276, 80, 978, 5411, 12, 4),
            entry(NOW - 89 * DAY, 276, 100, 999, 5411, 10, 1));

    private static TransactionText entry(
            long time, int country, int amount, int currency, int merchant, int city, int code) {
        return TransactionText.parse(String.format(
                "%s,%d,%03d,00,%d,%03d,%04d,%05d,%05d", CARD, time, country, amount, currency, merchant, city, code));
    }

    private static RuleSetDefinition read(String text) throws RuleLanguageException {
        return new RuleLanguage().read(text, name -> new BufferedReader(new StringReader(FILES.get(name))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            count(last 1h) = 1                                    | true
            count(last 1h including this) = 2                     | true
            count(last 2h) = 1                                    | true
            count(last 1d) = 3                                    | true
            count(last 90d) = 5                                   | true
            count(today) = 2                                      | true
            count(today at 'Europe/Berlin') = 1                   | true
            count(last 2 calendar days at 'Europe/Berlin') = 3    | true
            sum(amount, last 1d where country = 276) = 80         | true
            sum(amount, last 1d including this) = 240             | true
            avg(amount, last 2d) = 40                             | true
            avg(amount, last 1m) > 0                              | false
            avg(amount, last 1m) is missing                       | true
            not avg(amount, last 1m) > 0                          | true
            (avg(amount, last 1m) else 7) = 7                     | true
            min(amount, last 90d) = 20 and max(amount, last 90d) = 100 | true
            distinct(city, last 90d) = 3                          | true
            exists(last 3h where country != tx.country)           | true
            exists(last 1h where country != tx.country)           | false
            first_seen(city, last 1d)                             | false
            first_seen(terminal, last 1m)                         | true
            last(country, last 1d where amount > 30) = 'FR'       | true
            nth(2, amount, last 1d) = 40                          | true
            nth(2, amount, last 1d including this) = 20           | true
            nth(9, amount, last 90d) is missing                   | true
            time_since(last 1d where merchant = 5999) = 2h        | true
            card.since_last = 10m                                 | true
            card.age = 89d                                        | true
            card.home_country = 'DE' and card.home_city = 10      | true
            count(ladder 1h) = 1                                  | true
            count(ladder 1h including this) = 3                   | true
            count(ladder 10d) = 4                                 | true
            exists(last 90d where running(country = 276) >= 3)    | true
            exists(last 90d where running(country = 276) >= 5)    | false
            sum(amount, chain 80d step 1h where country = 276) = 140 | true
            sum(amount to EUR, last 1d) = 1.00 EUR                | true
            sum(amount to EUR, last 90d) = 1.8 EUR                | true
            tx.amount to EUR = 1.20 EUR                           | true
            tx.merchant in @trusted                               | true
            count(last 1d where merchant in @trusted) = 2         | true
            count(last 1d where merchant not in @trusted) = 1     | true
            @risk[tx.terminal] = 0.25                             | true
            count(last 1d where @risk[terminal] > 0.2) = 1        | true
            @risk['276-00010-00009'] is missing                   | true
            count(last 1d where day * 2 + hour between 50.5 and 51.25) = 1 | true
            1.5 * avg(amount, last 90d) not between 60.12345 and 90.05 | false
            2 * card.since_last between 20m and 21m               | true
            2 * sum(amount, last 1m) between 1 and 2.5            | false
            tx.hour = 22 and tx.weekday = mon                     | true
            tx.hour at 'Europe/Berlin' = 0 and tx.weekday at 'Europe/Berlin' = tue | true
            tx.day = 15 and tx.month = 6                          | true
            tx.time_of_day between 22:00 and 06:00                | true
            tx.time_of_day between 06:00 and 22:00                | false
            tx.time_of_day between 22:30 and 22:30                | true
            tx.time_of_day not between 22:00 and 06:00            | false
            tx.time_of_day not between 06:00 and 22:00            | true
            tx.time_of_day between 00:00 and 06:00                | false
            tx.time_of_day between 22:00 and 23:59                | true
            tx.time_of_day not between 00:00 and 06:00            | true
            tx.hour between 0 and 22                              | true
            tx.hour not between 22 and 23                         | false
            tx.weekday between sat and sun                        | false
            tx.weekday at 'Europe/Berlin' between mon and wed     | true
            count(last 1d) between 0 and 3                        | true
            avg(amount, last 1m) between 0 and 5                  | false
            avg(amount, last 1m) not between 0 and 5              | false
            tx.amount between 10.50 and 120                       | true
            tx.amount not between 10.50 and 119.99                | true
            @risk[tx.terminal] between 0.12345 and 0.5            | true
            @risk['276-00010-00009'] between 0.1 and 0.5          | false
            @risk['276-00010-00009'] not between 0.1 and 0.5      | false
            not @risk['276-00010-00009'] between 0.1 and 0.5      | true
            avg(amount, last 1m) not between 1 and 2              | false
            count(last 1d where (100 / running(country = 276) else 0) > 60) = 2 | true
            tx.amount / count(last 1d) = 40                       | true
            tx.amount / count(last 1d where amount > 1000) > 0    | false
            7 / 2 * count(last 1h) = 3.5                          | true
            tx.amount > 1.5 * avg(amount, last 90d)               | true
            count(last 1d where time < tx.time - 1h) = 2          | true
            tx.country in ('DE', 'FR') and tx.currency = 'EUR'    | true
            tx.card = '00004000222333'                            | true
            tx.bin = '000040' and tx.bin8 = '00004000'            | true
            tx.bin = 40 and tx.bin8 between 4000 and 4999         | true
            tx.bin in (41, 400022) or tx.bin8 = '40002223'        | false
            tx.bin in @banks and @fees[tx.bin8] = 0.02            | true
            count(last 90d where bin = tx.bin) = 5                | true
            """)
    void shouldMean(String condition, boolean expected) throws RuleLanguageException {
        RuleSetDefinition set = read(HEADER + "rule r decline when " + condition);
        assertThat(BothEngines.decide(set, SCORED, HISTORY) == 1).isEqualTo(expected);
    }

    /** The first hours of 1970 are of 1969 in the west; the last time of a record is in 2039. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            0             | tx.hour at 'America/New_York' = 19 and tx.time_of_day at 'America/New_York' = 19:00
            0             | tx.day at 'America/New_York' = 31 and tx.weekday at 'America/New_York' = wed
            2199023255551 | tx.hour at 'America/New_York' = 11 and tx.hour at 'Europe/Berlin' = 17
            2199023255551 | tx.hour at 'Asia/Tokyo' = 0 and tx.weekday at 'Asia/Tokyo' = thu
            """)
    void shouldReadTheCalendarOfEachTimeThatARecordMayHave(long timeMs, String condition) throws RuleLanguageException {
        RuleSetDefinition set = read("rule r decline when " + condition);
        TransactionText scored = entry(timeMs, 276, 120, 978, 5411, 10, 1);
        ListHistory history = new ListHistory(List.of(), timeMs);
        int compiled = CompiledRules.of(set)
                .newEvaluator()
                .decide(scored.card(), scored.times(), scored.payment(), scored.outcome(), history);
        int interpreted = new RuleInterpreter(set)
                .decide(scored.card(), scored.times(), scored.payment(), scored.outcome(), history)
                .rule();
        assertThat(interpreted).as("interpreted").isEqualTo(1);
        assertThat(compiled).as("compiled").isEqualTo(1);
    }

    private static Decision decide(RuleSetDefinition set) {
        return new RuleInterpreter(set)
                .decide(
                        SCORED.card(),
                        SCORED.times(),
                        SCORED.payment(),
                        SCORED.outcome(),
                        new ListHistory(HISTORY, NOW));
    }

    @Test
    void shouldReadTheFirstSetOfTheDocument() throws Exception {
        String document = Files.readString(Path.of("../docs/rules.md"));
        int begin = document.indexOf("set card_shop");
        String text = document.substring(begin, document.indexOf("```", begin));
        RuleSetDefinition set = read(text);
        assertThat(set.name()).isEqualTo("card_shop");
        assertThat(set.rules()).hasSize(4);
    }

    @Test
    void shouldTakeThresholdsBehindAsManyListsAsASetMayHave() throws RuleLanguageException {
        StringBuilder lists = new StringBuilder();
        for (int i = 0; i < LanguageLimits.FILES_MAX; i++) {
            lists.append("list l").append(i).append(" of merchant from 'trusted.csv'\n");
        }
        String rest = "points review at 10\nrule r points 10 when tx.amount > 5";
        assertThat(read(lists + rest).thresholds()).hasSize(1);
        assertThatThrownBy(() -> read(lists + "list more of merchant from 'trusted.csv'\n" + rest))
                .isInstanceOf(RuleLanguageException.class)
                .hasMessageContaining("a set has at most 64 lists, tables and exchanges");
    }

    /** What the rules with a tag have decided is added up. */
    @Test
    void shouldGiveARuleEachTagOnce() throws RuleLanguageException {
        RuleSetDefinition set = read("rule r decline tags abroad, burst, Abroad when tx.amount > 5");
        assertThat(set.rules().get(0).tags()).containsExactly("abroad", "burst");
    }

    /** The entries that are newer than a late transaction stand before it. */
    @Test
    void shouldPutALateTransactionInItsPlace() throws RuleLanguageException {
        RuleSetDefinition set = read("rule r decline when nth(2, amount, last 90d including this) = 120"
                + " and count(last 1h) = 2 and card.since_last < 1m");
        TransactionText late = entry(NOW - 90 * MINUTE, 276, 120, 978, 5411, 10, 1);
        ListHistory history = new ListHistory(HISTORY, late.timeMs());
        assertThat(new RuleInterpreter(set)
                        .decide(late.card(), late.times(), late.payment(), late.outcome(), history)
                        .rule())
                .isEqualTo(1);
    }

    /** A card without the flag of codes and merchants has no entry that such a filter takes, but entries that it counts as it goes. */
    @Test
    void shouldCountWhatStandsBeforeALateTransactionThoughNoEntryHasItsFlag() throws RuleLanguageException {
        RuleSetDefinition set = read("rule r decline when exists(last 90d, including this"
                + " where code = 3333 and merchant = 2222 and running(country = 276) >= 2)");
        TransactionText late = entry(NOW - 90 * MINUTE, 276, 120, 978, 2222, 10, 3333);
        assertThat(BothEngines.decide(set, late, HISTORY)).isEqualTo(1);
    }

    @Test
    void shouldLetTheFirstRuleWithAnActionDecide() throws RuleLanguageException {
        RuleSetDefinition set = read(
                "points challenge at 10, review at 20\n"
                        + "rule a points 15 when tx.amount > 5\nrule b approve when tx.amount > 6\nrule c decline when tx.amount > 7");
        assertThat(decide(set)).isEqualTo(new Decision(Action.APPROVE, 2, 15));
    }

    @Test
    void shouldDecideByPointsWhereNoActionDoes() throws RuleLanguageException {
        RuleSetDefinition set = read(
                "points challenge at 10, review at 20\n"
                        + "rule a points 15 when tx.amount > 5\nrule b points 5 when tx.amount > 6\nrule c decline when tx.amount > 700");
        assertThat(decide(set)).isEqualTo(new Decision(Action.REVIEW, 0, 20));
    }

    @Test
    void shouldSayWithWhichValuesARuleHolds() throws RuleLanguageException {
        RuleSetDefinition set = read(HEADER
                + "rule a decline when tx.amount > 1.5 * avg(amount, last 90d) and tx.merchant in @trusted"
                + " and not tx.country = 'FR' and (tx.hour > 22 or card.since_last < 1h)\n"
                + "rule b decline when tx.card = '00004000222333' and @risk[tx.terminal] between 0.1 and 0.5\n"
                + "rule bank review when tx.bin in @banks and tx.bin8 = 4000\n"
                + "rule c review when sum(amount to EUR, today) >= 0.4 EUR and exists(last 3h where country = 250)");
        assertThat(reasons(set, HISTORY))
                .containsExactly(
                        "tx.amount is 120, more than 90 (1.5 * avg(amount, last 90d)); tx.merchant is 5411, on @trusted;"
                                + " tx.country is 276, not 250; card.since_last is 10m, less than 1h",
                        "tx.card is 000040****2333; @risk[tx.terminal] is 0.25, at least 0.1; @risk[tx.terminal] is 0.25, at most 0.5",
                        "tx.bin is 000040, on @banks; tx.bin8 is 00004000",
                        "sum(amount to EUR, today) is 0.40 EUR, at least 0.40 EUR; exists(last 3h where country = 250) found one");
    }

    private static List<String> reasons(RuleSetDefinition set, List<TransactionText> entries) {
        ListHistory history = new ListHistory(entries, NOW);
        return new RuleInterpreter(set)
                .matches(SCORED.card(), SCORED.times(), SCORED.payment(), SCORED.outcome(), history).stream()
                        .map(Match::because)
                        .toList();
    }

    /** Who reads the reason of one customer's payment is not to learn the number of another. */
    @Test
    void shouldMaskCardsOfTheTextInReasons() throws RuleLanguageException {
        RuleSetDefinition set = read("table limit of card to number from 'limits.csv'\n"
                + "rule left review when '4000123412341234' != tx.card\n"
                + "rule right review when tx.card != '4000123412341234'\n"
                + "rule named review when tx.card not in ('4000123412341234', '4000123412341242')\n"
                + "rule found review when not exists(last 1d where card = '4000123412341234')\n"
                + "rule key review when (@limit['4000123412341234'] else 5) < count(last 90d) + 9");
        assertThat(reasons(set, HISTORY))
                .containsExactly(
                        "'400012******1234' is 400012******1234, not 000040****2333 (tx.card)",
                        "tx.card is 000040****2333, not 400012******1234",
                        "tx.card is 000040****2333, none of those named",
                        "exists(last 1d where card = '400012******1234') found none",
                        "(@limit['400012******1234'] else 5) is 5, less than 14 (count(last 90d) + 9)");
    }

    @Test
    void shouldSayOfAMissingValueOnlyThatItIsMissing() throws RuleLanguageException {
        RuleSetDefinition set = read("list eu of country from 'eu.csv'\n"
                + "rule listed review when not (card.home_country not in @eu)\n"
                + "rule named review when not (card.home_country not in (276, 250))\n"
                + "rule other review when not (card.home_country != 276)\n"
                + "rule right review when not (276 != card.home_country)\n"
                + "rule average review when not (tx.amount > 2 * avg(amount, last 1d))");
        assertThat(reasons(set, List.of()))
                .containsExactly(
                        "card.home_country is missing",
                        "card.home_country is missing",
                        "card.home_country is missing",
                        "card.home_country is missing",
                        "2 * avg(amount, last 1d) is missing");
    }

    /** As many words as a rule may have, of the ones that take most room. */
    @ParameterizedTest
    @ValueSource(strings = {"between 1 and 2", "not between 1 and 2.123456"})
    void shouldCompileTheLongestValueThatCanBeBetweenTwo(String between) throws RuleLanguageException {
        String value = String.join(" / ", Collections.nCopies(385, "hour"));
        RuleSetDefinition set = read("rule r review when exists(last 90d where " + value + " " + between + ")");
        int rule = CompiledRules.of(set)
                .newEvaluator()
                .decide(
                        SCORED.card(),
                        SCORED.times(),
                        SCORED.payment(),
                        SCORED.outcome(),
                        new ListHistory(HISTORY, NOW));
        assertThat(rule).isEqualTo(decide(set).rule());
    }
}
