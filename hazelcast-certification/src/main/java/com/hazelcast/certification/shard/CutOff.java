package com.hazelcast.certification.shard;

import com.hazelcast.cluster.Member;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which members may have gone on without this one. A member that sees fewer than {@code min-members} scores nothing, while the others
 * may score and answer. When a member then starts anew and joins the one that was cut off, the two may be {@code min-members} again.
 * But their histories end where the one was cut off. So numbers alone are not enough: a view may go on only if it
 *
 * <ul>
 *   <li>has at least half of the members that last agreed to be together, or
 *   <li>leaves out none of those that could still run: each of them is there, has left in order, or has lost its address to another
 *       process.
 * </ul>
 *
 * <p>Members agree when each of them says that it sees the same members ({@code DeliveryWatch}). So a member that loses the others one
 * after the other agrees with none of them meanwhile. Half is enough, because otherwise the loss of one of two would need the
 * operator. A member is known by its process: a merge gives it another UUID. Where {@code min-members} is 1, any number goes on.
 * Thread-safe.
 */
public final class CutOff {
    /** The attribute of a member that identifies its process. */
    public static final String PROCESS = "fraud.process";

    private final int membersMin;

    /** Addresses of the members that last agreed to be together, by process. Guarded by this. */
    private Map<String, String> agreed = Map.of();

    CutOff(int membersMin) {
        this.membersMin = membersMin;
    }

    /** Whether numbers alone are not enough. */
    public boolean isUsed() {
        return membersMin > 1;
    }

    /** What identifies the process of a member. */
    public static String process(Member member) {
        return Objects.requireNonNullElse(
                member.getAttribute(PROCESS), member.getUuid().toString());
    }

    /** The processes of members. */
    public static Set<String> processes(Collection<Member> members) {
        return members.stream().map(CutOff::process).collect(Collectors.toSet());
    }

    private static String address(Member member) {
        return member.getAddress().getHost() + ":" + member.getAddress().getPort();
    }

    /** Each of these members sees all of these and no others, and waits for nobody. */
    public synchronized void agreed(Collection<Member> members) {
        if (members.size() >= membersMin) {
            set(members);
        }
    }

    /** The operator goes on with these members. */
    public synchronized void goOn(Collection<Member> members) {
        set(members);
    }

    private void set(Collection<Member> members) {
        Map<String, String> now = new TreeMap<>();
        members.forEach(member -> now.put(process(member), address(member)));
        agreed = now;
    }

    /** That member has left in order: it does not go on anywhere. */
    synchronized void leftInOrder(Member member) {
        if (agreed.containsKey(process(member))) {
            Map<String, String> now = new TreeMap<>(agreed);
            now.remove(process(member));
            agreed = now;
        }
    }

    /**
     * Addresses of the members that may have gone on without those that are seen; nothing may be scored until enough of them are back,
     * or the operator goes on without them. None: these may go on.
     */
    public synchronized List<String> awaited(Collection<Member> seen) {
        if (!isUsed()) {
            return List.of();
        }
        Set<String> processes = processes(seen);
        long there = agreed.keySet().stream().filter(processes::contains).count();
        if (2 * there >= agreed.size()) {
            return List.of();
        }
        Set<String> addresses = seen.stream().map(CutOff::address).collect(Collectors.toSet());
        return agreed.entrySet().stream()
                .filter(member -> !processes.contains(member.getKey()) && !addresses.contains(member.getValue()))
                .map(Map.Entry::getValue)
                .sorted()
                .toList();
    }
}
