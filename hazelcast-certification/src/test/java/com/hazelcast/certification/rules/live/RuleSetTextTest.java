package com.hazelcast.certification.rules.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A set as members keep it. */
class RuleSetTextTest {
    /** Whoever sends a set to the API sends what a spreadsheet or an editor has written. */
    @Test
    void shouldKeepTextAndListsWithoutByteOrderMarks() throws Exception {
        RuleSetText sent = new RuleSetText(
                "\uFEFFlist l of merchant from 'l.csv'\nrule a decline when tx.merchant in @l\n",
                Map.of("l.csv", "\uFEFF5411\n"));

        assertThat(sent.text()).startsWith("list l");
        assertThat(sent.files()).isEqualTo(Map.of("l.csv", "5411\n"));
        assertThat(sent.read().rules()).hasSize(1);
    }
}
