package com.hazelcast.certification.api.reads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class OpenQuestionsTest {
    private static final UUID SILENT = new UUID(0, 1);
    private static final UUID OTHER = new UUID(0, 2);

    private final OpenQuestions open = new OpenQuestions();

    @Test
    void shouldBoundTheQuestionsToASilentMemberAndNoOthers() {
        for (int i = 0; i < OpenQuestions.EACH_MAX; i++) {
            assertThat(open.enter(SILENT)).isTrue();
        }
        assertThat(open.enter(SILENT)).isFalse();
        assertThat(open.enter(OTHER)).isTrue();

        open.leave(SILENT);
        assertThat(open.enter(SILENT)).as("the place of one that was answered").isTrue();
        assertThat(open.enter(SILENT)).isFalse();
    }

    @Test
    void shouldForgetAMemberThatHasLeft() {
        assertThat(open.enter(SILENT)).isTrue();
        open.forget(SILENT);

        open.leave(SILENT);
        assertThat(open.enter(SILENT)).isTrue();
    }
}
