package com.hazelcast.certification.copies;

import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.ExecutionCallback;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has owners look at the members again after they have answered. Between the owner's look while it scores and the sending of the
 * backup a member can go, and Hazelcast then sends none and reports success; an owner that still sees the same members later
 * saw them all the time between.
 *
 * <p>A look of this member itself is a comparison. Another member is asked, by one call at a time: what is asked meanwhile
 * goes with the next, so that calls follow members and not batches. Thread-safe.
 */
final class AnswerFence implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerFence.class);
    private static final CompletionStage<Boolean> YES = CompletableFuture.completedFuture(true);
    private static final CompletionStage<Boolean> NO = CompletableFuture.completedFuture(false);

    private final HazelcastInstance hazelcast;
    private final ShardKeys keys;
    private final MembersView members;
    private final Map<UUID, Looks> looks = new ConcurrentHashMap<>();

    /** Hazelcast lets no remote call be made on a thread that handles responses, where {@link #isStillSeen} is called. */
    private final ExecutorService callers = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "fraud-looks");
        thread.setDaemon(true);
        return thread;
    });

    AnswerFence(HazelcastInstance hazelcast, ShardKeys keys, MembersView members) {
        this.hazelcast = hazelcast;
        this.keys = keys;
        this.members = members;
    }

    /** Whether the shard's owner sees now what it saw in that view. */
    CompletionStage<Boolean> isStillSeen(int shard, long view) {
        if (members.look(hazelcast.getCluster()).number() == view) {
            return YES;
        }
        Member owner =
                hazelcast.getPartitionService().getPartition(keys.keyOf(shard)).getOwner();
        if (owner == null || owner.localMember()) {
            return NO;
        }
        return looks.computeIfAbsent(owner.getUuid(), ignored -> new Looks(owner))
                .next(view);
    }

    private IExecutorService executor() {
        return hazelcast.getExecutorService(Copies.EXECUTOR);
    }

    private void forgetDeparted() {
        looks.keySet()
                .retainAll(hazelcast.getCluster().getMembers().stream()
                        .map(Member::getUuid)
                        .collect(Collectors.toSet()));
    }

    @Override
    public void close() {
        callers.shutdownNow();
    }

    private record Waiting(long view, CompletableFuture<Boolean> answer) {}

    /** The looks of one other member. */
    private final class Looks {
        private final Member owner;
        private List<Waiting> waiting = new ArrayList<>();
        private boolean isOut;

        Looks(Member owner) {
            this.owner = owner;
        }

        CompletionStage<Boolean> next(long view) {
            CompletableFuture<Boolean> answer = new CompletableFuture<>();
            synchronized (this) {
                waiting.add(new Waiting(view, answer));
                if (isOut) {
                    return answer;
                }
                isOut = true;
            }
            call();
            return answer;
        }

        private void call() {
            try {
                callers.execute(this::submit);
            } catch (RejectedExecutionException e) {
                // This member is leaving; its lanes submit nothing again.
                List<Waiting> asked = taken();
                finish(asked, MembersView.UNKNOWN);
                end();
            }
        }

        private synchronized void end() {
            isOut = false;
        }

        private synchronized List<Waiting> taken() {
            List<Waiting> taken = waiting;
            waiting = new ArrayList<>();
            isOut = !taken.isEmpty();
            return taken;
        }

        /** Asks for all that wait now: a look that begins after this is later than each of their answers. */
        private void submit() {
            List<Waiting> asked = taken();
            if (asked.isEmpty()) {
                return;
            }
            try {
                executor().submitToMember(new LookAtMembers(), owner, new ExecutionCallback<Long>() {
                    @Override
                    public void onResponse(Long view) {
                        finish(asked, view);
                        call();
                    }

                    @Override
                    public void onFailure(Throwable failure) {
                        failed(asked, failure);
                    }
                });
            } catch (RuntimeException e) {
                failed(asked, e);
            }
        }

        private void failed(List<Waiting> asked, Throwable failure) {
            LOG.debug("{} did not look at the members: {}", owner.getAddress(), failure.toString());
            forgetDeparted();
            finish(asked, MembersView.UNKNOWN);
            call();
        }

        private void finish(List<Waiting> asked, long view) {
            asked.forEach(one -> one.answer.complete(one.view == view));
        }
    }
}
