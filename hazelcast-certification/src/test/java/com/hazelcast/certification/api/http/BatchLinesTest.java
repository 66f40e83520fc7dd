package com.hazelcast.certification.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which lines a batch has. */
class BatchLinesTest {
    private static List<String> lines(String body) {
        return BatchCall.lines(body.getBytes(StandardCharsets.UTF_8)).stream()
                .map(line -> body.substring(line[0], line[1]))
                .toList();
    }

    /** As programs of other systems end their last line, and some files. */
    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\r\n", "\n\n", "\r\n\r\n\n"})
    void shouldBeginNoLineAtTheEnd(String end) {
        assertThat(lines("{1}\n{2}" + end)).containsExactly("{1}", "{2}");
    }

    /** Or the numbers of all behind it would be others than those of the caller. */
    @Test
    void shouldCountAnEmptyLineBetweenOthers() {
        assertThat(lines("\n{2}\n\n{4}\n")).containsExactly("", "{2}", "", "{4}");
    }

    @Test
    void shouldHaveNoLineWithoutAnything() {
        assertThat(lines("")).isEmpty();
        assertThat(lines("\r\n\n")).isEmpty();
    }

    @Test
    void shouldFindNoMoreThanOneTooMany() {
        assertThat(lines("{}\n".repeat(BatchCall.LINES_MAX) + "\n")).hasSize(BatchCall.LINES_MAX);
        assertThat(lines("{}\n".repeat(BatchCall.LINES_MAX) + "\n{}")).hasSize(BatchCall.LINES_MAX + 1);
    }
}
