package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.backup.BackupCommands;
import com.hazelcast.certification.kafka.verdicts.VerdictTopic;
import com.hazelcast.certification.member.MemberConfig;
import com.hazelcast.certification.member.MemberLimits;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.storage.files.DataKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The keys of what a member keeps on disk. Not thread-safe. */
public final class StorageOptions {
    /** The default of expect-within. */
    private static final Duration EXPECT_WITHIN = Duration.ofMinutes(2);

    @Option(
            names = "--data-dir",
            paramLabel = "FOLDER",
            description =
                    "Keep this member's shards on disk in that folder, so that they survive the end of all members"
                            + " (default: nothing is kept).")
    @Nullable
    Path dataDir;

    @Option(
            names = "--durability",
            paramLabel = "memory|written|synced",
            description =
                    "With --data-dir, what answers wait for: memory: nothing, the log follows; written: the log is"
                            + " with the kernel, and survives the end of all processes; synced: it is on the disk, and"
                            + " survives the loss of power (default: written).")
    @Nullable
    Durability durability;

    @Option(
            names = "--data-key-file",
            paramLabel = "FILE",
            description =
                    "With --data-dir: key by which files are encrypted (AES-256-GCM), 64 hexadecimal digits (default:"
                            + " they are not).")
    @Nullable
    Path dataKeyFile;

    @Option(
            names = "--expect-members",
            paramLabel = "N",
            description = "With --data-dir: so many members are waited for before shards that are on disk are scored;"
                    + " without them, a newer copy might be missing (default: --members).")
    @Nullable
    Integer expectMembers;

    @Option(
            names = "--expect-within",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "With --data-dir: how long --expect-members are waited for (default: 2m).")
    @Nullable
    Duration expectWithin;

    @Option(
            names = "--backup-command",
            paramLabel = "COMMAND",
            description =
                    "Run three times a backup, when this member's folder of it has changed, without a shell: a program by its absolute path"
                            + " and arguments; {folder} is that folder, {member} its name (default: nothing is run).")
    @Nullable
    String backupCommand;

    @Option(
            names = "--restore-command",
            paramLabel = "COMMAND",
            description =
                    "Run by 'ctl restore --fetch', as --backup-command: it brings the backup into {folder} (default:"
                            + " nothing is run).")
    @Nullable
    String restoreCommand;

    @Option(
            names = "--backup-command-within",
            defaultValue = "1h",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "How long these commands may take (default: ${DEFAULT-VALUE}).")
    Duration backupCommandWithin = Duration.ZERO;

    /**
     * What is run for backups.
     *
     * @throws IllegalArgumentException naming the key, and what is wrong
     */
    BackupCommands toBackupCommands() {
        return BackupCommands.parse(backupCommand, restoreCommand, backupCommandWithin);
    }

    /**
     * What is kept on disk.
     *
     * @param members that the cluster is planned for; empty: not known
     * @param verdicts where those in the log are sent; empty: nowhere
     */
    Optional<MemberConfig.OnDisk> toOnDisk(Optional<Integer> members, Optional<VerdictTopic> verdicts) {
        if (dataDir == null) {
            if (verdicts.isPresent()) {
                throw new IllegalArgumentException(
                        "verdicts of all ways in are sent from the log on disk, so that none is lost; give data-dir, or leave them out:"
                                + " kafka-verdicts=" + verdicts.get().name());
            }
            if (durability != null || dataKeyFile != null || expectMembers != null || expectWithin != null) {
                throw new IllegalArgumentException(
                        "durability, data-key-file, expect-members and expect-within are of use with data-dir only; give data-dir, or"
                                + " leave them out");
            }
            return Optional.empty();
        }
        int expected = expectMembers == null ? members.orElse(1) : expectMembers;
        return Optional.of(new MemberConfig.OnDisk(
                dataDir,
                durability == null ? Durability.WRITTEN : durability,
                Optional.ofNullable(dataKeyFile).map(DataKey::read),
                OptionValues.within("expect-members", expected, 1, MemberLimits.MEMBERS_MAX),
                expectWithin == null ? EXPECT_WITHIN : expectWithin,
                verdicts));
    }
}
