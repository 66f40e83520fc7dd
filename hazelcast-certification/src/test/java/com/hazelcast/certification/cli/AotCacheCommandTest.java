package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AotCacheCommandTest {
    @Test
    void shouldRefuseAJdkThatMakesNoCache() {
        assertThatThrownBy(() -> AotCacheCommand.requireCacheIn(24))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(
                        "needs Java 25 or later, and this is Java 24 (" + System.getProperty("java.home"));
        assertThatCode(() -> AotCacheCommand.requireCacheIn(25)).doesNotThrowAnyException();
    }
}
