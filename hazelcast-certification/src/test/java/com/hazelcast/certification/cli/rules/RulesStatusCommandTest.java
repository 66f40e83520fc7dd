package com.hazelcast.certification.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.live.BreakerLimits;
import org.junit.jupiter.api.Test;

class RulesStatusCommandTest {
    @Test
    void shouldNotPromiseASetBeforeWhereThereIsNone() {
        BreakerLimits limits = new BreakerLimits(30, 0, 3, false);
        assertThat(RulesStatusCommand.breaker(limits, true)).endsWith("the set before decides again");
        assertThat(RulesStatusCommand.breaker(limits, false))
                .endsWith("only a canary ends: there is no set before to go back to");
        assertThat(RulesStatusCommand.breaker(new BreakerLimits(30, 0, 3, true), false))
                .endsWith("nothing is declined any more");
    }
}
