package com.hazelcast.certification.rules.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CostModelTest {
    private static double costNs(String condition) throws RuleLanguageException {
        String text = "list l of merchant from 'l.csv' rule r decline when " + condition;
        return CostModel.of(
                        new RuleLanguage().read(text, name -> new BufferedReader(new StringReader("5411"))),
                        SetCost.ENTRIES_MANY)
                .ns();
    }

    @Test
    void shouldCountTheTestsOfARunningCount() throws RuleLanguageException {
        String tests = String.join(" or ", Collections.nCopies(50, "merchant in @l"));
        double plainNs = costNs("exists(last 90d where " + tests + ")");
        double runningNs = costNs("exists(last 90d where running(" + tests + ") > 1)");
        double insideNs = costNs("exists(last 90d where running(running(" + tests + ") > 1) > 1)");

        assertThat(runningNs).isGreaterThanOrEqualTo(plainNs);
        assertThat(insideNs).isGreaterThan(runningNs).isLessThan(1.1 * runningNs);
    }

    @Test
    void shouldCountTheSecondWalkPastABurst() throws RuleLanguageException {
        String wide = "max(amount, last 80d) > 5";
        double oneWalkNs = costNs("max(amount, last 70d) > 5 and " + wide);
        double twoWalksNs = costNs("max(amount, last 1d) > 5 and " + wide);

        assertThat(twoWalksNs).isGreaterThan(oneWalkNs);
    }

    @ParameterizedTest
    @ValueSource(strings = {"certification", "starter"})
    void shouldFindTheSetsThatComeWithTheProgramInsideTheBudget(String name) throws RuleLanguageException {
        SetCost cost = CostModel.of(RuleSetText.shipped(name).orElseThrow().read(), SetCost.ENTRIES_MANY);
        assertThat(cost.ns()).isBetween(1.0, (double) SetCost.BUDGET_NS);
    }
}
