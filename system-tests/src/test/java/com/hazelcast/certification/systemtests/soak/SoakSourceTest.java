package com.hazelcast.certification.systemtests.soak;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Clock;
import org.junit.jupiter.api.Test;

/** A source that nobody reads. */
class SoakSourceTest {
    @Test
    void shouldSayThatItHasEnded() throws IOException {
        SoakSource source = new SoakSource(1_000, 1, Clock.systemUTC());
        source.start();
        assertThatCode(source::requireRunning).doesNotThrowAnyException();

        source.close();

        assertThatThrownBy(source::requireRunning)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the source has ended before its time");
    }
}
