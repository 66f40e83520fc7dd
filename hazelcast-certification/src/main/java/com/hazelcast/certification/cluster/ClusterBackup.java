package com.hazelcast.certification.cluster;

import com.hazelcast.certification.loading.ShardRestore;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.BackupManifest;
import com.hazelcast.cluster.Member;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the members of a cluster copy what they have on disk, or else in memory, into a folder that all of them see, and bring it back into another cluster.
 * Thread-safe; waits as long as that takes.
 */
public final class ClusterBackup {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterBackup.class);

    /** The argument of {@link ControlVerb#STOP} before all else: it stops nothing, and fails on a member that has shards on disk which are not in place yet. */
    public static final String RESTORE_ASKED = "restore-asked";

    /** The argument of {@link ControlVerb#STOP} before anything is brought back: from then on no member starts by itself, also when all end meanwhile. */
    public static final String RESTORE_BEGINS = "restore-begins";

    /** The argument of {@link ControlVerb#STOP} when owners and backups have all: it stops nothing, and is answered when their disks have it, too. */
    public static final String RESTORE_KEPT = "restore-kept";

    /** The argument of {@link ControlVerb#STOP} when all is back. It stops nothing: members have been stopped, and what a person has started since goes on. */
    public static final String RESTORE_ENDED = "restore-ended";

    /** In an unknown state a member may score. */
    private static final Set<MemberState> SCORING =
            EnumSet.of(MemberState.SCORING, MemberState.WAITING, MemberState.HELD, MemberState.UNKNOWN);

    private final ClusterControl control;
    private final ControlCalls calls;

    ClusterBackup(ClusterControl control, ControlCalls calls) {
        this.control = control;
        this.calls = calls;
    }

    /**
     * Makes a backup while members score: all that was answered before this call is in it, and maybe some of what is answered meanwhile.
     *
     * @param clock says when it was taken
     * @param done takes what each member has copied
     * @throws IllegalStateException when a member cannot, or shards that were there are in no folder; says what to do. What others have copied
     *     stays
     */
    public void backUp(Path folder, Clock clock, Consumer<Backup.Report> done) {
        int there = control.shardCount() - control.missingShards();
        long takenAtMs = clock.millis();
        List<Future<String>> asked = calls.members().stream()
                .map(member -> calls.submit(member, ControlVerb.BACK_UP, takenAtMs + " " + folder))
                .toList();
        List<Backup.Report> reports = new ArrayList<>();
        for (Future<String> one : asked) {
            Backup.Report report = MemberControl.read(await(one, "the backup"), Backup.Report.class);
            reports.add(report);
            done.accept(report);
        }
        int missing = missing(reports, there);
        if (missing > 0) {
            throw new IllegalStateException(
                    "shards have moved between members meanwhile, and are in no folder of the backup; repeat it: shards="
                            + missing);
        }
    }

    /** How many of so many shards are in no folder; 0 where a member of an earlier release does not say which it has. */
    static int missing(List<Backup.Report> reports, int there) {
        Set<Integer> all = new HashSet<>();
        for (Backup.Report report : reports) {
            Optional<List<Integer>> keys = Optional.ofNullable(report.keys());
            if (keys.isEmpty()) {
                return 0;
            }
            all.addAll(keys.get());
        }
        return Math.max(0, there - all.size());
    }

    /**
     * Has the command of each member, one after the other, bring a backup into a folder, which may be one that all of them see, or one of each.
     *
     * @param done takes the end of each command's output
     * @throws IllegalStateException when members score, or one cannot; says what to do
     */
    public void fetch(Path folder, Consumer<String> done) {
        Set<MemberState> unused = requireNotScoring();
        for (Member member : calls.members()) {
            done.accept(await(calls.submit(member, ControlVerb.FETCH_BACKUP, folder.toString()), "the fetching"));
        }
    }

    /**
     * Brings a backup back, into a cluster of any number of members that has no histories: one member's folder after the other by each member.
     * Members that were to start by themselves do so when all is back; when the restore fails, they stay stopped, also when they start again.
     *
     * @param done takes what was brought back of each folder, and why a folder is not used: it is of another life of the cluster
     * @return when the backup was taken, in ms since 1970: what was answered since is not in it; empty: no manifest can be read
     * @throws IllegalStateException when the cluster has histories, loads or scores, or a member cannot; says what to do
     */
    public OptionalLong restore(Path folder, Consumer<ShardRestore.Report> done) throws IOException {
        requireNoLoad();
        int there = control.shardCount() - control.missingShards();
        if (there > 0) {
            throw new IllegalStateException(
                    "the cluster has histories, and a backup would be mixed with them: stop all members, and start them without --load"
                            + " and with empty data folders: shardsLoaded="
                            + there);
        }
        BackupManifest.Parts parts = Backup.parts(folder);
        List<Path> folders = parts.used();
        if (folders.isEmpty()) {
            throw new IllegalStateException("there is no backup in that folder: FOLDER=" + folder);
        }
        Set<MemberState> states = requireNotScoring();
        // They may be of another life of the cluster, and nothing of them is in place while members are waited for.
        List<String> unusedAnswers = calls.callAll(ControlVerb.STOP, RESTORE_ASKED);
        parts.leftOut()
                .forEach((member, why) -> done.accept(new ShardRestore.Report(member.toString(), 0, List.of(why))));
        List<Member> members = List.copyOf(calls.members());
        // First: decisions of the backup are read by its sets.
        String unused = calls.call(members.get(0), ControlVerb.RESTORE_RULES, folder.toString());
        // After the first folders all shards may be there, some of them older than those of the next: members that wait
        // for shards, or join meanwhile,
        // must not start then.
        List<String> unusedReports = calls.callAll(ControlVerb.STOP, RESTORE_BEGINS);
        try {
            // From now on none begins; one may have begun since the first look.
            requireNoLoad();
        } catch (IllegalStateException e) {
            end(states);
            throw e;
        }
        for (int from = 0; from < folders.size(); from += members.size()) {
            List<Future<String>> asked = new ArrayList<>();
            for (int i = from; i < Math.min(folders.size(), from + members.size()); i++) {
                asked.add(calls.submit(
                        members.get(i - from),
                        ControlVerb.RESTORE,
                        folders.get(i).toString()));
            }
            for (Future<String> one : asked) {
                done.accept(MemberControl.read(await(one, "the restore"), ShardRestore.Report.class));
            }
        }
        awaitKept();
        end(states);
        return parts.takenAtMs();
    }

    /**
     * Until then a disk may have what a shard was before the last folders, and a start would take it for the shard. Where a member leaves meanwhile, others
     * get copies of its shards, and are asked again.
     */
    private void awaitKept() {
        Set<UUID> left = new HashSet<>();
        while (!areKept(left)) {
            LOG.debug("members have left before their disks had all: {}", left);
        }
    }

    /** Asks all members but those; returns false, and adds it, when one has left. */
    private boolean areKept(Set<UUID> left) {
        Map<UUID, Future<String>> asked = new HashMap<>();
        for (Member member : calls.members()) {
            if (!left.contains(member.getUuid())) {
                asked.put(member.getUuid(), calls.submit(member, ControlVerb.STOP, RESTORE_KEPT));
            }
        }
        boolean areAllHere = true;
        for (Map.Entry<UUID, Future<String>> one : asked.entrySet()) {
            try {
                String unused = await(one.getValue(), "the restore");
            } catch (IllegalStateException e) {
                if (!ControlCalls.hasLeft(e.getCause())) {
                    throw e;
                }
                left.add(one.getKey());
                areAllHere = false;
            }
        }
        return areAllHere;
    }

    /** Nothing more is brought back: members that waited for their shards before do so again. */
    private void end(Set<MemberState> before) {
        List<String> unusedEnds = calls.callAll(ControlVerb.STOP, RESTORE_ENDED);
        if (before.contains(MemberState.WAITING_FOR_LOAD)) {
            calls.callAll(ControlVerb.START, StartWhen.LOADED.name());
        }
    }

    /** A shard that is loaded meanwhile would be united with the backup's. */
    private void requireNoLoad() {
        if (control.loadState().running()) {
            throw new IllegalStateException(
                    "a load runs, and a backup would be mixed with what it loads: stop all members, and start them without --load and with"
                            + " empty data folders");
        }
    }

    /** What the members do, none of which scores. */
    private Set<MemberState> requireNotScoring() {
        Set<MemberState> states =
                control.statuses().stream().map(MemberStatus::state).collect(Collectors.toSet());
        if (states.stream().anyMatch(SCORING::contains)) {
            throw new IllegalStateException(
                    "members score already, and would decide by histories that are not all there yet; stop them first ('ctl stop'), and"
                            + " start them afterwards");
        }
        return states;
    }

    private static String await(Future<String> call, String what) {
        try {
            return call.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalStateException(what + " failed: " + cause.getMessage(), cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(what + " was interrupted", e);
        }
    }
}
