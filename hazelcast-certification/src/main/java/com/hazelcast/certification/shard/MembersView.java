package com.hazelcast.certification.shard;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.spi.partitiongroup.PartitionGroupMetaData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which members a member sees, as a number that only grows: each list of members that Hazelcast makes gets the next one, also
 * when the same members are in it as in an earlier one. A look costs a comparison of two references, because Hazelcast hands
 * out the same list until there is another, and is never late, as a listener would be. Thread-safe.
 *
 * <p>The <em>degraded state</em> is part of the view: fewer copies than configured are enough, because no member is left that
 * could hold the others. It is entered for one view, and ends with it: whoever joins makes another view, and what is not
 * known to be degraded is strict. Nothing can bring it back with the members of an earlier time.
 *
 * <p>A member that has said that it leaves holds no copy any more, though it is still seen: Hazelcast takes it off the shards'
 * places at once, and sends no backups to a place that is empty. Where too few stay for the copies, its word makes another view.
 */
public final class MembersView {
    /** A view that nobody has: an answer that carries it holds nothing that could be lost. */
    public static final long NONE = 0;

    /** A look that failed: not the number of any view. */
    public static final long UNKNOWN = -1;

    /** Members that have said that they leave and are still there; more than that leave without a word. */
    private static final int LEAVING_MAX = 1_000;

    private final AtomicLong numbers =
            new AtomicLong(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE / 2));
    private final Set<UUID> leaving = new HashSet<>();
    private final int backups;
    private final int membersMin;
    private final CutOff cutOff;
    private volatile View current = new View(numbers.get(), Set.of(), 0, System.nanoTime(), null);

    /**
     * A look.
     *
     * @param number of this view; no other view of any member has it
     * @param members that are seen, this one included
     * @param backupsPossible backups that those of them that stay can hold of a shard, at most
     * @param sinceNs when it was first looked at, by {@code System.nanoTime()}
     * @param degradedBecause why fewer copies are enough; null: all configured ones are needed
     */
    public record View(
            long number,
            Set<Member> members,
            int backupsPossible,
            long sinceNs,
            @Nullable String degradedBecause) {
        /** Whether fewer copies than configured are enough. */
        public boolean isDegraded() {
            return degradedBecause != null;
        }
    }

    /**
     * Nothing seen yet.
     *
     * @param backups that each shard is to have
     * @param membersMin fewer members never go on with fewer copies: they may be the smaller side of a split
     */
    MembersView(int backups, int membersMin) {
        this.backups = backups;
        this.membersMin = membersMin;
        this.cutOff = new CutOff(membersMin);
    }

    /** Which members may have gone on without this one. */
    public CutOff cutOff() {
        return cutOff;
    }

    /** The view now. */
    public View look(Cluster cluster) {
        View seen = current;
        // The same list, not an equal one: members that were there before may be there again.
        return seen.members() == cluster.getMembers() ? seen : change(cluster);
    }

    private synchronized View change(Cluster cluster) {
        // Read again: another thread may have seen a newer list than the caller.
        Set<Member> members = cluster.getMembers();
        View before = current;
        if (before.members() != members) {
            List<Member> left = new ArrayList<>(before.members());
            left.removeAll(members);
            boolean hasJoined = !before.members().containsAll(members);
            String because = hasJoined ? null : inOrder(before, members, left, "left");
            current = new View(nextNumber(), members, backupsPossible(staying(members)), System.nanoTime(), because);
            left.stream().filter(member -> leaving.contains(member.getUuid())).forEach(cutOff::leftInOrder);
            leaving.retainAll(members.stream().map(Member::getUuid).collect(Collectors.toSet()));
        }
        return current;
    }

    /**
     * Why a view is degraded from its beginning: all who are missing leave in order or have left so, and the view before had all copies
     * or was degraded itself. Null: it is not.
     */
    private @Nullable String inOrder(View before, Set<Member> now, List<Member> missing, String verb) {
        // One that was lost is missed until somebody or the configured time says otherwise, whoever leaves meanwhile.
        boolean isOneMissed = !before.isDegraded() && before.backupsPossible() < backups;
        boolean isOrderly = !missing.isEmpty()
                && !isOneMissed
                && missing.stream().map(Member::getUuid).allMatch(leaving::contains);
        return isOrderly && mayDegrade(now)
                ? missing.stream().map(member -> member.getAddress().toString()).collect(Collectors.joining(", ")) + " "
                        + verb + " in order"
                : null;
    }

    private List<Member> staying(Set<Member> members) {
        return members.stream()
                .filter(member -> !leaving.contains(member.getUuid()))
                .toList();
    }

    /** Backups that these members can hold of a shard: no two copies are on one member, nor in one zone. */
    private static int backupsPossible(Collection<Member> members) {
        long places = members.stream()
                .map(member -> Objects.requireNonNullElse(
                        member.getAttribute(PartitionGroupMetaData.PARTITION_GROUP_ZONE),
                        member.getUuid().toString()))
                .distinct()
                .count();
        return Math.max(0, (int) places - 1);
    }

    private boolean mayDegrade(Set<Member> members) {
        List<Member> staying = staying(members);
        return backupsPossible(staying) < backups && staying.size() >= membersMin;
    }

    /** That member says that it leaves in order: from now on it counts for no copy, and when it has left, nothing waits for it. */
    public synchronized void leaves(UUID member) {
        if (leaving.size() == LEAVING_MAX || !leaving.add(member)) {
            return;
        }
        View before = current;
        int possible = backupsPossible(staying(before.members()));
        if (possible < Math.min(backups, before.backupsPossible())) {
            List<Member> leavers = new ArrayList<>(before.members());
            leavers.removeAll(staying(before.members()));
            String because = inOrder(before, before.members(), leavers, "leaves");
            current = new View(nextNumber(), before.members(), possible, System.nanoTime(), because);
        }
    }

    /**
     * Enters the degraded state, if the view is still that one and its members are too few for the copies.
     *
     * @return whether it is degraded now
     */
    public synchronized boolean degrade(View seen, Cluster cluster, String because) {
        View now = look(cluster);
        if (now.number() != seen.number() || !mayDegrade(now.members())) {
            return false;
        }
        if (!now.isDegraded()) {
            current = new View(now.number(), now.members(), now.backupsPossible(), now.sinceNs(), because);
        }
        return true;
    }

    /** Whether the members that stay are too few for the copies, and not fewer than may go on alone. */
    public synchronized boolean mayDegrade(View view) {
        return mayDegrade(view.members());
    }

    /** Backups without which nothing is answered in that view. */
    public int backupsNeeded(View view) {
        return view.isDegraded() ? Math.min(backups, view.backupsPossible()) : backups;
    }

    /** A number that this member has never used. */
    public long nextNumber() {
        return numbers.incrementAndGet();
    }
}
