package com.hazelcast.certification.api.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.util.Map;
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
}
