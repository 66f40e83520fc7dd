package com.hazelcast.certification.api.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Score;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RuleJsonTest {
    @Test
    void shouldNameTheRuleThatDecidedWithItsTags() throws Exception {
        RuleSetText text = new RuleSetText("""
                set shop
                rule plain decline when tx.amount > 5
                rule tagged 'Abroad, at "night"' review tags abroad, night when tx.amount > 4
                """, Map.of());
        RuleJson json = RuleJson.of(RuleSet.of(3, 0, text, card -> card));

        assertThat(json.ruleSet()).isEqualTo("{\"name\":\"shop\",\"version\":3}");
        assertThat(json.rule(0)).isEqualTo(RuleJson.NO_RULE);
        assertThat(json.rule(1)).isEqualTo("{\"id\":1,\"name\":\"plain\"},\"reason\":\"plain\"");
        assertThat(json.rule(2))
                .isEqualTo("{\"id\":2,\"name\":\"tagged\",\"tags\":[\"abroad\",\"night\"]},"
                        + "\"reason\":\"Abroad, at \\\"night\\\"\"");
    }

    private static String written(@Nullable RuleSet set, int rule, Score score) {
        StringBuilder json = new StringBuilder();
        RuleJson.append(set, rule, score, json);
        return json.toString();
    }

    @Test
    void shouldSayWhyItWasDecided() throws Exception {
        RuleSet set =
                RuleSet.of(1, 0, new RuleSetText("rule plain decline when tx.amount > 5\n", Map.of()), card -> card);

        assertThat(written(set, 1, Score.NONE))
                .isEqualTo(
                        "\"rule\":{\"id\":1,\"name\":\"plain\"},\"reason\":\"plain\",\"scoreAtLeast\":null,\"score\":null");
        assertThat(written(set, 0, new Score(20, 25)))
                .isEqualTo(
                        "\"rule\":null,\"reason\":\"the sum of points reached 20\",\"scoreAtLeast\":20,\"score\":25");
        assertThat(written(set, 0, new Score(20, 0))).endsWith("\"scoreAtLeast\":20,\"score\":null");
        assertThat(written(set, 0, Score.NONE))
                .isEqualTo("\"rule\":null,\"reason\":null,\"scoreAtLeast\":null,\"score\":null");
        assertThat(written(null, 0, Score.NONE))
                .isEqualTo("\"rule\":null,\"reason\":null,\"scoreAtLeast\":null,\"score\":null");
    }
}
