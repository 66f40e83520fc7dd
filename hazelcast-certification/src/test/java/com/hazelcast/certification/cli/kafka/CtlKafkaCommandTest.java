package com.hazelcast.certification.cli.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.kafka.KafkaSeek;
import com.hazelcast.certification.kafka.StartFrom;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CtlKafkaCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private int print(StartFrom to) {
        return CtlKafkaCommand.print(
                new PrintStream(out, true, UTF_8),
                new KafkaSeek("in", -1, to),
                List.of(
                        new KafkaSeek.Result(Map.of("in-0", 400_000L, "in-1", 395_000L), Map.of("in", 3), null),
                        new KafkaSeek.Result(Map.of("in-2", 410_000L), Map.of("in", 3), null)));
    }

    @Test
    void shouldSayWhichPartitionsDoNotHaveTheOffset() {
        assertThat(print(new StartFrom(StartFrom.Kind.OFFSET, 400_000))).isZero();
        assertThat(out.toString(UTF_8).lines())
                .containsExactly(
                        "in-0 is read from offset 400000",
                        "in-1 is read from offset 395000, its end: it has no offset 400000",
                        "in-2 is read from offset 410000, its first record: it has no offset 400000");
    }

    @Test
    void shouldSayTheOffsetsOfAnotherPlace() {
        assertThat(print(StartFrom.EARLIEST)).isZero();
        assertThat(out.toString(UTF_8).lines())
                .containsExactly(
                        "in-0 is read from offset 400000",
                        "in-1 is read from offset 395000",
                        "in-2 is read from offset 410000");
    }

    @Test
    void shouldGiveTheReasonWhenNoMemberCouldSetThePositions() {
        PrintStream nowhere = new PrintStream(out, true, UTF_8);
        KafkaSeek seek = new KafkaSeek("", -1, StartFrom.EARLIEST);
        KafkaSeek.Result refused = KafkaSeek.Result.refused("a reader is in the group");
        assertThatThrownBy(() -> CtlKafkaCommand.print(nowhere, seek, List.of(KafkaSeek.Result.NONE, refused)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a reader is in the group");
        assertThat(CtlKafkaCommand.print(
                        nowhere,
                        seek,
                        List.of(refused, new KafkaSeek.Result(Map.of("in-0", 1L), Map.of("in", 1), null))))
                .as("that reader is another member's")
                .isZero();
    }
}
