package com.hazelcast.certification.directory;

import com.hazelcast.certification.client.protocol.GatewaysFrame;
import com.hazelcast.certification.client.protocol.OwnersFrame;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.config.Config;
import com.hazelcast.core.EntryAdapter;
import com.hazelcast.core.EntryEvent;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.partition.Partition;
import com.hazelcast.replicatedmap.ReplicatedMap;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes where this member's gateway is while it takes batches, and reports where those of all members are, and who owns which shard.
 * What a member publishes is under its UUID, so what failed members have left is not listed, and a member that has come to the other side
 * of a split publishes anew. Thread-safe.
 */
public final class GatewayDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayDirectory.class);
    private static final String MAP = "fraud-gateways";

    /** Of a member that publishes: one of an older release does not, and clients would leave it. */
    private static final String ATTRIBUTE = "gateways";

    private static final String VERSION = "1";
    private static final long LOOK_MS = 1_000;

    private final HazelcastInstance hazelcast;
    private final Supplier<Optional<InetSocketAddress>> own;
    private final boolean isByNumber;
    private final Consumer<Optional<GatewayLists>> listener;
    private final ReplicatedMap<String, String> published;
    private final UUID entryListener;
    private final UUID memberListener;
    private final ScheduledExecutorService thread;

    /** What was reported last; used by the thread. */
    private Optional<GatewayLists> reported = Optional.empty();

    /**
     * Begins to look.
     *
     * @param own where clients reach this member; empty while it takes no batches
     * @param isByNumber whether shards follow from the numbers of cards, and not from identifiers
     * @param listener receives the lists when one has changed; empty while a member of an older release is there, or nobody takes batches.
     *     Called by the thread; must not block
     */
    public GatewayDirectory(
            HazelcastInstance hazelcast,
            Supplier<Optional<InetSocketAddress>> own,
            boolean isByNumber,
            Consumer<Optional<GatewayLists>> listener) {
        this.hazelcast = hazelcast;
        this.own = own;
        this.isByNumber = isByNumber;
        this.listener = listener;
        this.published = hazelcast.getReplicatedMap(MAP);
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "fraud-gateway-directory");
            made.setDaemon(true);
            return made;
        });
        this.entryListener = published.addEntryListener(new EntryAdapter<>() {
            @Override
            public void onEntryEvent(EntryEvent<String, String> event) {
                lookSoon();
            }
        });
        this.memberListener = hazelcast.getCluster().addMembershipListener(new MembershipListener() {
            @Override
            public void memberAdded(MembershipEvent event) {
                lookSoon();
            }

            @Override
            public void memberRemoved(MembershipEvent event) {
                lookSoon();
            }
        });
        var unused = thread.scheduleWithFixedDelay(this::look, 0, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    /** Has a member say that it publishes, and have all that is published before it looks. */
    public static void configure(Config config) {
        config.getMemberAttributeConfig().setAttribute(ATTRIBUTE, VERSION);
        config.getReplicatedMapConfig(MAP).setAsyncFillup(false);
    }

    private void lookSoon() {
        try {
            thread.execute(this::look);
        } catch (RejectedExecutionException e) {
            LOG.debug("the directory of gateways is closed", e);
        }
    }

    private void look() {
        try {
            Optional<InetSocketAddress> address = own.get();
            publish(address);
            Optional<GatewayLists> lists = lists(address);
            if (!lists.equals(reported)) {
                listener.accept(lists);
                // Behind it: what it could not take is reported again.
                reported = lists;
            }
        } catch (HazelcastInstanceNotActiveException e) {
            LOG.debug("Hazelcast has stopped; the list of gateways stays as it is", e);
        } catch (RuntimeException e) {
            LOG.warn("the list of gateways was not brought up to date; the next try is in {} ms", LOOK_MS, e);
        }
    }

    private String ownKey() {
        return keyOf(hazelcast.getCluster().getLocalMember());
    }

    private static String keyOf(Member member) {
        return member.getUuid().toString();
    }

    private void publish(Optional<InetSocketAddress> address) {
        String before = published.get(ownKey());
        String text = address.map(GatewayDirectory::text).orElse(null);
        if (Objects.equals(before, text)) {
            return;
        }
        if (text == null) {
            published.remove(ownKey());
        } else {
            published.put(ownKey(), text);
            removeThoseWhoLeft();
        }
    }

    /** By a member that has just come to publish: rarely, and they are not listed anyway. */
    private void removeThoseWhoLeft() {
        Collection<String> here = hazelcast.getCluster().getMembers().stream()
                .map(GatewayDirectory::keyOf)
                .toList();
        published.keySet().stream().filter(key -> !here.contains(key)).forEach(published::remove);
    }

    private Optional<GatewayLists> lists(Optional<InetSocketAddress> address) {
        Collection<Member> members = hazelcast.getCluster().getMembers();
        if (!members.stream().allMatch(member -> VERSION.equals(member.getAttribute(ATTRIBUTE)))) {
            return Optional.empty();
        }
        var gateways = members.stream()
                .map(member -> published.get(keyOf(member)))
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .limit(GatewaysFrame.GATEWAYS_MAX)
                .map(GatewayDirectory::address)
                .toList();
        if (gateways.isEmpty()) {
            return Optional.empty();
        }
        int place = address.map(gateways::indexOf).orElse(-1);
        return Optional.of(new GatewayLists(
                new GatewaysFrame(gateways, place < 0 ? Optional.empty() : Optional.of(place)), owners(gateways)));
    }

    /** Of each shard, which has its partition's number, the place of its owner's gateway among those. */
    private OwnersFrame owners(List<InetSocketAddress> gateways) {
        Map<Member, Integer> places = new HashMap<>();
        for (Member member : hazelcast.getCluster().getMembers()) {
            String text = published.get(keyOf(member));
            if (text != null) {
                places.put(member, gateways.indexOf(address(text)));
            }
        }
        Set<Partition> partitions = hazelcast.getPartitionService().getPartitions();
        Integer[] owners = new Integer[partitions.size()];
        for (Partition partition : partitions) {
            owners[partition.getPartitionId()] = places.getOrDefault(partition.getOwner(), OwnersFrame.NOBODY);
        }
        return new OwnersFrame(isByNumber, gateways, Arrays.asList(owners));
    }

    private static String text(InetSocketAddress address) {
        return address.getHostString() + " " + address.getPort();
    }

    private static InetSocketAddress address(String text) {
        int space = text.lastIndexOf(' ');
        return InetSocketAddress.createUnresolved(
                text.substring(0, space), Integer.parseInt(text.substring(space + 1)));
    }

    /** Takes this member off the list, unless that takes longer than a second or Hazelcast has stopped, and looks no more. */
    @Override
    public void close() {
        thread.execute(this::end);
        thread.shutdown();
        try {
            boolean unused = thread.awaitTermination(LOOK_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() {
        try {
            boolean unusedEntries = published.removeEntryListener(entryListener);
            boolean unusedMembers = hazelcast.getCluster().removeMembershipListener(memberListener);
            published.remove(ownKey());
        } catch (HazelcastInstanceNotActiveException e) {
            LOG.debug("Hazelcast has stopped before", e);
        } catch (RuntimeException e) {
            LOG.warn("this member's gateway was not taken off the list; it goes when the member has left", e);
        }
    }
}
