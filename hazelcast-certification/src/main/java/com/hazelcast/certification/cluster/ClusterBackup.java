package com.hazelcast.certification.cluster;

import com.hazelcast.certification.loading.ShardRestore;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.BackupParts;
import com.hazelcast.cluster.Member;
import com.hazelcast.map.IMap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the members of a cluster copy what they have on disk, or else in memory, into a folder that all of them see, and bring it back into
 * another cluster. Thread-safe; waits as long as that takes.
 */
public final class ClusterBackup {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterBackup.class);

    /**
     * The argument of {@link ControlVerb#STOP} before all else: it stops nothing, and fails on a member that has shards on disk which are
     * not in place yet.
     */
    public static final String RESTORE_ASKED = "restore-asked";

    /**
     * The argument of {@link ControlVerb#STOP} before anything is brought back: from then on no member starts by itself, also when all end
     * meanwhile.
     */
    public static final String RESTORE_BEGINS = "restore-begins";

    /** The argument of {@link ControlVerb#STOP} when owners and backups have all: it stops nothing, and is answered when their disks have it, too. */
    public static final String RESTORE_KEPT = "restore-kept";

    /**
     * The argument of {@link ControlVerb#STOP} when all is back. It stops nothing: members have been stopped, and what a person has started
     * since goes on.
     */
    public static final String RESTORE_ENDED = "restore-ended";

    /** The first word of an argument of {@link ControlVerb#BACK_UP}, before the folder: what the folder has; answer {@link BackupParts.Present}. */
    private static final String BEGIN = "begin";

    /** As {@link #BEGIN}, before a time and the folder: copy what this member has beside what the folder has; answer {@link Backup.Report}. */
    private static final String PREPARE = "prepare";

    /**
     * As {@link #BEGIN}, before a time, the names of all members' folders and this member's: make that the backup; answer the end of its
     * command's output.
     */
    private static final String COMMIT = "commit";

    /** As {@link #COMMIT}, before the folder of the backup: commit what members had prepared that have not ended it; answer nothing. */
    private static final String FINISH = "finish";

    /** A map without entries, in which the folder of a backup is locked while it is made. A lock goes with the client that has it. */
    private static final String LOCKS = "fraud-backups";

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
     * Does on a member what an argument of {@link ControlVerb#BACK_UP} says.
     *
     * @throws IllegalArgumentException when it is none of this release
     */
    static String handle(ControlledMember member, String argument) throws InterruptedException {
        String[] words = argument.split(" ", 2);
        switch (words[0]) {
            case BEGIN -> {
                return MemberControl.write(member.presentBackup(Path.of(words[1])));
            }
            case PREPARE -> {
                String[] more = words[1].split(" ", 2);
                return MemberControl.write(member.prepareBackup(Path.of(more[1]), Long.parseLong(more[0])));
            }
            case COMMIT -> {
                String[] more = words[1].split(" ", 3);
                return member.commitBackup(Path.of(more[2]), Long.parseLong(more[0]), List.of(more[1].split(",")));
            }
            case FINISH -> {
                String[] more = words[1].split(" ", 3);
                member.finishBackup(Path.of(more[2]), Long.parseLong(more[0]), List.of(more[1].split(",")));
                return "";
            }
            default ->
                throw new IllegalArgumentException(
                        "this member makes no backup for a 'ctl' of an earlier release; use that of its own release");
        }
    }

    /**
     * Makes a backup while members score: all that was answered before this call is in it, and maybe some of what is answered meanwhile. Each member
     * writes its part beside that of the earlier backup into the same folder; when all have, the new one takes its place in one step.
     *
     * @param clock says when it was taken
     * @param done takes what each member has copied, when the backup is the valid one
     * @throws IllegalStateException when a member cannot, shards that were there are in no folder, or shards of the earlier backup are in
     *     none; says what to do. Until the new backup is the valid one, the earlier one is
     */
    public void backUp(Path folder, Clock clock, Consumer<Backup.Report> done) {
        IMap<String, Long> locks = calls.hazelcast().getMap(LOCKS);
        if (!locks.tryLock(folder.toString())) {
            throw new IllegalStateException(
                    "another 'ctl backup' writes into that folder; wait for its end: FOLDER=" + folder);
        }
        try {
            backUpAlone(folder, clock, done);
        } finally {
            unlock(locks, folder);
        }
    }

    private static void unlock(IMap<String, Long> locks, Path folder) {
        try {
            locks.unlock(folder.toString());
        } catch (RuntimeException e) {
            // What became of the backup is known by then, and is reported.
            LOG.warn("the lock of the backup's folder was lost while it was made: FOLDER={}", folder, e);
        }
    }

    private void backUpAlone(Path folder, Clock clock, Consumer<Backup.Report> done) {
        int there = control.shardCount() - control.missingShards();
        List<Member> members = List.copyOf(calls.members());
        List<BackupParts.Present> present = submit(members, BEGIN + " " + folder).stream()
                .map(one -> MemberControl.read(
                        await(one, "the begin of the backup, for which all members must be of this release,"),
                        BackupParts.Present.class))
                .toList();
        BackupParts.Present newest = present.stream()
                .max(Comparator.comparingLong(BackupParts.Present::committedAtMs))
                .orElseThrow();
        finish(newest, members, present, folder);
        long takenAtMs = clock.millis();
        if (takenAtMs <= newest.committedAtMs()) {
            throw new IllegalStateException("the earlier backup is of a later time; set the clock of this host: now="
                    + Instant.ofEpochMilli(takenAtMs) + " earlierTakenAt="
                    + Instant.ofEpochMilli(newest.committedAtMs()));
        }
        List<Backup.Report> reports = new ArrayList<>();
        for (Future<String> one : submit(members, PREPARE + " " + takenAtMs + " " + folder)) {
            reports.add(MemberControl.read(await(one, "the backup"), Backup.Report.class));
        }
        Set<Integer> before =
                present.stream().flatMap(one -> one.shards().stream()).collect(Collectors.toSet());
        requireAll(reports, there, before, folder);
        commit(takenAtMs, members, reports, done);
    }

    /** A backup that was committed by some members is the valid one: the others have parts of it that they must not take for what failed. */
    private void finish(
            BackupParts.Present newest, List<Member> members, List<BackupParts.Present> present, Path folder) {
        for (int i = 0; i < members.size(); i++) {
            if (present.get(i).prepared().contains(newest.committedAtMs())) {
                String argument =
                        FINISH + " " + newest.committedAtMs() + " " + String.join(",", newest.members()) + " " + folder;
                String unused = await(
                        calls.submit(members.get(i), ControlVerb.BACK_UP, argument),
                        "the commit of the earlier backup");
            }
        }
    }

    private List<Future<String>> submit(List<Member> members, String argument) {
        return members.stream()
                .map(member -> calls.submit(member, ControlVerb.BACK_UP, argument))
                .toList();
    }

    /**
     * Refuses a backup without all shards.
     *
     * @param there how many shards the cluster had
     * @param before keys of those of the earlier backup
     */
    static void requireAll(List<Backup.Report> reports, int there, Set<Integer> before, Path folder) {
        Set<Integer> all =
                reports.stream().flatMap(report -> report.keys().stream()).collect(Collectors.toSet());
        if (all.size() < there) {
            throw new IllegalStateException(
                    "shards have moved between members meanwhile, and are in no folder of the backup; the earlier one stays, repeat it: shards="
                            + (there - all.size()));
        }
        Set<Integer> lost = new HashSet<>(before);
        lost.removeAll(all);
        if (!lost.isEmpty()) {
            throw new IllegalStateException(lost.size()
                    + " shards are not there, and may be in the earlier backup, which this one would replace; restore or load them"
                    + " first, or name another folder: folder=" + folder);
        }
    }

    /** One after the other: the first member makes the backup the valid one for all that see its folder. */
    private void commit(
            long takenAtMs, List<Member> members, List<Backup.Report> reports, Consumer<Backup.Report> done) {
        String names = reports.stream()
                .map(report -> String.valueOf(Path.of(report.folder()).getFileName()))
                .collect(Collectors.joining(","));
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            Backup.Report report = reports.get(i);
            String argument = COMMIT + " " + takenAtMs + " " + names + " " + report.folder();
            try {
                String output = await(calls.submit(members.get(i), ControlVerb.BACK_UP, argument), "its commit");
                done.accept(report.withCommandOutput(Stream.of(report.commandOutput(), output)
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("\n"))));
            } catch (IllegalStateException e) {
                if (i == 0) {
                    throw new IllegalStateException(
                            "the backup was not committed, and the earlier one may still be the valid one; repeat it: member="
                                    + members.get(i).getAddress() + ": " + e.getMessage(),
                            e);
                }
                failures.add(members.get(i).getAddress() + ": " + e.getMessage());
            }
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException(
                    "the backup is the valid one, but not every member has removed what was before; repeat it: "
                            + failures);
        }
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
     * @param done takes what was brought back of each folder, why a folder is not used, which parts are missing, and whether the sets of rules are
     *     damaged: then the cluster keeps its own
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
        BackupParts parts = BackupParts.of(folder);
        List<Path> folders = parts.used();
        if (folders.isEmpty()) {
            throw new IllegalStateException("there is no backup in that folder: FOLDER=" + folder);
        }
        Set<MemberState> states = requireNotScoring();
        // They may be of another life of the cluster, and nothing of them is in place while members are waited for.
        List<String> unusedAnswers = calls.callAll(ControlVerb.STOP, RESTORE_ASKED);
        parts.leftOut()
                .forEach((member, why) -> done.accept(new ShardRestore.Report(member.toString(), 0, List.of(why))));
        if (!parts.problems().isEmpty()) {
            done.accept(new ShardRestore.Report(folder.toString(), 0, parts.problems()));
        }
        parts.rulesProblem()
                .ifPresent(problem -> done.accept(new ShardRestore.Report(folder.toString(), 0, List.of(problem))));
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
     * Until then a disk may have what a shard was before the last folders, and a start would take it for the shard. Where a member leaves
     * meanwhile, others get copies of its shards, and are asked again.
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
