package com.hazelcast.certification.rules.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.rules.language.RuleFiles;
import com.hazelcast.certification.rules.language.RuleLanguage;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleCasesTest {
    private static final String RULES = "points review at 10\nrule small points 10 when tx.amount < 10\n"
            + "rule large decline when tx.amount > 1000";
    private static final String LARGE =
            "\"transaction\":\"00000017721111,1798967585307,107,00,34209,107,0494,09691,74106\"";

    private static RuleCases.Report run(String cases) throws Exception {
        return new RuleCases(new RuleLanguage().read(RULES, RuleFiles.none()))
                .run(new BufferedReader(new StringReader(cases)));
    }

    @Test
    void shouldAgreeWithWhatIsExpected() throws Exception {
        RuleCases.Report report =
                run("# cases\n\n{\"action\":\"decline\",\"rule\":\"large\",\"matches\":[\"large\"],\"points\":0,"
                        + "\"history\":[]," + LARGE + "}\n{\"action\":\"review\",\"rule\":\"none\",\"points\":10,"
                        + LARGE.replace("34209", "9") + "}");
        assertThat(report).isEqualTo(new RuleCases.Report(2, List.of()));
    }

    @Test
    void shouldSayWhatDiffersAndWhy() throws Exception {
        RuleCases.Report report =
                run("{\"name\":\"one\",\"action\":\"approve\",\"rule\":\"none\",\"points\":3," + LARGE + "}");
        assertThat(report.differences())
                .containsExactly("line 1 (one): expected action approve, got decline; expected rule none, got large;"
                        + " expected 3 points, got 0\n    large: tx.amount is 34,209, more than 1,000");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            nothing                                         | line 1: not a JSON object
            {"action":"decline"}                            | line 1: expected a record of nine fields with commas between them: key=transaction
            {"action":"decline","transaction":"1,2"}        | line 1: transaction: a record has 9 fields: fieldCount=2
            {"acton":"decline"}                             | line 1: a case has no such key
            {"rule":"larg",                                 | line 1: the set has no rule of this name: rule=larg
            {"action":"refuse",                             | line 1: the action must be one of
            {"action":"decline"} {"action":"decline"}       | line 1: not a JSON object that is alone in its line
            {"action":"decline","action":"approve",         | line 1: not a JSON object that is alone in its line and has each key once
            {"action":"decline","matches":"large",          | line 1: expected a list, in [ ]: key=matches
            {"action":"decline","history":"1,2",            | line 1: expected a list, in [ ]: key=history
            {"action":"decline","history":["00000017721112,1798960000000,107,00,40,107,0494,09691,74106"], | line 1: history[0]: it is of another card than the transaction
            {                                               | line 1: a case expects something
            """)
    void shouldSayWhatIsWrongWithACase(String text, String message) {
        String line = text.endsWith("}") || text.equals("nothing") ? text : text + LARGE + "}";
        assertThatThrownBy(() -> run(line))
                .isInstanceOf(RuleCaseException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldRefuseAHistoryThatNoCardCanHave() {
        String record = LARGE.substring(LARGE.indexOf(':') + 1);
        String history = String.join(",", Collections.nCopies(HistoryLimits.ENTRIES_PER_CARD_CEILING + 1, record));
        assertThatThrownBy(() -> run("{\"action\":\"decline\",\"history\":[" + history + "]," + LARGE + "}"))
                .hasMessage("line 1: a card has at most 4095 transactions: key=history size=4096");
    }

    @Test
    void shouldRefuseAFileWithoutCases() {
        assertThatThrownBy(() -> run("\n")).hasMessage("the file has no cases");
    }
}
