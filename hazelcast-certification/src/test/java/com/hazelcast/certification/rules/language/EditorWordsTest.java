package com.hazelcast.certification.rules.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.model.CalendarPart;
import com.hazelcast.certification.rules.model.Field;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The console's editor completes each name of the language. */
class EditorWordsTest {
    static Stream<String> names() {
        // 'last' is a word of windows there.
        Stream<String> calls = Stream.concat(AggregateReader.CALLS.stream(), Stream.of(SpeedReader.NAME))
                .filter(name -> !name.equals("last"))
                .map(name -> name + ": '");
        Stream<String> values = Stream.of(
                        Arrays.stream(Field.values()).map(Field::label),
                        Arrays.stream(CalendarPart.values()).map(CalendarPart::label),
                        AggregateReader.CARD_VALUES.stream(),
                        SetReader.VALUE_KINDS.stream())
                .flatMap(name -> name)
                .map(name -> "'" + name + "'");
        return Stream.concat(calls, values);
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldBeCompleted(String name) throws IOException {
        try (InputStream in = EditorWordsTest.class.getResourceAsStream("/console/rulesets/rule-language.js")) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).contains(name);
        }
    }
}
