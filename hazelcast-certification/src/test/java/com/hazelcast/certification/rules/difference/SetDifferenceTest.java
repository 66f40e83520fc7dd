package com.hazelcast.certification.rules.difference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.hazelcast.certification.rules.difference.SetDifference.Line;
import com.hazelcast.certification.rules.difference.SetDifference.OfFile;
import com.hazelcast.certification.rules.difference.SetDifference.OfRule;
import com.hazelcast.certification.rules.difference.SetDifference.Side;
import com.hazelcast.certification.rules.difference.SetDifference.What;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SetDifferenceTest {
    private static final String OLD = """
            set shop
            list trusted of merchant from 'trusted.csv'

            -- The first.
            rule a decline when tx.amount > 10
            rule b decline when tx.amount > 20
            rule c decline when tx.amount > 30
            rule d decline when tx.merchant in @trusted
            """;

    private static SetDifference difference(String old, String oldList, String now, String nowList)
            throws RuleLanguageException {
        return SetDifference.of(
                new RuleSetText(old, Map.of("trusted.csv", oldList)),
                new RuleSetText(now, Map.of("trusted.csv", nowList)));
    }

    private static SetDifference difference(String now) throws RuleLanguageException {
        return difference(OLD, "5411\n", now, "5411\n");
    }

    private static List<String> marked(List<Line> lines) {
        return lines.stream()
                .map(line -> line.side().sign() + line.text().strip())
                .toList();
    }

    @Test
    void shouldFindNoneWhereOnlyTheLayoutIsAnother() throws RuleLanguageException {
        SetDifference difference =
                difference(OLD.replace(" when ", "\n    when\n      ").replace("rule b", "\n\nRULE b"));
        assertThat(difference.isEmpty()).isTrue();
        assertThat(difference.unchanged()).isEqualTo(4);
    }

    /** Members compare texts of analysts, beside scoring: not line by line when these have many thousand. */
    @Test
    void shouldShowBothWholeWhereThereAreTooManyLinesToCompare() throws RuleLanguageException {
        String comments = "-- same\n".repeat(SetDifference.COMPARED_MAX / 2);
        String rules = "rule a decline when tx.amount > 10\nrule b decline when tx.amount > 20\n";
        SetDifference difference = difference(comments + rules, "", "-- one more\n" + comments + rules, "");

        List<Line> lines = difference.rules().get(0).lines();
        assertThat(difference.rules()).extracting(OfRule::name).containsExactly("a");
        assertThat(difference.unchanged()).isEqualTo(1);
        assertThat(lines).extracting(Line::side).containsOnly(Side.OLD, Side.NEW);
        assertThat(lines).hasSizeGreaterThan(SetDifference.COMPARED_MAX);
    }

    @Test
    void shouldNameWhatWasAddedRemovedChangedAndMoved() throws RuleLanguageException {
        SetDifference difference = difference("""
                set shop
                list trusted of merchant from 'trusted.csv'
                rule d decline when tx.merchant in @trusted
                -- The first.
                rule a decline when tx.amount > 10
                rule c decline when tx.amount > 31
                rule e review when tx.amount > 5
                """);
        assertThat(difference.rules())
                .extracting(OfRule::what, OfRule::name, OfRule::from, OfRule::to, OfRule::isMoved)
                .containsExactly(
                        tuple(What.REMOVED, "b", 2, 0, false),
                        tuple(What.MOVED, "d", 4, 1, true),
                        tuple(What.CHANGED, "c", 3, 3, false),
                        tuple(What.ADDED, "e", 0, 4, false));
        assertThat(difference.unchanged()).isEqualTo(1);
        assertThat(marked(difference.rules().get(2).lines()))
                .anyMatch(line -> line.startsWith("-") && line.contains("30"))
                .anyMatch(line -> line.startsWith("+") && line.contains("31"));
        assertThat(difference.rules().get(1).lines()).isEmpty();
    }

    @Test
    void shouldCountTheLinesOfListsAndShowWhatStandsBeforeTheRules() throws RuleLanguageException {
        SetDifference difference =
                difference(OLD, "5411\n5812\n", OLD.replace("set shop", "set other"), "5411\n5999\n6000\n");
        assertThat(difference.rules()).isEmpty();
        assertThat(marked(difference.header())).contains("-set shop", "+set other");
        assertThat(difference.files()).containsExactly(new OfFile(What.CHANGED, "trusted.csv", 2, 1));
        assertThat(difference.isEmpty()).isFalse();
    }

    @Test
    void shouldTakeACommentForAPartOfTheRuleBehindIt() throws RuleLanguageException {
        assertThat(difference(OLD.replace("-- The first.", "-- The very first."))
                        .rules())
                .extracting(OfRule::what, OfRule::name)
                .containsExactly(tuple(What.CHANGED, "a"));
    }
}
