package com.hazelcast.certification.systemtests.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KafkaOutcomeTest {
    @Test
    void shouldHaveACellForEachColumnOfTheTable() throws Exception {
        List<String> lines = Files.readAllLines(Path.of("../TEST_RESULTS.md"));
        String head = lines.get(lines.indexOf("<!-- faults: kafka -->") + 1);
        KafkaSettings settings = new KafkaSettings(0, 50, Map.of(), Duration.ofSeconds(90), "1g", 7);
        KafkaComparison nothing = new KafkaComparison("none");
        KafkaOutcome.Histories none = new KafkaOutcome.Histories(0, 0);

        String figures = new KafkaOutcome(settings, 0, nothing, none, 0, none).figures();

        // Before them stand fault and commit, behind them command, date and machine.
        assertThat(figures.split("\\|")).hasSize(head.split("\\|").length - 5);
        assertThat(figures).isEqualTo("| 0 of 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | equal |");
    }
}
