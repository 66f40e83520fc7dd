package com.hazelcast.certification.backup;

import com.hazelcast.certification.storage.files.FolderDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a member runs for backups. Immutable; thread-safe.
 *
 * @param afterBackup when its folder of a backup has changed: with its part of a backup, when that is committed, and when what was before
 *     is removed; empty: nothing
 * @param beforeRestore when a backup is to be brought back; empty: nothing
 */
public record BackupCommands(Optional<OperatorCommand> afterBackup, Optional<OperatorCommand> beforeRestore) {
    /** Nothing is run. */
    public static final BackupCommands NONE = new BackupCommands(Optional.empty(), Optional.empty());

    private static final String FOLDER = "folder";
    private static final String MEMBER = "member";

    /**
     * As they are configured.
     *
     * @param backup the key {@code backup-command}; null: not given
     * @param restore the key {@code restore-command}; null: not given
     * @param within how long each may take
     * @throws IllegalArgumentException naming the key, and what is wrong
     */
    public static BackupCommands parse(@Nullable String backup, @Nullable String restore, Duration within) {
        return new BackupCommands(
                Optional.ofNullable(backup)
                        .map(text -> OperatorCommand.parse("backup-command", text, Set.of(FOLDER, MEMBER), within)),
                Optional.ofNullable(restore)
                        .map(text -> OperatorCommand.parse("restore-command", text, Set.of(FOLDER), within)));
    }

    /**
     * Refuses a folder of a backup that a program could take for something else.
     *
     * @throws IllegalArgumentException when it is no absolute path
     */
    public static void requireAbsolute(Path folder) {
        if (!folder.isAbsolute()) {
            throw new IllegalArgumentException("give the folder of the backup by its absolute path: folder=" + folder);
        }
    }

    /**
     * A member's folder of a backup has changed; returns when it has been sent on, if it is to be.
     *
     * @return the end of the command's output; empty: nothing is run
     * @throws IllegalStateException when that has failed; says why
     */
    public String sendOn(Path member) throws InterruptedException {
        if (afterBackup.isEmpty()) {
            return "";
        }
        try {
            return afterBackup
                    .get()
                    .run(Map.of(FOLDER, member.toString(), MEMBER, String.valueOf(member.getFileName())));
        } catch (IllegalStateException e) {
            throw new IllegalStateException(
                    "the files are in " + member + ", but were not sent on: " + e.getMessage(), e);
        }
    }

    /**
     * Has a backup brought into a folder; returns when it is there.
     *
     * @return the end of the command's output
     * @throws IllegalStateException when that has failed, or nothing is configured for it; says what to do
     */
    public String fetch(Path folder) throws InterruptedException {
        OperatorCommand command = beforeRestore.orElseThrow(
                () -> new IllegalStateException(
                        "this member has no command that fetches a backup; give members the key restore-command, or leave --fetch out"));
        try {
            FolderDisk.createPrivate(folder);
        } catch (IOException e) {
            throw new IllegalStateException("the folder for the backup cannot be made: folder=" + folder + ": " + e, e);
        }
        return command.run(Map.of(FOLDER, folder.toString()));
    }
}
