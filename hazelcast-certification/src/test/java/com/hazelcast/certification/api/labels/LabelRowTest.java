package com.hazelcast.certification.api.labels;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelRowTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "4000220000112333",
                "4000 2200 0011 2333",
                "4000_2200_0011_2333",
                "4000.2200.0011.2333",
                "4000/2200/0011/2333",
                "4000\u00a02200\u00a00011\u00a02333",
                "4 0 0 0_2 2 0 0_0 0 1 1_2 3 3 3"
            })
    void shouldMaskACardWhateverStandsBetweenItsDigits(String card) {
        LabelRow row = LabelRow.of(JsonNodeFactory.instance
                .objectNode()
                .put("card", card)
                .put("reference", "order-1")
                .put("label", "fraud"));

        assertThat(String.valueOf(row.card()).replaceAll("[^0-9*]", ""))
                .doesNotContain("2200")
                .doesNotContain("0011");
    }
}
