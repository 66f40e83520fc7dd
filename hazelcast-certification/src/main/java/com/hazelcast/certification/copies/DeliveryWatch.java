package com.hazelcast.certification.copies;

import com.hazelcast.certification.shard.Deliveries;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.MembersView.View;
import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.ExecutionCallback;
import com.hazelcast.core.HazelcastInstance;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks each member that joins whether it has something to deliver from the other side of a split, again and again until it has not,
 * and notifies {@link Deliveries}. A member is asked by one call at a time, and not again after it has answered no. Thread-safe.
 */
public final class DeliveryWatch implements MembershipListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryWatch.class);
    private static final long INTERVAL_MS = 50;
    private static final long LINE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);

    private final HazelcastInstance hazelcast;
    private final Cluster cluster;
    private final MembersView members;
    private final Deliveries deliveries;
    private final BooleanSupplier hasHistories;
    private final Consumer<View> whenThrough;
    private final Set<UUID> asked = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "fraud-deliveries");
        thread.setDaemon(true);
        return thread;
    });
    private long nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;

    /**
     * Begins to ask.
     *
     * @param hasHistories whether some shard of the cluster has been loaded
     * @param whenThrough is notified, again and again, of the view while all of its members have delivered
     */
    public DeliveryWatch(
            HazelcastInstance hazelcast,
            MembersView members,
            Deliveries deliveries,
            BooleanSupplier hasHistories,
            Consumer<View> whenThrough) {
        this.hazelcast = hazelcast;
        this.cluster = hazelcast.getCluster();
        this.members = members;
        this.deliveries = deliveries;
        this.hasHistories = hasHistories;
        this.whenThrough = whenThrough;
        cluster.addMembershipListener(this);
        var unused = looks.scheduleWithFixedDelay(this::look, 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            if (!hazelcast.getLifecycleService().isRunning()) {
                return;
            }
            // Before any view is through: a shard that is not there must not be taken for one that was never loaded.
            if (hasHistories.getAsBoolean()) {
                deliveries.histories();
            }
            View view = members.look(cluster);
            if (deliveries.isThrough(view)) {
                nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;
                whenThrough.accept(view);
                return;
            }
            List<Member> missing = deliveries.missing(view);
            missing.forEach(this::ask);
            logMissing(missing);
        } catch (RuntimeException e) {
            // For example: this member is between two clusters. The next look is soon.
            LOG.debug("the members could not be asked whether they have delivered", e);
        }
    }

    private void ask(Member member) {
        UUID uuid = member.getUuid();
        if (!asked.add(uuid)) {
            return;
        }
        try {
            hazelcast
                    .getExecutorService(Copies.EXECUTOR)
                    .submitToMember(new AskDelivered(), member, new ExecutionCallback<Boolean>() {
                        @Override
                        public void onResponse(Boolean hasDelivered) {
                            asked.remove(uuid);
                            if (hasDelivered) {
                                deliveries.hasDelivered(uuid);
                            }
                        }

                        @Override
                        public void onFailure(Throwable failure) {
                            asked.remove(uuid);
                            LOG.debug("{} did not say whether it has delivered: {}", member, failure.toString());
                        }
                    });
        } catch (RuntimeException e) {
            asked.remove(uuid);
            throw e;
        }
    }

    private void logMissing(List<Member> missing) {
        if (System.nanoTime() - nextLineNs >= 0) {
            nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;
            LOG.warn(
                    "nothing is answered until {}",
                    missing.isEmpty()
                            ? "this member has delivered what it held on its side of a split"
                            : missing.stream()
                                            .map(member -> member.getAddress().toString())
                                            .collect(Collectors.joining(", "))
                                    + " has reported that it has delivered what it held on the other side of a split");
        }
    }

    private void lookNow() {
        try {
            Future<?> unused = looks.submit(this::look);
        } catch (RejectedExecutionException e) {
            LOG.debug("this member is leaving", e);
        }
    }

    @Override
    public void memberAdded(MembershipEvent event) {
        lookNow();
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        lookNow();
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }
}
