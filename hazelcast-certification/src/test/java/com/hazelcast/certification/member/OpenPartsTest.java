package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is closed, in which order, and which failure is reported. */
class OpenPartsTest {
    private final List<String> closed = new ArrayList<>();
    private final OpenParts parts = new OpenParts();

    private void open(MemberPart part, String name) {
        assertThat(parts.open(part, () -> name, closed::add)).isEqualTo(name);
    }

    private RuntimeException openFailing(MemberPart part, String name) {
        RuntimeException failure = new IllegalStateException(name);
        var unused = parts.open(part, () -> name, opened -> {
            closed.add(opened);
            throw failure;
        });
        return failure;
    }

    @Test
    void shouldCloseTheLastFirst() {
        open(MemberPart.HAZELCAST, "a");
        open(MemberPart.COPIES, "b");
        open(MemberPart.CONSOLE, "c");

        parts.close();

        assertThat(closed).containsExactly("c", "b", "a");
    }

    @Test
    void shouldCloseEachPartOnceThoughOneIsClosedBeforeItsTurn() {
        open(MemberPart.HAZELCAST, "a");
        open(MemberPart.COPIES, "b");
        open(MemberPart.CONSOLE, "c");

        parts.close(MemberPart.COPIES);
        parts.close(MemberPart.COPIES);
        parts.close();
        parts.close();

        assertThat(closed).containsExactly("b", "c", "a");
    }

    @Test
    void shouldReportTheFailureOfTheStartAndSuppressThoseOfClosing() {
        openFailing(MemberPart.HAZELCAST, "a");
        open(MemberPart.COPIES, "b");
        openFailing(MemberPart.CONSOLE, "c");
        RuntimeException first = new IllegalArgumentException("the start");

        RuntimeException reported = parts.unwind(first);

        assertThat(reported).isSameAs(first);
        assertThat(reported.getSuppressed()).extracting(Throwable::getMessage).containsExactly("c", "a");
        assertThat(closed).containsExactly("c", "b", "a");
    }

    @Test
    void shouldThrowTheFirstFailureOfClosingAfterAllIsClosed() {
        RuntimeException later = openFailing(MemberPart.HAZELCAST, "a");
        open(MemberPart.COPIES, "b");
        RuntimeException first = openFailing(MemberPart.CONSOLE, "c");

        assertThatThrownBy(parts::close)
                .isSameAs(first)
                .satisfies(failure -> assertThat(failure.getSuppressed()).containsExactly(later));
        assertThat(closed).containsExactly("c", "b", "a");
    }

    @Test
    void shouldCloseTheOthersWhenClosingOneIsAnError() {
        open(MemberPart.HAZELCAST, "a");
        Error error = new NoClassDefFoundError("b");
        var unused = parts.open(MemberPart.READERS, () -> "b", opened -> {
            throw error;
        });

        assertThatThrownBy(parts::close).isSameAs(error);
        assertThat(closed).containsExactly("a");
    }

    @Test
    void shouldSayAtWhichStepAnErrorCameWhenAllIsClosed() {
        open(MemberPart.HAZELCAST, "a");
        RuntimeException later = openFailing(MemberPart.COPIES, "b");
        Error error = new OutOfMemoryError("unable to create native thread");

        RuntimeException reported = parts.unwind(error);

        assertThat(reported)
                .hasMessageContaining("step=COPIES error=java.lang.OutOfMemoryError: unable to create native thread")
                .hasCause(error);
        assertThat(error.getSuppressed()).containsExactly(later);
        assertThat(closed).containsExactly("b", "a");
    }

    @Test
    void shouldCloseTheOthersWhenClosingOneIsInterrupted() {
        open(MemberPart.HAZELCAST, "a");
        var unused = parts.open(MemberPart.READERS, () -> "b", opened -> {
            throw new InterruptedException();
        });

        parts.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(closed).containsExactly("a");
    }

    @Test
    void shouldOpenNothingWhenTheStepFails() {
        assertThatThrownBy(() -> parts.open(
                        MemberPart.HAZELCAST,
                        () -> {
                            throw new IllegalStateException("no port");
                        },
                        opened -> closed.add("a")))
                .hasMessage("no port");

        parts.close();

        assertThat(closed).isEmpty();
    }
}
