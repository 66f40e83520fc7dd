package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.console.overview.Overview.Problem;
import java.util.List;
import java.util.function.Predicate;

/** Finds members whose data folder cannot be written, or has copies that cannot be used. Pure. */
final class DiskConditions {
    private DiskConditions() {}

    /** @param areCopiesNeeded whether shards are missing, or answers wait for copies */
    static void find(List<MemberView> members, boolean areCopiesNeeded, List<Problem> found) {
        for (MemberView member : those(members, DiskFigures::isStalled)) {
            found.add(Condition.LOG_STALLED.problem(
                    member.address() + ": " + disk(member).stalled(),
                    "Answers of all shards with a copy there wait. Make room, or repair the disk: the member goes on by itself. Delete nothing in the data folder. If the disk is lost, stop the member: the others have its copies.",
                    null));
        }
        for (MemberView member : those(members, disk -> disk.broken() > 0)) {
            DiskFigures disk = disk(member);
            found.add(Condition.COPIES_BROKEN.problem(
                    areCopiesNeeded,
                    member.address() + ": " + disk.broken()
                            + (disk.broken() == 1 ? " copy of a shard" : " copies of shards")
                            + " cannot be used: data-dir=" + disk.folder() + ": " + disk.brokenBecause(),
                    "Copies of other members are used. Look at the disk. A shard of which no member has a whole copy comes back from a backup: ./fraud ctl restore.",
                    null));
        }
    }

    /** Which logs answers wait for that are held back or late, as the end of a sentence; empty: for none. */
    static String stalled(List<MemberView> members) {
        List<MemberView> stalled = those(members, DiskFigures::isStalled);
        return stalled.isEmpty() ? "" : ": the log of " + ClusterConditions.names(stalled) + " cannot be written";
    }

    /**
     * Which disks have copies that answers may wait for, as the end of a sentence; empty: none. In a cluster that has gone on without a
     * member nothing waits for what it brings.
     */
    static String unread(List<MemberView> members) {
        List<MemberView> unread = those(members, disk -> disk.unread() > 0);
        return unread.isEmpty()
                ? ""
                : "; copies of shards that were read from the disk of " + ClusterConditions.names(unread)
                        + " are not with their owners yet";
    }

    private static DiskFigures disk(MemberView member) {
        MemberSample sample = member.heardSample();
        return sample == null ? DiskFigures.NONE : sample.disk();
    }

    private static List<MemberView> those(List<MemberView> members, Predicate<DiskFigures> holds) {
        return members.stream().filter(member -> holds.test(disk(member))).toList();
    }
}
