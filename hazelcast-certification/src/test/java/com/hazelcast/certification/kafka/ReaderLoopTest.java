package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.kafka.records.OutputForm;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions of a reader follow each other whatever ends them. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ReaderLoopTest {
    private final ReaderLoop loop = new ReaderLoop(
            "Kafka", VerdictTransactionTest.settings(OutputForm.COMPACT), new VerdictTransactionTest.UnreadMeter());

    @Test
    void shouldBeginAnewAfterAnErrorAndSayIt() {
        List<Error> errors = List.of(
                new StackOverflowError("planted"),
                new NoClassDefFoundError("planted"),
                new AssertionError("planted"),
                // The last: JUnit itself ends at one that a test lets through.
                new OutOfMemoryError("planted"));
        AtomicInteger begun = new AtomicInteger();
        List<String> said = new ArrayList<>();
        loop.run(() -> {
            int session = begun.getAndIncrement();
            loop.waiting().ifPresent(waiting -> said.addAll(waiting.waitsFor()));
            if (session == errors.size()) {
                loop.finish();
                return;
            }
            throw errors.get(session);
        });
        assertThat(begun).hasValue(errors.size() + 1);
        assertThat(said)
                .contains(
                        "OutOfMemoryError: planted",
                        "StackOverflowError: planted",
                        "NoClassDefFoundError: planted",
                        "AssertionError: planted");
    }
}
