package com.hazelcast.certification.routing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.routing.MemberMessages.Group;
import com.hazelcast.certification.scoring.BatchId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the batches of a departure by the member that owns their shards, and sends each member one message. What a message does not
 * answer goes to its owner by a call of its own, which says what is wrong: so a message is a shorter way, and never the only one.
 *
 * <p>To each member {@value #OUT_MAX} messages are on their way at most; what is collected meanwhile goes with the next. A lane has one
 * batch here at most, so their number bounds what waits. Thread-safe; one short lock a batch.
 */
final class MemberCalls {
    /** A batch of so many costs as much alone as in company, and is answered earlier. */
    static final int ALONE_TRANSACTIONS = LatencyBudget.ENOUGH_TRANSACTIONS;

    /** Messages to one member that are not answered. */
    static final int OUT_MAX = 4;

    private static final Logger LOG = LoggerFactory.getLogger(MemberCalls.class);

    private final MemberMessages messages;
    private final ShardCalls direct;
    private final Executor submitter;
    private final Map<UUID, Outbox> outboxes = new ConcurrentHashMap<>();
    private final LongAdder sent = new LongAdder();

    /**
     * Calls of a member.
     *
     * @param direct calls owners one by one; its answers need no later look
     * @param submitter on whose thread calls may be made
     */
    MemberCalls(MemberMessages messages, ShardCalls direct, Executor submitter) {
        this.messages = messages;
        this.direct = direct;
        this.submitter = submitter;
    }

    /** Messages that have been sent. */
    long sentCount() {
        return sent.sum();
    }

    /** As {@link ShardCalls#score}; leaves with the next {@link #dispatch} if the shard is another member's. */
    CompletionStage<byte[]> score(int shard, BatchId id, byte[] transactions, int count) {
        UUID owner = count < ALONE_TRANSACTIONS ? messages.otherOwner(shard) : null;
        if (owner == null) {
            return direct.score(shard, id, transactions, count);
        }
        Group group = new Group(shard, id, transactions, count);
        outboxes.computeIfAbsent(owner, Outbox::new).add(group);
        return group.answer();
    }

    /** Sends what has been collected. */
    void dispatch() {
        outboxes.values().forEach(Outbox::send);
    }

    private void callAlone(Group group) {
        try {
            direct.score(group.shard(), group.id(), group.transactions(), group.count())
                    .whenCompleteAsync((answer, failure) -> complete(group, answer, failure), Runnable::run);
        } catch (RuntimeException | Error e) {
            // Errors too: what is not reported as a failed call would leave its lane waiting for ever.
            group.answer().completeExceptionally(e);
        }
    }

    private static void complete(Group group, byte @Nullable [] answer, @Nullable Throwable failure) {
        if (failure == null) {
            group.answer().complete(answer);
        } else {
            group.answer().completeExceptionally(failure);
        }
    }

    /** What goes to one other member. */
    private final class Outbox {
        private final UUID member;

        @GuardedBy("this")
        private List<Group> waiting = new ArrayList<>();

        @GuardedBy("this")
        private int out;

        Outbox(UUID member) {
            this.member = member;
        }

        synchronized void add(Group group) {
            waiting.add(group);
        }

        private synchronized List<Group> taken() {
            if (waiting.isEmpty() || out >= OUT_MAX) {
                return List.of();
            }
            List<Group> taken = waiting;
            waiting = new ArrayList<>();
            out++;
            return taken;
        }

        void send() {
            List<Group> groups = taken();
            if (groups.isEmpty()) {
                return;
            }
            sent.increment();
            try {
                messages.send(member, groups)
                        .whenCompleteAsync((answers, failure) -> arrived(groups, answers, failure), Runnable::run);
            } catch (RuntimeException | Error e) {
                arrived(groups, null, e);
            }
        }

        private void arrived(List<Group> groups, byte @Nullable [] @Nullable [] answers, @Nullable Throwable failure) {
            boolean isMoreWaiting;
            synchronized (this) {
                out--;
                isMoreWaiting = !waiting.isEmpty();
            }
            if (isMoreWaiting) {
                submitter.execute(this::send);
            }
            if (failure != null) {
                LOG.debug("a message was not answered, and its {} batches go one by one", groups.size(), failure);
            }
            byte[] @Nullable [] given =
                    answers != null && answers.length == groups.size() ? answers : new byte[groups.size()][];
            for (int i = 0; i < groups.size(); i++) {
                Group group = groups.get(i);
                byte[] answer = given[i];
                if (answer != null) {
                    group.answer().complete(answer);
                } else {
                    submitter.execute(() -> callAlone(group));
                }
            }
        }
    }
}
