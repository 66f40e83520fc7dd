package com.hazelcast.certification.cli.backup;

import com.hazelcast.certification.backup.BackupCheck;
import com.hazelcast.certification.cli.options.ControlAccess;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.BackupParts;
import com.hazelcast.certification.storage.files.DataKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code ./fraud ctl backup}: has each member copy its shards into a folder that all of them see. */
@Command(
        name = "backup",
        mixinStandardHelpOptions = true,
        description =
                "Have each member copy its shards into a folder that all members see, while they score; into a folder with an earlier backup only what is new.",
        subcommands = BackupCommand.Verify.class)
public final class BackupCommand implements Callable<Integer> {
    private static final double MIB = 1 << 20;

    @ParentCommand
    ControlAccess control;

    @Parameters(paramLabel = "FOLDER", arity = "0..1", description = "The folder, by its absolute path.")
    @Nullable
    Path folder;

    @Override
    public Integer call() {
        Path to = required(folder);
        return control.with(cluster -> {
            cluster.backup().backUp(to, Clock.systemUTC(), BackupCommand::print);
            return 0;
        });
    }

    /** @throws IllegalArgumentException when it is no absolute path: members have folders of their own to start from */
    static Path required(@Nullable Path folder) {
        if (folder == null || !folder.isAbsolute()) {
            throw new IllegalArgumentException(
                    "give the folder of the backup by its absolute path, which is the same on every member: FOLDER="
                            + (folder == null ? "" : folder));
        }
        return folder.normalize();
    }

    private static void print(Backup.Report report) {
        System.out.printf(
                Locale.ROOT,
                "backed up %d shards to %s: %.1f MiB, %.1f MiB of them copied now%n",
                report.shards(),
                report.folder(),
                report.sizeBytes() / MIB,
                report.copiedBytes() / MIB);
        printOutput("backup-command", report.commandOutput());
    }

    /** A release before has none. */
    static void printOutput(String key, @Nullable String output) {
        if (output != null && !output.isEmpty()) {
            output.lines().forEach(line -> System.out.println("  " + key + ": " + line));
        }
    }

    /** Checks a backup without a cluster. */
    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            description =
                    "Read a backup as a restore does, and print which shards have a whole copy; exit status 1 when something is wrong.")
    static final class Verify implements Callable<Integer> {
        @Parameters(paramLabel = "FOLDER", description = "The folder of the backup.")
        Path folder;

        @Option(
                names = "--data-key-file",
                paramLabel = "FILE",
                description =
                        "Key by which the backup is encrypted: the members' own data-key-file. Without it, only checksums of an encrypted backup are compared.")
        @Nullable
        Path dataKeyFile;

        @Override
        public Integer call() throws IOException, InterruptedException {
            BackupParts parts = BackupParts.of(folder);
            parts.leftOut()
                    .forEach((member, why) -> System.out.println("  not used: " + member.getFileName() + ": " + why));
            BackupCheck.Result found =
                    BackupCheck.of(folder, Optional.ofNullable(dataKeyFile).map(DataKey::read));
            found.members().forEach(Verify::print);
            found.problems().forEach(problem -> System.out.println("  " + problem));
            if (!found.isRead()) {
                System.out.println(
                        "  files are encrypted, and only checksums were compared: whether the log has gaps, and whether the key fits, was not looked at; give --data-key-file");
            }
            System.out.printf(
                    "backup: %s: %d member(s), %d of %d shards have a whole copy, %d problem(s)%n",
                    verdict(found),
                    parts.used().size(),
                    found.whole(),
                    found.shards(),
                    found.problems().size());
            return found.problems().isEmpty() ? 0 : 1;
        }

        private static String verdict(BackupCheck.Result found) {
            if (!found.problems().isEmpty()) {
                return "NOT GOOD";
            }
            return found.isRead() ? "good" : "good by its checksums";
        }

        private static void print(BackupCheck.Copies copies) {
            System.out.printf(
                    "  %s: %d of %d copies are whole%s%n",
                    copies.member(),
                    copies.count() - copies.notWhole().size(),
                    copies.count(),
                    copies.notWhole().isEmpty()
                            ? ""
                            : ", not those of the shards with these keys: " + copies.notWhole());
        }
    }
}
