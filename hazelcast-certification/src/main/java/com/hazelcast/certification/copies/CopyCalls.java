package com.hazelcast.certification.copies;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.ExecutionCallback;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Queries and notifies all members about copies. Thread-safe; each method blocks for a call to each member. */
final class CopyCalls implements CopyCount {
    private static final Logger LOG = LoggerFactory.getLogger(CopyCalls.class);

    private final HazelcastInstance hazelcast;

    CopyCalls(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
    }

    private IExecutorService executor() {
        return hazelcast.getExecutorService(Copies.EXECUTOR);
    }

    /**
     * Notifies the other members that this one leaves in order, and waits for that long at most until they have received it. This one goes
     * on as before: what it still owns has its copies on the others.
     */
    void announceLeaving(long timeoutMs) throws InterruptedException {
        List<Future<Boolean>> calls = new ArrayList<>();
        UUID self = hazelcast.getCluster().getLocalMember().getUuid();
        for (Member each : hazelcast.getCluster().getMembers()) {
            if (!each.localMember()) {
                calls.add(executor().submitToMember(new MemberLeaves(self), each));
            }
        }
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        for (Future<Boolean> call : calls) {
            try {
                call.get(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (ExecutionException | TimeoutException e) {
                // That one leaves too, or hangs. If it goes on, it takes this one for lost when it has left, and waits.
                LOG.warn("a member has not confirmed within {} ms that this one leaves: {}", timeoutMs, e.toString());
            }
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>The members forget the probe. One that starts, leaves or is frozen is waited for only when it is needed.
     */
    @Override
    public Map<Integer, Integer> countProbes(long probe, Map<Integer, UUID> owners, int required, long timeoutMs)
            throws InterruptedException {
        Set<Member> members = hazelcast.getCluster().getMembers();
        BlockingQueue<int[]> answers = new LinkedBlockingQueue<>();
        for (Member member : members) {
            executor().submitToMember(new TakeProbe(probe, owners), member, new ProbeAnswer(answers));
        }
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        Map<Integer, Integer> replicas = new HashMap<>();
        Map<Integer, Integer> knowing = new HashMap<>();
        Map<Integer, Integer> counts = new HashMap<>();
        int left = members.size();
        while (left > 0 && owners.keySet().stream().anyMatch(key -> counts.getOrDefault(key, 0) < required)) {
            int[] answer = answers.poll(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (answer == null) {
                LOG.debug("{} member(s) did not report their probes within {} ms", left, timeoutMs);
                break;
            }
            TakeProbe.passed(answer).forEach(key -> replicas.merge(key, 1, Integer::sum));
            TakeProbe.knowing(answer).forEach(key -> knowing.merge(key, 1, Integer::sum));
            owners.keySet()
                    .forEach(key ->
                            counts.put(key, Math.min(replicas.getOrDefault(key, 0), knowing.getOrDefault(key, 0))));
            left--;
        }
        return counts;
    }

    /** Puts what a member answers among the answers; one that fails has no probes and knows nothing. */
    private record ProbeAnswer(BlockingQueue<int[]> answers) implements ExecutionCallback<int[]> {
        @Override
        public void onResponse(int[] answer) {
            answers.add(answer);
        }

        @Override
        public void onFailure(Throwable failure) {
            LOG.debug("a member did not report its probes", failure);
            answers.add(TakeProbe.NOTHING);
        }
    }
}
