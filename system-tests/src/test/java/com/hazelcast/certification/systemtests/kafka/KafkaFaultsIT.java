package com.hazelcast.certification.systemtests.kafka;

import static com.hazelcast.certification.systemtests.LongTest.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Members and brokers of Kafka are killed, each once; {@code system-tests/run kafka} kills them often. */
@Tag("process")
@Tag(LONG)
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class KafkaFaultsIT {
    @TempDir
    private Path folder;

    @Test
    void shouldGiveThePaymentsTheVerdictsOfAnUndisturbedClusterOneToOne() throws Exception {
        KafkaFaults.Settings settings = new KafkaFaults.Settings(60_000, 2_000, 1, 1, 1, "384m", System.nanoTime());
        KafkaFaults.Outcome outcome = KafkaFaults.run(settings, folder);
        assertThat(outcome.disturbed().withRule()).isPositive();
        assertThat(outcome.isGood()).as(settings + " " + outcome).isTrue();
    }
}
