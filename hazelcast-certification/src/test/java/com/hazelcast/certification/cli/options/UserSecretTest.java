package com.hazelcast.certification.cli.options;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserSecretTest {
    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"correct horse ü", "correct horse ü\n", "correct horse ü\r\n"})
    void shouldReadALine(String input) {
        assertThat(UserSecret.line(text(input))).isEqualTo("correct horse ü");
    }

    @Test
    void shouldLeaveWhatStandsBehindIt() throws IOException {
        InputStream in = text("a secret\nthe rest\n");
        assertThat(UserSecret.line(in)).isEqualTo("a secret");
        assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("the rest\n");
    }
}
