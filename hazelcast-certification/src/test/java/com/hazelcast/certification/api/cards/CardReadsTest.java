package com.hazelcast.certification.api.cards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** How the histories that are asked for in one pass are read. */
class CardReadsTest {
    private static final int SHARDS = 3;

    private final Queue<Runnable> whenPassEnds = new ArrayDeque<>();
    private final List<Call> calls = new ArrayList<>();
    private final CardReads reads = new CardReads(SHARDS, whenPassEnds::add, (shard, cards) -> {
        Call call = new Call(shard, cards, new CompletableFuture<>());
        calls.add(call);
        return call.answer;
    });

    private record Call(int shard, long[] cards, CompletableFuture<byte[]> answer) {
        /** The history of a card is as many bytes as its number says. */
        void answerAll() {
            ByteBuffer all = ByteBuffer.allocate(10_000);
            for (long card : cards) {
                if (cards.length > 1) {
                    all.putInt((int) card);
                }
                all.put(new byte[(int) card]);
            }
            byte[] bytes = new byte[all.position()];
            all.flip().get(bytes);
            answer.complete(bytes);
        }
    }

    @Test
    void shouldReadInOneCallAShardWhatAPassAsksFor() {
        List<CompletableFuture<byte[]>> histories = new ArrayList<>();
        for (int card = 0; card < 9; card++) {
            histories.add(reads.read(card % 2, card));
        }
        assertThat(calls).as("the pass has not ended").isEmpty();
        assertThat(whenPassEnds).as("one task a pass").hasSize(1);

        whenPassEnds.remove().run();
        assertThat(calls).extracting(Call::shard).containsExactly(0, 1);
        calls.forEach(Call::answerAll);
        for (int card = 0; card < 9; card++) {
            assertThat(histories.get(card)).isCompletedWithValueMatching(matching(card));
        }
    }

    @Test
    void shouldCollectNothingWhenItsThreadTakesNoTask() {
        AtomicBoolean isClosed = new AtomicBoolean(true);
        CardReads refused = new CardReads(
                SHARDS,
                task -> {
                    if (isClosed.get()) {
                        throw new RejectedExecutionException("planted: the thread takes no task");
                    }
                    whenPassEnds.add(task);
                },
                (shard, cards) -> CompletableFuture.completedFuture(new byte[cards.length]));
        assertThatThrownBy(() -> refused.read(1, 7)).isInstanceOf(RejectedExecutionException.class);
        isClosed.set(false);

        CompletableFuture<byte[]> history = refused.read(1, 7);
        whenPassEnds.remove().run();

        assertThat(history).as("of one card alone").isCompletedWithValueMatching(bytes -> bytes.length == 1);
    }

    private static Predicate<byte[]> matching(int card) {
        return history -> history.length == card;
    }

    @Test
    void shouldReadASingleCardAsItIs() {
        CompletableFuture<byte[]> history = reads.read(2, 7);
        whenPassEnds.remove().run();
        calls.forEach(Call::answerAll);
        assertThat(history).isCompletedWithValueMatching(matching(7));
        assertThat(reads.read(2, 8)).as("of the next pass").isNotDone();
        assertThat(whenPassEnds).hasSize(1);
    }

    @Test
    void shouldAskForNoMoreCardsAtOnceThanMayBe() {
        List<CompletableFuture<byte[]>> histories = new ArrayList<>();
        for (int card = 0; card <= CardReads.CARDS_PER_CALL; card++) {
            histories.add(reads.read(1, card));
        }
        whenPassEnds.remove().run();
        assertThat(calls).extracting(call -> call.cards.length).containsExactly(CardReads.CARDS_PER_CALL, 1);
        calls.forEach(Call::answerAll);
        assertThat(histories).allMatch(CompletableFuture::isDone);
    }

    @Test
    void shouldReportAShardThatIsNotThereAndOneThatDoesNotAnswer() {
        List<CompletableFuture<byte[]>> absent = List.of(reads.read(0, 1), reads.read(0, 2));
        List<CompletableFuture<byte[]>> silent = List.of(reads.read(1, 3), reads.read(1, 4));
        whenPassEnds.remove().run();
        calls.get(0).answer.complete(null);
        calls.get(1).answer.completeExceptionally(new IllegalStateException("planted: no answer"));
        assertThat(absent).allSatisfy(history -> assertThat(history).isCompletedWithValue(null));
        assertThat(silent).allMatch(CompletableFuture::isCompletedExceptionally);
    }
}
