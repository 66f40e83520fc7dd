package com.hazelcast.certification.routing;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.routing.MemberMessages.Group;
import com.hazelcast.certification.routing.ScriptedMembers.Message;
import com.hazelcast.certification.routing.ScriptedShards.Call;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.core.MemberLeftException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Batches for other members' shards share messages; owners and members answer when a test says so. */
@Timeout(60)
class MemberMessagesTest {
    private static final int SHARDS = 12;
    private static final int LIMIT = 512;
    private static final UUID ONE = new UUID(0, 1);
    private static final UUID OTHER = new UUID(0, 2);

    private final ScriptedShards shards = new ScriptedShards();
    private final ScriptedMembers members = new ScriptedMembers();
    private final FakeOwner meter = new FakeOwner(LIMIT, card -> false, IllegalStateException::new);
    private final Router router =
            new Router(SHARDS, shards, members, LatencyBudget.none(), LIMIT, Acks.STRICT, new NoGuard(), meter);
    private final List<AnswersByOrder> answers =
            IntStream.range(0, SHARDS).mapToObj(shard -> new AnswersByOrder()).toList();

    /** Answers of messages need no later look, and those of the scripted owners have no view. */
    private static final class NoGuard implements CopyGuard {
        @Override
        public CompletionStage<Void> confirmed(int shard) {
            throw new AssertionError("asked for the copies of shard " + shard);
        }

        @Override
        public CompletionStage<Boolean> isStillSeen(int shard, long view) {
            return CompletableFuture.completedFuture(true);
        }
    }

    /** Shards 0 to 3 are this member's, 4 to 7 of one other and the rest of another. */
    @BeforeEach
    void setOwners() {
        for (int shard = 4; shard < SHARDS; shard++) {
            members.owners.put(shard, shard < 8 ? ONE : OTHER);
        }
    }

    @AfterEach
    void close() {
        router.close();
    }

    private void offer(int shard, int firstCard, int count) {
        router.offer(
                shard, AnswersByOrder.transactions(firstCard, count), 0, count, answers.get(shard), System.nanoTime());
    }

    private void offerToAll(int count) {
        for (int shard = 0; shard < SHARDS; shard++) {
            offer(shard, 0, count);
        }
        router.leave();
    }

    private static List<Byte> inOrder(int count) {
        return IntStream.range(0, count)
                .mapToObj(card -> Answer.scored(card % 50))
                .toList();
    }

    @Test
    void shouldSendOneMessageToEachMemberAndCallItsOwnShards() throws InterruptedException {
        offerToAll(3);

        List<Message> sent = List.of(members.next(), members.next());
        assertThat(sent).extracting(Message::member).containsExactlyInAnyOrder(ONE, OTHER);
        assertThat(sent).allSatisfy(message -> assertThat(message.groups()).hasSize(4));
        assertThat(router.messageCount()).isEqualTo(2);
        for (int shard = 0; shard < 4; shard++) {
            assertThat(shards.next().shard()).isLessThan(4);
        }
        assertThat(shards.isIdle()).isTrue();
        assertThat(router.callCount()).isEqualTo(SHARDS);
        sent.forEach(message -> message.answer(shard -> true));
        for (int shard = 4; shard < SHARDS; shard++) {
            answers.get(shard).await(3);
            assertThat(answers.get(shard).answers).isEqualTo(inOrder(3));
        }
        assertThat(router.callCount()).isEqualTo(4);
    }

    @Test
    void shouldCallTheOwnersOfWhatAMessageDoesNotAnswer() throws InterruptedException {
        offer(4, 0, 2);
        offer(5, 0, 3);
        router.leave();
        Message message = members.next();
        BatchId unanswered = message.groups().get(1).id();

        message.answer(shard -> shard == 4);

        answers.get(4).await(2);
        Call call = shards.next();
        assertThat(call.shard()).isEqualTo(5);
        assertThat(call.id()).isEqualTo(unanswered);
        assertThat(answers.get(5).answers).isEmpty();
        assertThat(meter.failedCalls).as("nothing has failed").isZero();
        call.answer();
        answers.get(5).await(3);
    }

    @Test
    void shouldGoOnWithOtherShardsWhileOneIsCalledAlone() throws InterruptedException {
        offer(4, 0, 1);
        offer(5, 0, 1);
        router.leave();
        members.next().answer(shard -> shard == 4);
        assertThat(shards.next().shard()).isEqualTo(5);

        offer(4, 1, 1);
        offer(5, 1, 1);
        router.leave();

        assertThat(members.next().shards()).as("shard 5 has a batch in flight").containsExactly(4);
    }

    @Test
    void shouldCallTheOwnersWhenAMemberHasLeft() throws InterruptedException {
        offer(4, 0, 2);
        offer(5, 0, 2);
        router.leave();

        members.next().result().completeExceptionally(new MemberLeftException("planted"));

        shards.next().answer();
        shards.next().answer();
        answers.get(4).await(2);
        answers.get(5).await(2);
    }

    @Test
    void shouldCallTheOwnersWhenNoMessageCanBeSentOrItsAnswerIsOfAnotherOne() throws InterruptedException {
        members.isImpossible = true;
        offer(4, 0, 2);
        router.leave();
        shards.next().answer();
        answers.get(4).await(2);

        members.isImpossible = false;
        offer(4, 2, 1);
        router.leave();
        members.next().result().complete(new byte[2][]);
        shards.next().answer();
        answers.get(4).await(3);
    }

    @Test
    void shouldCallTheOwnerOfALargeBatchAtOnce() throws InterruptedException {
        offer(4, 0, MemberCalls.ALONE_TRANSACTIONS);
        offer(5, 0, MemberCalls.ALONE_TRANSACTIONS - 1);
        router.leave();

        assertThat(shards.next().shard()).isEqualTo(4);
        assertThat(members.next().shards()).containsExactly(5);
    }

    @Test
    void shouldCallTheOwnerByItselfWhenItSubmitsAgain() throws InterruptedException {
        offer(4, 0, 1);
        router.leave();
        members.next().answer(shard -> false);

        shards.next().result().completeExceptionally(new MemberLeftException("planted"));

        shards.next().answer();
        answers.get(4).await(1);
        assertThat(members.isIdle()).isTrue();
        assertThat(meter.failedCalls).isEqualTo(1);
    }

    @Test
    void shouldKeepBackWhatIsBeyondTheMessagesThatMayBeOut() throws InterruptedException {
        List<Message> out = new ArrayList<>();
        for (int i = 0; i < MemberCalls.OUT_MAX; i++) {
            offer(8 + i, 0, 1);
            router.leave();
            out.add(members.next());
        }
        offer(4, 0, 1);
        members.owners.put(4, OTHER);
        members.owners.put(5, OTHER);
        offer(5, 0, 1);
        router.leave();
        assertThat(members.isIdle()).isTrue();

        out.get(1).answer(shard -> true);

        Message next = members.next();
        assertThat(next.member()).isEqualTo(OTHER);
        assertThat(next.shards()).containsExactlyInAnyOrder(4, 5);
    }

    /** Whatever messages and calls answer, or do not: each transaction is answered once, in its order. */
    @Test
    void shouldAnswerEachOnceAndInOrderWhateverMessagesLeaveOut() throws InterruptedException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int each = 300;
        Thread offers = new Thread(
                () -> {
                    for (int card = 0; card < each; card++) {
                        for (int shard = 0; shard < SHARDS; shard++) {
                            offer(shard, card, 1);
                        }
                        router.leave();
                    }
                },
                "offers");
        offers.start();
        Set<BatchId> unanswered = new HashSet<>();
        while (offers.isAlive() || answers.stream().anyMatch(one -> one.answers.size() < each)) {
            if (!members.isIdle()) {
                Message message = members.next();
                int kind = random.nextInt(4);
                if (kind == 0) {
                    message.result().completeExceptionally(new MemberLeftException("planted"));
                } else {
                    message.answer(shard -> kind > 1 || shard % 2 == 0);
                }
                message.groups().stream()
                        .filter(group -> !group.answer().isDone())
                        .map(Group::id)
                        .forEach(unanswered::add);
            }
            if (!shards.isIdle()) {
                Call call = shards.next();
                if (random.nextInt(8) == 0) {
                    call.result().completeExceptionally(new MemberLeftException("planted"));
                } else {
                    call.answer();
                }
            }
        }
        assertThat(unanswered).as("the script left some out; seed=%d", seed).isNotEmpty();
        assertThat(answers)
                .as("seed=%d", seed)
                .allSatisfy(one -> assertThat(one.answers).isEqualTo(inOrder(each)));
    }
}
