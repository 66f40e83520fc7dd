package com.hazelcast.certification.copies;

import com.hazelcast.certification.shard.CutOff;
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
import java.util.Map;
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
 * Asks each member that joins whether it has something to deliver from the other side of a split, or waits for members that may have
 * gone on without it, again and again until it has not and does not; and notifies {@link Deliveries}. Then asks all of a view whom they
 * see, until they agree, and notifies {@link CutOff}; no answer waits for that. A member is asked by one call at a time. Thread-safe.
 */
public final class DeliveryWatch implements MembershipListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryWatch.class);
    private static final long INTERVAL_MS = 50;
    private static final long LINE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);

    private final HazelcastInstance hazelcast;
    private final Cluster cluster;
    private final MembersView members;
    private final Deliveries deliveries;
    private final CutOff cutOff;
    private final BooleanSupplier hasHistories;
    private final Consumer<View> whenThrough;
    private final Set<UUID> asked = ConcurrentHashMap.newKeySet();

    /** The last report of each other member, with the view in which it was asked: of the view now, and of those just before. */
    private final Map<UUID, Reported> reports = new ConcurrentHashMap<>();

    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "fraud-deliveries");
        thread.setDaemon(true);
        return thread;
    });
    private long agreedView = MembersView.NONE;
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
        this.cutOff = members.cutOff();
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
            reports.values().removeIf(reported -> reported.view != view.number());
            if (deliveries.isThrough(view)) {
                nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;
                whenThrough.accept(view);
                agree(view);
                // What is on disk there and not with its owners yet becomes less.
                view.members().stream()
                        .filter(member -> !member.localMember() && deliveries.hasOnDisk(member.getUuid()))
                        .forEach(member -> ask(member, view.number()));
                return;
            }
            List<Member> missing = deliveries.missing(view);
            missing.forEach(member -> ask(member, view.number()));
            logMissing(view, missing);
        } catch (RuntimeException e) {
            // For example: this member is between two clusters. The next look is soon.
            LOG.debug("the members could not be asked whether they have delivered", e);
        }
    }

    /** What a member has reported, asked in that view. */
    private record Reported(long view, SideReport report) {}

    /** Asks whom the others see, until all see the same. */
    private void agree(View view) {
        if (!cutOff.isUsed() || agreedView == view.number()) {
            return;
        }
        Set<String> processes = CutOff.processes(view.members());
        List<Member> differing = view.members().stream()
                .filter(member -> !member.localMember() && !isAgreed(member, view, processes))
                .toList();
        if (differing.isEmpty()) {
            cutOff.agreed(view.members());
            agreedView = view.number();
        } else {
            differing.forEach(member -> ask(member, view.number()));
        }
    }

    private boolean isAgreed(Member member, View view, Set<String> processes) {
        Reported last = reports.get(member.getUuid());
        return last != null
                && last.view == view.number()
                && last.report.awaited().isEmpty()
                && last.report.processes().equals(processes);
    }

    private void ask(Member member, long view) {
        UUID uuid = member.getUuid();
        if (!asked.add(uuid)) {
            return;
        }
        try {
            hazelcast
                    .getExecutorService(Copies.EXECUTOR)
                    .submitToMember(new LookAtSide(), member, new ExecutionCallback<SideReport>() {
                        @Override
                        public void onResponse(SideReport report) {
                            reports.put(uuid, new Reported(view, report));
                            asked.remove(uuid);
                            deliveries.waits(uuid, report.awaited());
                            deliveries.hasOnDisk(uuid, report.onDisk(), report.goneOn());
                            if (report.hasDelivered() && report.awaited().isEmpty()) {
                                deliveries.hasDelivered(uuid);
                            }
                        }

                        @Override
                        public void onFailure(Throwable failure) {
                            asked.remove(uuid);
                            LOG.debug("{} did not report whether it has delivered: {}", member, failure.toString());
                        }
                    });
        } catch (RuntimeException e) {
            asked.remove(uuid);
            throw e;
        }
    }

    private void logMissing(View view, List<Member> missing) {
        if (System.nanoTime() - nextLineNs < 0) {
            return;
        }
        nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;
        List<String> awaited = deliveries.awaited(view);
        if (awaited.isEmpty()) {
            LOG.warn(
                    "nothing is answered until {}",
                    missing.isEmpty()
                            ? "this member has delivered what it held on its side of a split"
                            : missing.stream()
                                            .map(member -> member.getAddress().toString())
                                            .collect(Collectors.joining(", "))
                                    + " has reported that it has delivered what it held on the other side of a split");
        } else {
            LOG.warn(
                    "nothing is answered until enough of {} are back: they may have answered while a member that is"
                            + " here was cut off from them; start them, or, if they are lost for good, go on without them:"
                            + " ctl expect {}",
                    String.join(", ", awaited),
                    view.members().size());
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
