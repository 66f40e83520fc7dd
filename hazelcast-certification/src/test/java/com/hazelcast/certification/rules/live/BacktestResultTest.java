package com.hazelcast.certification.rules.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class BacktestResultTest {
    /** Books keep results for as long as their sets. */
    @Test
    void shouldReadAResultOfABookThatHadNoCurrency() throws IOException {
        BacktestResult found = new ObjectMapper().readValue("""
                {"against":1,"fromMs":1,"toMs":2,"sample":0.01,"cards":1000,"cardsChanged":10,"cardsChangedShare":0.01,"cardsChangedBound":0.004,
                 "transactions":9000,"changed":10,"units":1000,"changedUnits":10,"moves":[]}
                """, BacktestResult.class);
        assertThat(found.currency()).isEmpty();
        assertThat(found.changedUnitsBound()).isZero();
        assertThat(found.changedUnitsPartMax(1)).isEqualTo(0.01);
    }
}
