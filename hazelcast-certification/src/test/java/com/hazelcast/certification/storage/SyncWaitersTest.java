package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.storage.SyncWaiters.Waiting;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Who is answered after a sync, and who after a loss. */
class SyncWaitersTest {
    private final SyncWaiters waiters = new SyncWaiters();

    @Test
    void shouldReturnThoseWhoseRecordsAreWrittenAndKeepTheOthers() {
        CompletableFuture<Void> first = waiters.add(1);
        CompletableFuture<Void> second = waiters.add(2);
        CompletableFuture<Void> third = waiters.add(3);

        List<Waiting> written = waiters.upTo(2);

        assertThat(written).extracting(Waiting::done).containsExactly(first, second);
        waiters.remove(written);
        assertThat(waiters.upTo(3)).extracting(Waiting::done).containsExactly(third);
    }

    @Test
    void shouldKeepWhoeverHasComeDuringASync() {
        waiters.add(1);
        List<Waiting> asked = waiters.upTo(1);
        waiters.add(1);

        waiters.remove(asked);

        assertThat(waiters.isEmpty()).isFalse();
    }

    @Test
    void shouldReturnAllAfterALossAlsoThoseWhoseRecordsAreNotWritten() {
        waiters.add(1);
        waiters.add(9);

        assertThat(waiters.lose(new IOException("planted"))).hasSize(2);
        assertThat(waiters.isEmpty()).isTrue();
    }

    @Test
    void shouldSyncNothingFromALossOnUntilItIsOver() {
        assertThatCode(waiters::requireNoLoss).doesNotThrowAnyException();
        IOException why = new IOException("planted");
        waiters.lose(why);

        assertThat(waiters.loss()).containsSame(why);
        assertThatThrownBy(waiters::requireNoLoss)
                .isInstanceOf(IOException.class)
                .hasCause(why);

        waiters.endLoss();
        assertThat(waiters.loss()).isEmpty();
        assertThatCode(waiters::requireNoLoss).doesNotThrowAnyException();
    }
}
