package com.hazelcast.certification.api.cards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.map.IMap;
import java.lang.reflect.Proxy;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When cards count as open: an owner whose answers are scripted, and whose last answer stays. */
@Timeout(60)
class ShardOpeningTest {
    private static final long VIEW = 7;
    private static final long[] CARDS = {1, 2};
    private static final byte[] OPENED = {OpenCards.OPENED, OpenCards.KNOWN};
    private static final byte[] KNOWN = {OpenCards.KNOWN, OpenCards.KNOWN};

    private final Queue<CompletableFuture<byte[]>> script = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger confirmations = new AtomicInteger();

    /** As of a shard whose backup has nowhere to be. */
    private final CompletableFuture<Void> never = new CompletableFuture<>();

    private volatile long viewOfOwner = VIEW;

    private final CopyGuard guard = new CopyGuard() {
        @Override
        public CompletionStage<Void> confirmed(int shard) {
            confirmations.incrementAndGet();
            return never;
        }

        @Override
        public CompletionStage<Boolean> isStillSeen(int shard, long view) {
            return CompletableFuture.completedFuture(view == viewOfOwner);
        }

        @Override
        public boolean isBackupHere(int shard, byte[] batchAnswer) {
            return false;
        }
    };

    @SuppressWarnings("unchecked") // a proxy of a type with parameters
    private final IMap<Integer, HistoryShard> map = (IMap<Integer, HistoryShard>) Proxy.newProxyInstance(
            ShardOpeningTest.class.getClassLoader(), new Class<?>[] {IMap.class}, (proxy, method, arguments) -> {
                if (!method.getName().equals("submitToKey")) {
                    throw new UnsupportedOperationException(method.toString());
                }
                calls.incrementAndGet();
                return (script.size() > 1 ? script.remove() : script.element()).copy();
            });

    private void answers(byte[] openings, OpeningAnswer.State state) {
        script.add(CompletableFuture.completedFuture(OpeningAnswer.of(openings, state, VIEW)));
    }

    private ShardOpening opening(boolean isStrict) {
        return new ShardOpening(map, 0, 0, CARDS, guard, isStrict);
    }

    private byte[] opened() {
        return opening(true).within(30_000).join();
    }

    @Test
    void shouldOpenWhatTheOwnerHasConfirmedAndStillSees() {
        answers(OPENED, OpeningAnswer.State.CONFIRMED);

        assertThat(opened()).startsWith(OPENED);

        assertThat(calls).hasValue(1);
    }

    @Test
    void shouldOpenAgainUntilAllCopiesAreConfirmedAndSayThatItHasOpenedThem() {
        answers(OPENED, OpeningAnswer.State.UNCONFIRMED);
        answers(KNOWN, OpeningAnswer.State.UNCONFIRMED);
        answers(KNOWN, OpeningAnswer.State.CONFIRMED);

        assertThat(opened()).startsWith(OPENED);

        assertThat(calls).hasValue(3);
        assertThat(confirmations).as("copies are to be counted").hasValue(2);
    }

    @Test
    void shouldOpenAgainWhenTheCallFails() {
        script.add(CompletableFuture.failedFuture(new IllegalStateException("planted: the owner has left")));
        answers(OPENED, OpeningAnswer.State.CONFIRMED);

        assertThat(opened()).startsWith(OPENED);
    }

    /** Its copies were confirmed before, and a backup may have been left out since. */
    @Test
    void shouldOpenNothingOfWhichTheOwnerSeesOtherMembersAfterwards() {
        answers(OPENED, OpeningAnswer.State.CONFIRMED);
        viewOfOwner = VIEW + 1;

        assertThatThrownBy(() -> opening(true).within(10).join()).hasCauseInstanceOf(TimeoutException.class);
    }

    /** What waited on that stage would stay until the shard is confirmed, however long that takes. */
    @Test
    void shouldLeaveNothingBehindOfCardsThatAreNotConfirmedInTime() {
        answers(OPENED, OpeningAnswer.State.UNCONFIRMED);

        assertThatThrownBy(() -> opening(true).within(10).join()).hasCauseInstanceOf(TimeoutException.class);

        assertThat(never.getNumberOfDependents()).isZero();
    }

    @Test
    void shouldWaitForNoCopiesWhereAnswersAreFast() {
        answers(OPENED, OpeningAnswer.State.UNCONFIRMED);

        assertThat(opening(false).within(30_000).join()).startsWith(OPENED);

        assertThat(confirmations).hasValue(0);
    }

    @Test
    void shouldWaitForNothingWhenNoCardIsOpenOrTheOwnerIsOfAReleaseBefore() {
        byte[] full = {OpenCards.MEMORY_FULL, OpenCards.MEMORY_FULL};
        script.add(CompletableFuture.completedFuture(
                OpeningAnswer.of(full, OpeningAnswer.State.SETTLED, MembersView.NONE)));
        assertThat(opened()).startsWith(full);

        script.clear();
        script.add(CompletableFuture.completedFuture(KNOWN.clone()));
        assertThat(opened()).isEqualTo(KNOWN);

        script.clear();
        script.add(CompletableFuture.completedFuture(null));
        assertThat(opened()).isNull();
    }
}
