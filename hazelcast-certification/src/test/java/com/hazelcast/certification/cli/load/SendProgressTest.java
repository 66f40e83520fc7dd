package com.hazelcast.certification.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class SendProgressTest {
    private final StringWriter err = new StringWriter();
    private final SendProgress progress = new SendProgress(new PrintWriter(err, true), false);

    @Test
    void shouldShowBytesOfAllMembers() {
        assertThat(SendProgress.text(12_000_000, 48_000_000, 2))
                .isEqualTo("sent 12,000,000 of 48,000,000 bytes to the members (6.0 MB/s)");
        assertThat(SendProgress.text(0, 0, 2)).isEqualTo("the members have all files already");
    }

    @Test
    void shouldShowTheEndAlsoWhenItWasStopped() {
        progress.sent(1, 2);
        progress.end();

        assertThat(err.toString()).startsWith("sent 1 of 2 bytes").endsWith(System.lineSeparator());
    }

    @Test
    void shouldShowNothingWhenNoMemberHasTakenAnything() {
        progress.end();

        assertThat(err.toString()).isEmpty();
    }
}
