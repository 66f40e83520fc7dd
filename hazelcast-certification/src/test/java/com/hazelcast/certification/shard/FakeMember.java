package com.hazelcast.certification.shard;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.Partition;
import com.hazelcast.partition.PartitionService;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A Hazelcast member of which there is only what entry processors ask: its user context, the members that it sees, and its
 * partitions. Anything else throws. Thread-safe.
 */
public final class FakeMember {
    private final Map<String, Object> userContext = new ConcurrentHashMap<>();
    private final List<Partition> partitions;
    private final AtomicInteger looks = new AtomicInteger();
    private final Map<Integer, Member> owners = new ConcurrentHashMap<>();
    private volatile Set<Member> members;

    /** Alone in its cluster of so many partitions. */
    public FakeMember(int partitionCount) {
        partitions =
                IntStream.range(0, partitionCount).mapToObj(this::partition).toList();
        members = Set.of(member(0));
    }

    private Partition partition(int id) {
        return (Partition) Proxy.newProxyInstance(
                FakeMember.class.getClassLoader(),
                new Class<?>[] {Partition.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getPartitionId" -> id;
                    case "getOwner" -> owners.get(id);
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> id;
                    default -> throw new UnsupportedOperationException(method.toString());
                });
    }

    /** From now on its table of partitions names the member of that number as the shard's owner; before, it named nobody. */
    public void know(int shard, int owner) {
        owners.put(shard, member(owner));
    }

    /** From now on it sees so many members, itself included. */
    public void see(int memberCount) {
        members = IntStream.range(0, memberCount)
                .mapToObj(FakeMember::member)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Identity of a member by its number; 0 is this one. */
    public static UUID uuid(int number) {
        return new UUID(0, number);
    }

    /** How often somebody has looked who the members are. */
    public int looks() {
        return looks.get();
    }

    public Map<String, Object> userContext() {
        return userContext;
    }

    public Cluster cluster() {
        return (Cluster) Proxy.newProxyInstance(
                FakeMember.class.getClassLoader(), new Class<?>[] {Cluster.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getMembers")) {
                        looks.incrementAndGet();
                        return members;
                    }
                    if (method.getName().equals("getLocalMember")) {
                        return member(0);
                    }
                    throw new UnsupportedOperationException(method.toString());
                });
    }

    /** The instance, as processors are handed it. */
    public HazelcastInstance hazelcast() {
        return fake(
                HazelcastInstance.class,
                Map.of("getUserContext", userContext, "getCluster", cluster(), "getPartitionService", partitions()));
    }

    /** The keys of its shards, none of which is the shard's own number. */
    public ShardKeys keys() {
        return ShardKeys.of(hazelcast());
    }

    private PartitionService partitions() {
        return (PartitionService) Proxy.newProxyInstance(
                FakeMember.class.getClassLoader(),
                new Class<?>[] {PartitionService.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getPartitions" -> new LinkedHashSet<>(partitions);
                    case "getPartition" -> partitions.get(((Integer) arguments[0] + 1) % partitions.size());
                    default -> throw new UnsupportedOperationException(method.toString());
                });
    }

    private static Member member(int number) {
        return fake(
                Member.class,
                Map.of("getUuid", uuid(number), "localMember", number == 0, "getAddress", address(5701 + number)));
    }

    private static Address address(int port) {
        return new Address(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private static <T> T fake(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                FakeMember.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "toString" -> type.getSimpleName() + answers;
                    case "getAttribute" -> null;
                    default -> {
                        Object answer = answers.get(method.getName());
                        if (answer == null) {
                            throw new UnsupportedOperationException(method.toString());
                        }
                        yield answer;
                    }
                }));
    }
}
