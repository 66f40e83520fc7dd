package com.hazelcast.certification.backup;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.waiting.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backups that are made while an earlier one is being sent on. */
@Timeout(60)
class SentBackupsTest {
    @TempDir
    private Path folder;

    private final AtomicInteger made = new AtomicInteger();

    private Backup.Report make(Path into, long takenAtMs) {
        made.incrementAndGet();
        return new Backup.Report(into.resolve("member-1").toString(), 1, takenAtMs, 0, "", List.of(3));
    }

    private Thread begin(SentBackups backups, long takenAtMs) {
        Thread thread = new Thread(() -> {
            try {
                Backup.Report unused = backups.prepare(folder, takenAtMs);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Test
    void shouldMakeNoBackupWhileOneIsBeingSentOn() throws IOException, InterruptedException {
        Path begun = folder.resolve("begun");
        Path end = folder.resolve("end");
        Path program = Files.writeString(
                folder.resolve("program"), "touch " + begun + "\nwhile [ ! -e " + end + " ]; do sleep 1; done\n");
        SentBackups backups = new SentBackups(
                this::make, BackupCommands.parse("/bin/sh " + program + " {folder}", null, Duration.ofMinutes(2)));

        Thread first = begin(backups, 1);
        Await.until("the first one is being sent on", () -> Files.exists(begun));
        Thread second = begin(backups, 2);
        Await.until("the next one waits", () -> second.getState() == Thread.State.BLOCKED);
        assertThat(made).as("backups that were made meanwhile").hasValue(1);
        Files.createFile(end);
        first.join();
        second.join();

        assertThat(made).hasValue(2);
    }
}
