package com.hazelcast.certification.backup;

import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.BackupParts;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A member's part of backups, which is sent on after each step, if it is to be. So what was sent is committed as the folder is: nothing of
 * the backup before is removed there until another one is. Thread-safe; one step at a time, until it has been sent on: another backup into
 * the same folder removes files that the program may still send, and the program may remove at its end what the next one has sent.
 */
public final class SentBackups {
    private final BackupSource source;
    private final BackupCommands commands;

    /** Of a member. */
    public SentBackups(BackupSource source, BackupCommands commands) {
        this.source = source;
        this.commands = commands;
    }

    /**
     * Writes this member's part of a backup beside that of the committed one.
     *
     * @throws StorageException when it cannot be made; says what to do
     * @throws IllegalStateException when it is not sent on; says why
     */
    public synchronized Backup.Report prepare(Path folder, long takenAtMs) throws InterruptedException {
        Backup.Report report = source.prepare(folder, takenAtMs);
        return report.withCommandOutput(commands.sendOn(Path.of(report.folder())));
    }

    /**
     * Commits what was prepared, and removes what was before it.
     *
     * @param member this member's folder
     * @param members names of the folders of all members
     * @return the end of what the command wrote
     * @throws StorageException when it cannot be committed, or what was before cannot be removed; says what to do
     * @throws IllegalStateException when it is not sent on; says why
     */
    public synchronized String commit(Path member, long takenAtMs, List<String> members) throws InterruptedException {
        try {
            Backup.commit(member, takenAtMs, members);
            // A program that is ended while it sends all of this at once may have removed files before the rest is
            // there.
            String committed = commands.sendOn(member);
            Backup.clean(member);
            return Stream.of(committed, commands.sendOn(member))
                    .filter(output -> !output.isEmpty())
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new StorageException(
                    "a member's part of the backup could not be committed, or what was before it not removed; check the folder, and repeat the backup: folder="
                            + member + ": " + e,
                    e);
        }
    }

    /**
     * As {@link #commit}, of all parts of a committed backup in that folder that are not committed and cleaned yet: their members, or the
     * command, had failed.
     */
    public synchronized void finish(Path folder, long takenAtMs, List<String> members) throws InterruptedException {
        try {
            for (Path member : BackupParts.unfinished(folder, takenAtMs)) {
                String unused = commit(member, takenAtMs, members);
            }
        } catch (IOException e) {
            throw new StorageException("the folder of the backup cannot be read: folder=" + folder + ": " + e, e);
        }
    }
}
