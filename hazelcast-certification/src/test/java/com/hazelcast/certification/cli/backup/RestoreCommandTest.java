package com.hazelcast.certification.cli.backup;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.kafka.StartFrom;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RestoreCommandTest {
    @Test
    void shouldNameTheTimeFromWhichPaymentsOfKafkaAreReadAgain() {
        Instant taken = Instant.parse("2026-11-25T08:00:00.123Z");
        String said = RestoreCommand.taken(taken.toEpochMilli());
        assertThat(said)
                .isEqualTo("taken at 2026-11-25T08:00:00.123Z: what was answered since is not in it."
                        + " Payments of Kafka, before 'ctl start': ./fraud ctl kafka seek --to 2026-11-25T08:00:00.123Z"
                        + " (or, by as much as Kafka was behind then, earlier; the topic of labels too, with --topic)");
        String command = said.substring(said.indexOf("--to ") + "--to ".length(), said.indexOf(" (or"));
        assertThat(StartFrom.ofSeek("to", command)).isEqualTo(new StartFrom(StartFrom.Kind.TIME, taken.toEpochMilli()));
    }
}
