package com.hazelcast.certification.copies;

import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.MembersView.View;
import com.hazelcast.cluster.Cluster;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Enters the degraded state of {@link MembersView} when too few members for the copies have been there for long enough, or an
 * operator says so, and says in the log that it lasts. Leaving it needs nobody: it ends with the view. Thread-safe.
 */
final class DegradedWatch {
    private static final Logger LOG = LoggerFactory.getLogger(DegradedWatch.class);
    private static final long LINE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(60);

    private final MembersView members;
    private final Cluster cluster;
    private final int backups;
    private final Optional<Duration> degradedAfter;
    private @Nullable String logged;
    private long loggedNs;

    /**
     * @param backups that each shard is to have
     * @param degradedAfter how long too few members are waited for; empty: until one joins
     */
    DegradedWatch(MembersView members, Cluster cluster, int backups, Optional<Duration> degradedAfter) {
        this.members = members;
        this.cluster = cluster;
        this.backups = backups;
        this.degradedAfter = degradedAfter;
    }

    /** Looks; called a few times a second. */
    synchronized void look() {
        View view = members.look(cluster);
        Long leftMs = degradedInMs(view);
        if (leftMs != null && leftMs == 0) {
            members.degrade(
                    view,
                    cluster,
                    "no member that could hold the missing copies has joined for "
                            + degradedAfter.orElseThrow().toMillis() + " ms");
            view = members.look(cluster);
        }
        log(view);
    }

    /** Time until the degraded state is entered; null: it is not entered by itself, or it lasts. */
    @Nullable
    Long degradedInMs(View view) {
        if (degradedAfter.isEmpty() || view.isDegraded() || !members.mayDegrade(view)) {
            return null;
        }
        long waitedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - view.sinceNs());
        return Math.max(0, degradedAfter.get().toMillis() - waitedMs);
    }

    /** Members that must join before each shard can have all its copies. */
    int membersMissing(View view) {
        return Math.max(0, backups - view.backupsPossible());
    }

    /**
     * The operator goes on with so many members.
     *
     * @throws IllegalArgumentException when there are not so many, or so few score nothing
     */
    synchronized void expect(int count, int membersMin) {
        View view = members.look(cluster);
        int present = view.members().size();
        if (present != count) {
            throw new IllegalArgumentException(
                    "the cluster has " + present + " member(s); give that number: N=" + count);
        }
        if (present < membersMin) {
            throw new IllegalArgumentException("so few members score nothing, they may be cut off from the others: N="
                    + count + ", min-members=" + membersMin);
        }
        members.cutOff().goOn(view.members());
        if (membersMissing(view) == 0) {
            LOG.info(
                    "the operator expects {} member(s): they can hold all copies, so answers no longer wait for other members",
                    count);
            return;
        }
        if (!members.degrade(view, cluster, "the operator expects " + count + " member(s)")) {
            throw new IllegalArgumentException(
                    "the members have just changed, or some are leaving and too few stay; look at them and"
                            + " try again: N=" + count + ", min-members=" + membersMin);
        }
        look();
    }

    private void log(View view) {
        String because = view.degradedBecause();
        long nowNs = System.nanoTime();
        if (because == null) {
            if (logged != null) {
                LogEvent.DEGRADED_ENDED
                        .at(LOG)
                        .addKeyValue(Fields.BACKUPS, backups)
                        .log("degraded no longer: a strict answer takes {} backup(s) again", backups);
            }
        } else if (!because.equals(logged) || nowNs - loggedNs >= LINE_INTERVAL_NS) {
            loggedNs = nowNs;
            LogEvent.DEGRADED
                    .at(LOG)
                    .addKeyValue(Fields.BACKUPS, members.backupsNeeded(view))
                    .log(
                            "DEGRADED: answers are given with {} backup(s) instead of {}, because {}; what is answered now is lost when the"
                                    + " members that hold it are lost; start {} more member(s)",
                            members.backupsNeeded(view),
                            backups,
                            because,
                            membersMissing(view));
        }
        logged = because;
    }
}
