package com.hazelcast.certification.copies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A round has one log, which is on the disk when the test says so. */
@Timeout(30)
class SyncFenceTest {
    private final LinkedBlockingQueue<CompletableFuture<Boolean>> rounds = new LinkedBlockingQueue<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final SyncFence fence = new SyncFence(this::sync);

    private List<Future<Boolean>> sync() {
        CompletableFuture<Boolean> round = new CompletableFuture<>();
        begun.incrementAndGet();
        rounds.add(round);
        return List.of(round);
    }

    @AfterEach
    void close() {
        fence.close();
    }

    private CompletableFuture<Boolean> ask() {
        return fence.isSynced().toCompletableFuture();
    }

    /** The next round that has begun. */
    private CompletableFuture<Boolean> round() throws InterruptedException {
        CompletableFuture<Boolean> round = rounds.poll(20, TimeUnit.SECONDS);
        assertThat(round).as("another round").isNotNull();
        return round;
    }

    private static boolean answer(CompletionStage<Boolean> answer) throws Exception {
        return answer.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void shouldAnswerWithARoundThatBeganAfterItWasAsked() throws Exception {
        CompletableFuture<Boolean> first = ask();
        CompletableFuture<Boolean> firstRound = round();
        CompletableFuture<Boolean> second = ask();
        CompletableFuture<Boolean> third = ask();

        firstRound.complete(true);
        assertThat(answer(first)).isTrue();
        CompletableFuture<Boolean> secondRound = round();

        assertThat(second).isNotDone();
        assertThat(third).isNotDone();
        secondRound.complete(true);
        assertThat(answer(second)).isTrue();
        assertThat(answer(third)).isTrue();
        assertThat(begun).hasValue(2);
    }

    /** Whoever is answered submits its next batch on that thread: others must not wait for that. */
    @Test
    void shouldBeginTheNextRoundBeforeItAnswersThoseOfTheLast() throws Exception {
        CompletableFuture<Boolean> first = ask();
        CompletableFuture<Boolean> firstRound = round();
        CompletableFuture<Integer> roundsWhenAnswered = first.thenApply(isSynced -> begun.get());
        CompletableFuture<Boolean> second = ask();

        firstRound.complete(true);

        assertThat(roundsWhenAnswered.get(20, TimeUnit.SECONDS)).isEqualTo(2);
        round().complete(true);
        assertThat(answer(second)).isTrue();
    }

    @Test
    void shouldBeginTheNextRoundBetweenAnswers() throws Exception {
        CompletableFuture<Boolean> first = ask();
        CompletableFuture<Boolean> firstRound = round();
        CompletableFuture<Boolean> second = ask();
        CompletableFuture<Boolean> askedMeanwhile = new CompletableFuture<>();
        second.thenRun(() -> {
            var unused = ask().thenAccept(askedMeanwhile::complete);
        });
        CompletableFuture<Integer> roundsWhenAnswered = ask().thenApply(isSynced -> begun.get());
        firstRound.complete(true);
        assertThat(answer(first)).isTrue();

        round().complete(true);

        assertThat(roundsWhenAnswered.get(20, TimeUnit.SECONDS)).isEqualTo(3);
        round().complete(true);
        assertThat(answer(askedMeanwhile)).isTrue();
    }

    @Test
    void shouldNotTakeAFailedRoundForSyncedNorTheNextOneForFailed() throws Exception {
        CompletableFuture<Boolean> failed = ask();
        round().completeExceptionally(new IllegalStateException("planted"));
        assertThat(answer(failed)).isFalse();

        CompletableFuture<Boolean> refused = ask();
        round().complete(false);
        assertThat(answer(refused)).isFalse();

        CompletableFuture<Boolean> synced = ask();
        round().complete(true);
        assertThat(answer(synced)).isTrue();
    }

    @Test
    void shouldAnswerWhenARoundCannotBegin() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        try (SyncFence unable = new SyncFence(() -> {
            if (tries.getAndIncrement() == 0) {
                throw new AssertionError("planted");
            }
            return List.of(CompletableFuture.completedFuture(true));
        })) {
            assertThat(answer(unable.isSynced())).isFalse();
            assertThat(answer(unable.isSynced())).isTrue();
        }
    }
}
