package com.hazelcast.certification.bench.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MemberGaugeTest {
    private static final String METRICS = """
            # HELP fraud_shards_held Shards
            # TYPE fraud_shards_held gauge
            fraud_shards_held 3.0
            fraud_shards_held_before 5.0
            """;

    @Test
    void shouldReadTheGaugeOfThatName() throws IOException {
        assertThat(MemberGauge.value(METRICS, "fraud_shards_held")).isEqualTo(3);
    }

    @Test
    void shouldNotTakeAGaugeThatIsMissingForZero() {
        assertThatThrownBy(() -> MemberGauge.value(METRICS, "fraud_shards"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("fraud_shards");
    }
}
