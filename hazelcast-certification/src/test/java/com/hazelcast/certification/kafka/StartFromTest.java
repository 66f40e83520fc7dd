package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StartFromTest {
    @Test
    void shouldReadEachWayToNameAPlace() {
        assertThat(StartFrom.of("kafka-from", "earliest")).isEqualTo(StartFrom.EARLIEST);
        assertThat(StartFrom.of("kafka-from", "latest")).isEqualTo(new StartFrom(StartFrom.Kind.LATEST, 0));
        assertThat(StartFrom.of("kafka-from", "1970-01-01T00:00:01Z"))
                .isEqualTo(new StartFrom(StartFrom.Kind.TIME, 1_000));
        assertThat(StartFrom.ofSeek("to", "42")).isEqualTo(new StartFrom(StartFrom.Kind.OFFSET, 42));
        assertThat(StartFrom.ofSeek("to", "latest")).isEqualTo(new StartFrom(StartFrom.Kind.LATEST, 0));
    }

    @Test
    void shouldNameTheKeyAndTheValueOfWhatIsNoPlace() {
        // An offset is a place of one partition, so it is none for all that a group has not read yet.
        for (String wrong : new String[] {"42", "yesterday", "", "2026-11-25", "+1000000000-01-01T00:00:00Z"}) {
            assertThatThrownBy(() -> StartFrom.of("kafka-from", wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "kafka-from must be earliest, latest or a time such as 2026-11-25T08:00:00Z: kafka-from="
                                    + wrong);
        }
    }

    @Test
    void shouldRefuseATimeThatKafkaDoesNotTake() {
        assertThat(StartFrom.of("to", "1970-01-01T00:00:00Z").value()).isZero();
        assertThatThrownBy(() -> StartFrom.ofSeek("to", "1969-12-31T23:59:59.999Z"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "to is a time before 1970, which no record has; give earliest for the first record: to=1969-12-31T23:59:59.999Z");
    }
}
