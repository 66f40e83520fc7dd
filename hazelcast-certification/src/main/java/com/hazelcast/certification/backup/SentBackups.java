package com.hazelcast.certification.backup;

import com.hazelcast.certification.storage.Backup;
import java.nio.file.Path;

/**
 * Backups of a member that are sent on when they are whole, if they are to be. Thread-safe; one at a time, until it has been sent on: the next one into
 * the same folder removes files that the program may still send, and the program may remove at its end what the next one has sent.
 */
public final class SentBackups implements BackupSource {
    private final BackupSource source;
    private final BackupCommands commands;

    /** Of a member. */
    public SentBackups(BackupSource source, BackupCommands commands) {
        this.source = source;
        this.commands = commands;
    }

    /** @throws IllegalStateException when it is not sent on; says why */
    @Override
    public synchronized Backup.Report backUp(Path folder, long takenAtMs) throws InterruptedException {
        return commands.sendOn(source.backUp(folder, takenAtMs));
    }
}
