package com.hazelcast.certification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RulesSwitchBenchTest {
    @ParameterizedTest
    @ValueSource(strings = {"certification", "starter"})
    void shouldTakeTurnsBetweenTwoSetsWithOneRuleMore(String name) throws Exception {
        RuleSetText rules = RuleSetText.shipped(name).orElseThrow();

        RuleSetText first = RulesSwitchBench.changed(rules, 1);
        RuleSetText second = RulesSwitchBench.changed(rules, 2);

        RuleSetDefinition read = first.read();
        assertThat(read.rules()).hasSize(rules.read().rules().size() + 1);
        assertThat(second.read().rules()).hasSameSizeAs(read.rules());
        assertThat(second.text()).isNotEqualTo(first.text());
        assertThat(RulesSwitchBench.changed(rules, 3)).isEqualTo(first);
    }
}
