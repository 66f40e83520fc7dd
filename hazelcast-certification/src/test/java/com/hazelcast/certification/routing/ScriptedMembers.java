package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.Answer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Other members that answer messages when a test says so. Thread-safe. */
final class ScriptedMembers implements MemberMessages {
    private static final long WAIT_SECONDS = 60;

    /** By shard; a shard without an owner here is this member's own. */
    final Map<Integer, UUID> owners = new ConcurrentHashMap<>();

    volatile boolean isImpossible;
    private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();

    /** A message that is out. */
    record Message(UUID member, List<Group> groups, CompletableFuture<byte[] @Nullable []> result) {
        /** Answers the batches of these shards, each transaction with its card's last two digits below 50; confirmed. */
        void answer(IntPredicate shards) {
            byte[] @Nullable [] answers = new byte[groups.size()][];
            for (int i = 0; i < answers.length; i++) {
                if (shards.test(groups.get(i).shard())) {
                    answers[i] = answerTo(groups.get(i));
                }
            }
            result.complete(answers);
        }

        List<Integer> shards() {
            return groups.stream().map(Group::shard).toList();
        }

        private static byte[] answerTo(Group group) {
            byte[] answer = new byte[group.count() + FakeOwner.TRAILER_SIZE_BYTES];
            ScriptedShards.Call call = new ScriptedShards.Call(
                    group.shard(), group.id(), group.transactions(), group.count(), new CompletableFuture<>());
            for (int i = 0; i < group.count(); i++) {
                answer[i] = Answer.scored((int) (call.cardAt(i) % 50));
            }
            answer[answer.length - 1] = 1;
            return answer;
        }
    }

    @Override
    public @Nullable UUID otherOwner(int shard) {
        return owners.get(shard);
    }

    @Override
    public CompletionStage<byte[] @Nullable []> send(UUID member, List<Group> groups) {
        if (isImpossible) {
            throw new IllegalStateException("planted: this message cannot be sent");
        }
        Message message = new Message(member, groups, new CompletableFuture<>());
        messages.add(message);
        return message.result;
    }

    /** The next message, which may come a little later from the lanes' own thread. */
    Message next() throws InterruptedException {
        Message message = messages.poll(WAIT_SECONDS, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("no message within " + WAIT_SECONDS + " s");
        }
        return message;
    }

    /** Whether no message has come that was not taken. */
    boolean isIdle() {
        return messages.isEmpty();
    }
}
