package com.hazelcast.certification.systemtests.kafka;

import static com.hazelcast.certification.systemtests.LongTest.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each fault of members and brokers of Kafka is fired once; {@code system-tests/run kafka} fires them often. */
@Tag("process")
@Tag(LONG)
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class KafkaFaultsIT {
    @TempDir
    private Path folder;

    @Test
    void shouldGiveThePaymentsTheVerdictsOfAnUndisturbedClusterOneToOne() throws Exception {
        Map<KafkaFault, Integer> faults = new EnumMap<>(KafkaFault.class);
        for (KafkaFault fault : KafkaFault.values()) {
            faults.put(fault, 1);
        }
        KafkaSettings settings =
                new KafkaSettings(300_000, 1_000, faults, Duration.ofSeconds(15), "384m", System.nanoTime());
        KafkaOutcome outcome = KafkaFaults.run(settings, folder);
        assertThat(outcome.disturbed().withRule()).isPositive();
        assertThat(outcome.isGood()).as(settings + " " + outcome).isTrue();
    }
}
