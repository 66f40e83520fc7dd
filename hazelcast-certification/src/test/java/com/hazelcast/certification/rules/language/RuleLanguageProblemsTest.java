package com.hazelcast.certification.rules.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.grammar.RuleLanguageLexer;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.scoring.FirstRules;
import com.hazelcast.certification.transaction.CardKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.antlr.v4.runtime.CharStreams;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a text is said with its place. A line a case. */
class RuleLanguageProblemsTest {
    private static final Map<String, String> FILES = Map.of(
            "countries.csv", "value,expires\nDE\n250,2026-12-31\n",
            "risk.csv", "key,value\n276-00001-00002,0.25\n",
            "rates.csv", "USD,0.92\nEUR,1\n",
            "places.csv", "1,52.52,13.405\n",
            "wrong.csv", "1,2,3\n",
            "twice.csv", "DE\n276\n",
            "negative.csv", "1,-4\n",
            "huge.csv", "1,1e999999999\n");

    private static final RuleFiles RULE_FILES = name -> {
        String text = FILES.get(name);
        if (text == null) {
            throw new IOException("there is no such file");
        }
        return new BufferedReader(new StringReader(text));
    };

    static List<Problem> problems(String text) {
        RuleLanguageException found =
                catchThrowableOfType(RuleLanguageException.class, () -> new RuleLanguage().read(text, RULE_FILES));
        return found == null ? List.of() : found.problems();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tx.amount > 5 EUR                                       | 1:21 | an amount and money in EUR cannot be compared; exchange the amount first, as in (amount to EUR)
            tx.country = tx.merchant                                | 1:21 | a country and a merchant type cannot be compared
            tx.amount > count(last 1h)                              | 1:21 | an amount and a number cannot be compared
            tx.amuont > 5                                           | 1:21 | a transaction has no such value: name=amuont; did you mean 'amount'?
            amount > 5                                              | 1:21 | there is no value of that name outside of an aggregate: name=amount; write tx.amount
            cuont(last 1h) > 5                                      | 1:21 | there is no such aggregate: name=cuont; did you mean 'count'?
            count(last 91d) > 5                                     | 1:32 | a window is one minute (1m) to 90 days (90d) wide, as histories reach 90 days back: width=91d
            count(last 30s) > 5                                     | 1:32 | a window is one minute
            count(last 90 calendar days) > 5                        | 1:32 | a calendar window has 1 to 89 days: days=90
            tx.amount / 0 > 5                                       | 1:33 | division by zero
            tx.amount * tx.amount > 5                               | 1:21 | an amount and an amount cannot be multiplied; one of them must be a number
            sum(amount, last 1d) * 4611686018427387 > 5             | 1:21 | this may become too large to calculate with
            tx.amount > 99999999999999999999                        | 1:33 | a number has at most 6 decimals and is below
            tx.amount > 1.1234567                                   | 1:33 | a number has at most 6 decimals
            tx.amount >= 0                                          | 1:21 | this comparison always comes to the same
            tx.country = 1000                                       | 1:21 | a country is a whole number of 0 to 999
            tx.country = 'XX'                                       | 1:21 | no country has these two letters (ISO 3166): country='XX'
            tx.hour at 'Mars/Olympus' > 5                           | 1:32 | no zone has this name: zone='Mars/Olympus'
            tx.country at 'UTC' = 5                                 | 1:32 | only hour, time_of_day, weekday, day and month stand in a zone
            tx.card = '12'                                          | 1:21 | a card number has 8 to 19 digits: digits=2
            tx.bin = '40001'                                        | 1:21 | a BIN has 6 digits, leading zeros included: digits=5
            tx.bin8 = '400012'                                      | 1:21 | a BIN of eight digits has 8 digits, leading zeros included: digits=6
            tx.bin = 4000123                                        | 1:21 | a BIN is a whole number of 0 to 999999
            tx.bin = tx.bin8                                        | 1:21 | a BIN and a BIN of eight digits cannot be compared
            tx.card > '00004000222333'                              | 1:21 | none of two cards is greater
            tx.time_of_day > 25:00                                  | 1:38 | a time of day is 00:00 to 23:59: value=25:00
            tx.amount is missing                                    | 1:21 | this value is never missing
            (tx.amount else 5) > 3                                  | 1:21 | this value is never missing, so 'else' has no meaning
            tx.amount between 90 and 10.50                          | 1:21 | nothing is between these two: the first must be the smaller one
            tx.hour between 0 and 23                                | 1:21 | this comparison always comes to the same: the left side is 0 to 23, the right side 0
            tx.hour between 5 and 30                                | 1:21 | this comparison always comes to the same: the left side is 0 to 23, the right side 30
            tx.hour not between 0 and 23                            | 1:21 | this comparison always comes to the same
            tx.amount between 9 and 3                               | 1:21 | nothing is between these two: the first must be the smaller one
            tx.country in @nobody                                   | 1:35 | no such list is declared: list=@nobody
            @nothing[tx.country] > 1                                | 1:21 | no such table is declared: table=@nothing
            sum(country, last 1d) > 5                               | 1:25 | sum(…) takes numbers, amounts, money or durations, and this is a country
            sum(last 1d) > 5                                        | 1:21 | sum(…) takes 1 values before its window
            count(amount, last 1d) > 5                              | 1:21 | count(…) takes 0 values before its window
            nth(0, amount, last 1d) > 5                             | 1:25 | nth(…) begins with a whole number of 1 to 4096: found=0
            count(last 1d)                                          | 1:21 | count(…) is a value; compare it with something
            exists(last 1d) > 3                                     | 1:21 | exists(…) holds or does not hold
            count(last 1d where count(last 1h) > 1) > 2             | 1:41 | an aggregate cannot stand inside of another one
            count(last 1d where card.age > 1d) > 2                  | 1:41 | a value of the card cannot stand inside of an aggregate: value=card.age
            card.agee > 1d                                          | 1:21 | a card has no such value: name=agee; did you mean 'age'?
            running(tx.country = 1) > 3                             | 1:21 | running(…) counts entries
            max(running(country = 1), last 1d) > 3                  | 1:25 | running(…) counts entries, so it stands behind 'where' of an aggregate
            sum(2 * running(country = 1), last 1d where running(country = 1) > 1) > 3 | 1:25 | running(…) counts entries
            count(chain 1d step 1h including this) > 3              | 1:21 | a chain looks at earlier entries only
            card.age > 5                                            | 1:21 | a duration and a number cannot be compared
            sum(amount to USD, last 1d) > 5 USD                     | 1:35 | no exchange to 'USD' is declared
            tx.amount > 5 XXQ                                       | 1:35 | behind a number only a currency may stand
            speed(last 1h) > 5                                      | 1:21 | speed(…) takes a table of places and no window, as in speed(@places)
            sped(@places) > 5                                       | 1:21 | only speed(…) takes a table alone: name=sped; did you mean 'speed'?
            speed(@places) > 5                                      | 1:27 | no such table is declared: table=@places
            count(last 1d where speed(@places) > 5) > 2             | 1:41 | speed(…) cannot stand inside of an aggregate
            tx.amount > 'x                                          | 1:33 | the text that begins here has no end on its line: '
            tx.amount >                                             | 1:32 | the text ends here; expected
            tx.amount > 5 adn tx.country = 2                        | 1:39 | 'tx' cannot stand here; expected the end, 'rule'; did you mean 'and'?
            tx.amount > 5 ; drop table                              | 1:35 | ';' cannot stand here; expected
            """)
    void shouldSayWhatIsWrongWithACondition(String condition, String place, String message) {
        List<Problem> problems = problems("rule r decline when " + condition);
        assertThat(problems).isNotEmpty();
        Problem first = problems.get(0);
        assertThat(first.message()).contains(message);
        assertThat(first.line() + ":" + first.column()).isEqualTo(place);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            rule r declin when tx.amount > 5                              | 'declin' cannot stand here; expected
            rule r decline wehn tx.amount > 5                             | did you mean 'when'?
            rule <b> decline when tx.amount > 5                           | '<' cannot stand here; expected
            rule r '<script>' decline when tx.amount > 5                  | a description has at most 200 characters, and no markup
            rule r decline tags 'x' when tx.amount > 5                    | ''x'' cannot stand here
            rule r points 0 when tx.amount > 5                            | points are a whole number of 1 to 1000000: points=0
            rule r points 5 when tx.amount > 5                            | rules have points, and no action takes them
            points review at 50, decline at 20 rule r points 5 when tx.amount > 5 | with more points for the harder action
            rule r decline when tx.amount > 5 rule R decline when tx.amount > 6   | two rules have one name: name=r, first in line 1
            list l of country from 'countries.csv'                        | there is no rule; begin one with
            list l of contry from 'countries.csv' rule r decline when tx.amount > 5      | did you mean 'country'?
            list l of country from 'absent.csv' rule r decline when tx.amount > 5        | the file cannot be read: file='absent.csv' (there is no such file)
            list l of country from 'wrong.csv' rule r decline when tx.amount > 5         | in 'wrong.csv', line 1: expected one or two fields: fieldCount=3
            list l of country from 'twice.csv' rule r decline when tx.amount > 5         | in 'twice.csv', line 2: this key stands in an earlier line, too
            table t of country to number from 'negative.csv' rule r decline when tx.amount > 5 | in 'negative.csv', line 1: the value must be 0 to 1000000000
            table t of country to number from 'huge.csv' rule r decline when tx.amount > 5 | in 'huge.csv', line 1: the value must be 0 to 1000000000
            list l of country from 'countries.csv' rule r decline when tx.merchant in @l | the values of @l are each a country, and this is a merchant type
            list l of country from 'countries.csv' rule r decline when @l[tx.country] > 1 | it is a list: write 'in @l'
            table p of city to place from 'places.csv' rule r decline when speed(@p) > 5 EUR   | a speed and money in EUR cannot be compared
            table p of city to place from 'places.csv' rule r decline when speed(@p) >= 0      | this comparison always comes to the same: the left side is 0 to 1200907
            table p of city to place from 'places.csv' rule r decline when speed(@p) * 2 > 5   | one cannot calculate with a speed
            table p of city to place from 'places.csv' rule r decline when @p[tx.city] = 5     | a table of places is read by speed alone: write speed(@p)
            table p of city to place from 'places.csv' rule r decline when tx.city in @p       | it is a table: write 'speed(@p)'
            table p of merchant to place from 'places.csv' rule r decline when speed(@p) > 5   | this must be one of city, country, terminal: found=merchant
            table p of city to place from 'risk.csv' rule r decline when speed(@p) > 5         | in 'risk.csv', line 2: expected three fields (key, latitude, longitude): fieldCount=2
            table p of terminal to number from 'risk.csv' rule r decline when speed(@p) > 5    | speed(…) takes a table of places, and the values of @p are each a number; declare it as in: table p of city to place from 'places.csv'
            exchange XXQ from 'rates.csv' rule r decline when tx.amount > 5              | no currency has these three letters
            list a-b of country from 'countries.csv' rule r decline when tx.amount > 5   | a name with '-' stands in double quotes
            rule a-b decline when tx.amount > 5                                          | a name with '-' stands in double quotes
            rule r decline when tx.country in @a-b                                       | a name with '-' stands in double quotes
            """)
    void shouldSayWhatIsWrongWithASet(String text, String message) {
        assertThat(problems(text)).isNotEmpty();
        assertThat(problems(text).get(0).message()).contains(message);
    }

    /** Each was accepted where it is declared, and could not be used. */
    @Test
    void shouldReadListsAndTablesWhoseNamesHaveHyphens() throws Exception {
        String text = """
                list "Trusted-ones" of country from 'countries.csv'
                table "at-risk" of terminal to number from 'risk.csv'
                table "our-places" of city to place from 'places.csv'
                rule r decline when tx.country in @"trusted-ones" and @"at-risk"[tx.terminal] > 0.1
                rule s decline when speed(@"our-places") > 900
                """;
        assertThat(problems(text)).isEmpty();
        assertThat(RuleLanguage.format(text)).contains("in @\"trusted-ones\"", "@\"at-risk\"[tx.terminal]");
        assertThat(problems(text.replace("in @\"trusted-ones\"", "in @\"our-places\"")))
                .extracting(Problem::message)
                .containsExactly(
                        "no such list is declared: list=@our-places; it is a table: write 'speed(@\"our-places\")'");
    }

    @Test
    void shouldReportEachWrongRule() {
        List<Problem> problems = problems("rule a decline when tx.amuont > 5\nrule b decline when tx.amount > 5\n"
                + "rule c decline when tx.country > tx.city");
        assertThat(problems).extracting(Problem::line).containsExactly(1, 3);
    }

    /** Members that have a key know cards by identifiers that have no digits: a submitted set is read so, and the first one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            tx.bin = 400012                                 | value=bin
            tx.amount > 5 and tx.bin8 between 1 and 5       | value=bin8
            count(last 1d where bin = 400012) > 5           | value=bin
            """)
    void shouldKnowNoBinWhereCardsAreKeyed(String condition, String value) throws Exception {
        RuleSetText text = new RuleSetText("rule r decline when " + condition, Map.of());
        CardKey key = new CardKey(new byte[16]);
        for (ThrowingCallable reading : List.<ThrowingCallable>of(
                () -> RuleSet.of(2, 50, text, key::identify),
                () -> FirstRules.compile(text, Optional.of(key), SetCost.BUDGET_NS))) {
            assertThatThrownBy(reading)
                    .hasMessageContaining(
                            "members that have a card key (card-key-file) have no digits of a card's number")
                    .hasMessageContaining(value);
        }
        assertThat(RuleSet.of(2, 50, text, card -> card).rules()).hasSize(1);
    }

    @Test
    void shouldNotRepeatACardNumber() {
        String card = "4000123412341234";
        assertThat(problems("rule r decline when tx.amount > 5 '" + card + "'").toString())
                .contains("cannot stand here")
                .doesNotContain(card);
        assertThat(problems("rule r decline when tx.merchant = '" + card + "'").toString())
                .isNotEqualTo("[]")
                .doesNotContain(card);
    }

    @Test
    void shouldRefuseAMegabyte() {
        assertThat(problems("-".repeat(1 << 20)).get(0).message()).contains("a set has at most 524288 characters");
    }

    /** Each opening that was looked at anew would take the time of all that follow. */
    @Test
    void shouldFindTheCommentWithoutAnEndAtOnce() {
        String text = "/* ".repeat(1_000);
        assertThat(new RuleLanguageLexer(CharStreams.fromString(text)).getAllTokens())
                .hasSizeLessThanOrEqualTo(2);
        assertThat(problems(text))
                .containsExactly(new Problem(1, 1, "the comment that begins here has no end: close it by */"));
        assertThat(problems("/* one */ rule r decline\n when /**/ tx.amount > 5 /*/"))
                .extracting(Problem::line, Problem::column)
                .containsExactly(tuple(2, 26));
        assertThat(problems("/* one */ rule r /* two **/ decline when tx.amount > 5 /**/"))
                .isEmpty();
    }

    @Test
    void shouldRefuseDeepNesting() {
        String text = "rule r decline when " + "(".repeat(100_000) + "tx.amount > 5" + ")".repeat(100_000);
        assertThat(problems(text))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("brackets are nested more than 20 deep"));
    }

    @Test
    void shouldTakeAsDeepNestingAsItSays() {
        int depth = LanguageLimits.NESTING_MAX;
        assertThat(problems("rule r decline when " + "(".repeat(depth) + "tx.amount > 5" + ")".repeat(depth)))
                .isEmpty();
        assertThat(problems("rule r decline when " + "(".repeat(depth) + "tx.amount" + ")".repeat(depth) + " > 5"))
                .isEmpty();
    }

    @Test
    void shouldRefuseALongRule() {
        String text = "rule r decline when tx.amount > 5" + " or tx.amount > 6".repeat(300);
        assertThat(problems(text).get(0).message()).contains("a rule has at most 800 words and signs");
    }

    @Test
    void shouldTakeAThousandRulesAndNoMore() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LanguageLimits.RULES_MAX; i++) {
            text.append("rule r")
                    .append(i)
                    .append(" decline when tx.amount > ")
                    .append(i)
                    .append('\n');
        }
        assertThat(problems(text.toString())).isEmpty();
        assertThat(problems(text + "rule more decline when tx.amount > 5")
                        .get(0)
                        .message())
                .isEqualTo("a set has at most 1000 rules");
    }

    @Test
    void shouldRefuseTooManyAggregates() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i <= LanguageLimits.AGGREGATES_MAX; i++) {
            text.append("rule r")
                    .append(i)
                    .append(" decline when count(last ")
                    .append(1 + i)
                    .append("m) > 3\n");
        }
        assertThat(problems(text.toString()))
                .singleElement()
                .satisfies(problem ->
                        assertThat(problem.message()).contains("a set has at most 512 different aggregates"));
    }

    @Test
    void shouldStopAtFiftyProblems() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            text.append("rule r").append(i).append(" decline when tx.x > 5\n");
        }
        assertThat(problems(text.toString())).hasSize(LanguageLimits.PROBLEMS_MAX);
    }
}
