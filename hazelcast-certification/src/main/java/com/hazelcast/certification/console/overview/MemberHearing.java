package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.cluster.MemberAddress;
import com.hazelcast.certification.console.members.ConsoleCluster;
import com.hazelcast.certification.console.members.ConsoleQuestion;
import com.hazelcast.certification.console.members.MemberAnswer;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * When each member of the cluster last answered this one. Each asks all others every {@value #PERIOD_S} s, whether somebody
 * watches or not, so that a member that hangs is seen seconds later: Hazelcast gives it up only after its heartbeat time-out.
 * Thread-safe.
 */
public final class MemberHearing {
    /** How often the members are to be asked. */
    public static final int PERIOD_S = 2;

    /** How long a member may take to answer before it counts as silent at this look. */
    private static final long TIMEOUT_MS = 1_000;

    /** A member that is busy may miss an answer. */
    private static final long SILENT_NS = TimeUnit.SECONDS.toNanos(3);

    private final HazelcastInstance hazelcast;
    private final ConsoleCluster cluster;
    private final Clock clock;

    /** By address; of members that are in the cluster, so their number bounds it. */
    private final Map<String, Heard> lastHeard = new ConcurrentHashMap<>();

    /** One moment by both clocks: the one measures, the other is shown. */
    private record Heard(long atNs, long atMs) {}

    /** Of a member; what is asked goes through that cluster. */
    public MemberHearing(HazelcastInstance hazelcast, ConsoleCluster cluster, Clock clock) {
        this.hazelcast = hazelcast;
        this.cluster = cluster;
        this.clock = clock;
    }

    /** Asks all members; takes a second when one does not answer. */
    public void listen() {
        List<String> present = addresses();
        lastHeard.keySet().retainAll(present);
        // A member that has just come is given as long as any other.
        present.forEach(address -> lastHeard.computeIfAbsent(address, ignored -> now()));
        cluster.ask(ConsoleQuestion.URL.name(), TIMEOUT_MS).forEach(this::record);
    }

    /** Records an answer to whatever was asked. */
    void record(MemberAnswer answer) {
        if (answer.json() != null) {
            lastHeard.put(answer.address(), now());
        }
    }

    private Heard now() {
        return new Heard(System.nanoTime(), clock.millis());
    }

    private List<String> addresses() {
        return hazelcast.getCluster().getMembers().stream()
                .map((Member member) -> MemberAddress.of(member))
                .collect(Collectors.toList());
    }

    /** Members in the cluster as this one sees it. */
    public int memberCount() {
        return addresses().size();
    }

    /** When that member last answered, if that is too long ago; null: it answers. */
    @Nullable
    Long silentSinceMs(String address) {
        Heard heard = lastHeard.get(address);
        return heard == null || System.nanoTime() - heard.atNs < SILENT_NS ? null : (Long) heard.atMs;
    }

    /** Members that do not answer, without samples. */
    public List<MemberView> silent() {
        return addresses().stream()
                .map(address -> new MemberView(address, null, silentSinceMs(address)))
                .filter(MemberView::isSilent)
                .toList();
    }
}
