package com.hazelcast.certification.rules.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.hazelcast.certification.rules.ListHistory;
import com.hazelcast.certification.rules.TransactionText;
import com.hazelcast.certification.rules.interpreted.Match;
import com.hazelcast.certification.rules.interpreted.RuleInterpreter;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Money in currencies of two (EUR), no (JPY) and three digits (KWD) behind the point. A line a case; the compiled set and the interpreter
 * are both asked.
 */
class MoneyTest {
    private static final long NOW = 1_781_562_600_000L;
    private static final int EUR = 978;
    private static final int JPY = 392;
    private static final int KWD = 414;
    private static final int USD = 840;

    /** A number that ISO 4217 does not have, and gold, which has no minor units. */
    private static final int NONE = 107;

    private static final int GOLD = 959;

    private static final Map<String, String> FILES = Map.of(
            "euro.csv", "EUR,1\nJPY,0.006\nKWD,3\n107,1\nXAU,1000\n",
            "yen.csv", "JPY,1\nEUR,166.666666\nKWD,500\n",
            "dinar.csv", "KWD,1\nEUR,0.333333\nJPY,0.002\n",
            "gold.csv", "EUR,1\nXAU,1\n",
            "largest.csv", "KWD,1000\nJPY,1000\n",
            "none.csv", "");

    private static final String HEADER = """
            exchange EUR from 'euro.csv'
            exchange JPY from 'yen.csv'
            exchange KWD from 'dinar.csv'
            """;

    private static TransactionText paid(int amount, int currency, long time) {
        return TransactionText.parse(
                String.format("00004000222333,%d,276,00,%d,%03d,5411,00010,00001", time, amount, currency));
    }

    private static TransactionText paid(int amount, int currency) {
        return paid(amount, currency, NOW);
    }

    private static RuleSetDefinition read(String text) throws RuleLanguageException {
        return new RuleLanguage().read(text, name -> new BufferedReader(new StringReader(FILES.get(name))));
    }

    private static boolean holds(String condition, TransactionText t, TransactionText... earlier)
            throws RuleLanguageException {
        return holds("", condition, t, earlier);
    }

    private static boolean holds(String headers, String condition, TransactionText t, TransactionText... earlier)
            throws RuleLanguageException {
        RuleSetDefinition set = read(HEADER + headers + "rule r decline when " + condition);
        return BothEngines.decide(set, t, List.of(earlier)) == 1;
    }

    /** Amounts as records have them, in minor units; what is less than a minor unit of the target is cut off. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1234       | EUR | 12.34 EUR
            1234       | EUR | 2056 JPY
            1234       | EUR | 4.113 KWD
            1500       | JPY | 9.00 EUR
            1500       | JPY | 1500 JPY
            1500       | JPY | 3.000 KWD
            1500       | KWD | 4.50 EUR
            1500       | KWD | 750 JPY
            1500       | KWD | 1.500 KWD
            1501       | JPY | 9 EUR
            1          | EUR | 0.003 KWD
            1          | EUR | 1 JPY
            1          | KWD | 0 EUR
            0          | KWD | 0 EUR
            2147483647 | EUR | 21474836.47 EUR
            2147483647 | JPY | 12884901.88 EUR
            2147483647 | KWD | 1073741823 JPY
            """)
    void shouldExchangeByTheDigitsOfBothCurrencies(int amount, String from, String money) throws RuleLanguageException {
        int currency = switch (from) {
            case "EUR" -> EUR;
            case "JPY" -> JPY;
            default -> KWD;
        };
        String to = money.substring(money.length() - 3);
        assertThat(holds("tx.amount to " + to + " = " + money, paid(amount, currency)))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tx.amount > 1233                                     | true
            tx.amount > 1234                                     | false
            tx.amount to EUR > 12.33 EUR                         | true
            tx.amount to EUR > 12.34 EUR                         | false
            tx.amount to JPY between 2056.00 JPY and 2056.5 JPY  | true
            tx.amount to JPY in (2056.00 JPY, 1 JPY)             | true
            tx.amount to KWD >= 4.11 KWD                         | true
            (tx.amount to EUR) * 1.5 = 18.51 EUR                 | true
            (tx.amount to EUR) / (tx.amount to EUR) = 1          | true
            sum(amount to EUR, last 1d including this) = 25.84 EUR | true
            sum(amount to JPY, last 1d) = 2250 JPY               | true
            avg(amount to EUR, last 1d) = 6.75 EUR               | true
            avg(amount to JPY, last 1d) = 1125 JPY               | true
            avg(amount to KWD, last 1d) = 2.25 KWD               | true
            max(amount to KWD, last 1d) = 3.000 KWD              | true
            min(amount to EUR, last 1d) = 4.50 EUR               | true
            distinct(amount to EUR, last 1d) = 2                 | true
            count(last 1d where amount to EUR > 4.50 EUR) = 1    | true
            sum(amount, last 1d including this) = 4234           | true
            """)
    void shouldExchangeEachPaymentByItsOwnCurrency(String condition, boolean expected) throws RuleLanguageException {
        TransactionText yen = paid(1500, JPY, NOW - 1_000);
        TransactionText dinar = paid(1500, KWD, NOW - 2_000);
        TransactionText unknown = paid(0, NONE, NOW - 3_000);
        assertThat(holds(condition, paid(1234, EUR), yen, dinar, unknown)).isEqualTo(expected);
    }

    /** Without a rate, without digits, and without being a currency at all. */
    @ParameterizedTest
    @CsvSource({USD + "", NONE + "", GOLD + "", "0", "999"})
    void shouldBeMissingWhereTheCurrencyCannotBeExchanged(int currency) throws RuleLanguageException {
        TransactionText unknown = paid(1234, currency);
        assertThat(holds("tx.amount to EUR is missing", unknown)).isTrue();
        assertThat(holds("tx.amount to EUR > 0 EUR", unknown)).isFalse();
        assertThat(holds("tx.amount to EUR <= 99 EUR", unknown)).isFalse();
        assertThat(holds("(tx.amount to EUR else 1 EUR) = 1 EUR", unknown)).isTrue();
        TransactionText known = paid(100, EUR, NOW - 1_000);
        assertThat(holds("sum(amount to EUR, last 1d including this) = 1 EUR", unknown, known))
                .isTrue();
    }

    @Test
    void shouldSayMoneyWithTheDigitsOfItsCurrency() throws RuleLanguageException {
        RuleSetDefinition set = read(HEADER
                + "rule euro decline when tx.amount to EUR > 10 EUR\n"
                + "rule yen decline when tx.amount to JPY > 1000.50 JPY\n"
                + "rule dinar decline when tx.amount to KWD > 1.5 KWD\n"
                + "rule third decline when tx.amount to EUR > 0.333 * avg(amount to EUR, last 1d including this)\n");
        TransactionText t = paid(1230, EUR);
        assertThat(new RuleInterpreter(set)
                        .matches(t.card(), t.times(), t.payment(), t.outcome(), new ListHistory(List.of(), NOW)))
                .extracting(Match::because)
                .containsExactly(
                        "tx.amount to EUR is 12.30 EUR, more than 10.00 EUR",
                        "tx.amount to JPY is 2,049 JPY, more than 1,000.5 JPY",
                        "tx.amount to KWD is 4.099 KWD, more than 1.500 KWD",
                        "tx.amount to EUR is 12.30 EUR, more than 4.0959 EUR (0.333 * avg(amount to EUR, last 1d including this))");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            tx.amount to EUR > 5.005 EUR               | money in EUR has at most 2 decimals: number=5.005
            tx.amount to JPY > 5.005 JPY               | money in JPY has at most 2 decimals: number=5.005
            tx.amount to KWD > 5.0005 KWD              | money in KWD has at most 3 decimals: number=5.0005
            tx.amount to EUR > 5 XYZ                   | behind a number only a currency may stand: no currency has these three letters (ISO 4217): currency='XYZ'
            (tx.amount to EUR) * 1.12345 > 5 EUR       | this has 7 decimals, and at most 6 are kept
            (tx.amount to KWD) * 1.12345 > 5 KWD       | this has 8 decimals, and at most 7 are kept
            tx.amount to EUR > 5 JPY                   | money in EUR and money in JPY cannot be compared
            tx.amount to EUR > 500                     | money in EUR and a number cannot be compared
            tx.amount > 5 EUR                          | exchange the amount first, as in (amount to EUR)
            sum(amount, last 1d) to EUR > 5 EUR        | of a sum exchange what is added, as in sum(amount to EUR, last 1d)
            tx.amount to EUR > 99_999_999_999_999 EUR  | this comparison always comes to the same
            """)
    void shouldSayWhatIsWrongWithMoney(String condition, String message) {
        RuleLanguageException found = catchThrowableOfType(
                RuleLanguageException.class, () -> read(HEADER + "rule r decline when " + condition));
        assertThat(found.problems().get(0).message()).contains(message);
    }

    /** Sets of a data folder are compiled again at each start, so no text becomes wrong that releases took in which all money had two decimals. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tx.amount to XAU = 12.34 XAU                        | true
            tx.amount to XAU > 12.34 XAU                        | false
            (tx.amount to KWD) * 1.1234 between 4.62 KWD and 4.63 KWD | true
            avg(amount to KWD, last 1d including this) * 0.1234 > 0.50 KWD | true
            tx.amount to JPY in (2056.00 JPY, 5.25 JPY)         | true
            tx.amount to JPY in (2056.25 JPY, 5.25 JPY)         | false
            tx.amount to JPY not in (2056.25 JPY, 5.25 JPY)     | true
            (tx.amount to JPY else 0.25 JPY) > 2055.75 JPY      | true
            (tx.amount to JPY) + 0.25 JPY = 2056.25 JPY         | true
            """)
    void shouldTakeWhatMoneyOfTwoDecimalsTook(String condition, boolean expected) throws RuleLanguageException {
        assertThat(holds("exchange XAU from 'gold.csv'\n", condition, paid(1234, EUR)))
                .isEqualTo(expected);
    }

    /** Rates of 1,000 are more than any two currencies have: what they could come to is refused before it runs, and never overflows. */
    @Test
    void shouldRefuseASumThatTheRatesCouldMakeTooLarge() throws RuleLanguageException {
        String header = "exchange KWD from 'largest.csv' rule r decline when ";
        RuleLanguageException found = catchThrowableOfType(
                RuleLanguageException.class, () -> read(header + "sum(amount to KWD, last 90d) > 5 KWD"));
        assertThat(found.problems().get(0).message()).contains("this may become too large to calculate with");
        RuleSetDefinition single = read(header + "tx.amount to KWD = 2147483647000 KWD");
        TransactionText t = paid(Integer.MAX_VALUE, JPY);
        assertThat(BothEngines.decide(single, t, List.of())).isEqualTo(1);
    }

    /** What a comparison may come to does not hang on the file: a new file of rates makes no text wrong that was right. */
    @Test
    void shouldTakeAnEmptyFileOfRates() throws RuleLanguageException {
        RuleSetDefinition set = read("exchange EUR from 'none.csv' rule r decline when tx.amount to EUR > 5_000 EUR");
        TransactionText t = paid(900_000, EUR);
        assertThat(BothEngines.decide(set, t, List.of())).isZero();
    }
}
