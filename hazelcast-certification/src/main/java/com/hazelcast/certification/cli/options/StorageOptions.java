package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.kafka.verdicts.VerdictTopic;
import com.hazelcast.certification.member.MemberConfig;
import com.hazelcast.certification.member.MemberLimits;
import com.hazelcast.certification.storage.DataKey;
import com.hazelcast.certification.storage.Durability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The keys of what a member keeps on disk. Not thread-safe. */
public final class StorageOptions {
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
            defaultValue = "written",
            paramLabel = "memory|written|synced",
            description =
                    "With --data-dir, what answers wait for: memory: nothing, the log follows; written: the log is"
                            + " with the kernel, and survives the end of all processes; synced: it is on the disk, and"
                            + " survives the loss of power (default: ${DEFAULT-VALUE}).")
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
            defaultValue = "2m",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "How long --expect-members are waited for (default: ${DEFAULT-VALUE}).")
    Duration expectWithin;

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
            if (dataKeyFile != null || expectMembers != null) {
                throw new IllegalArgumentException(
                        "data-key-file and expect-members are of use with data-dir only; give data-dir, or leave them"
                                + " out");
            }
            return Optional.empty();
        }
        int expected = expectMembers == null ? members.orElse(1) : expectMembers;
        return Optional.of(new MemberConfig.OnDisk(
                dataDir,
                durability,
                Optional.ofNullable(dataKeyFile).map(DataKey::read),
                OptionValues.within("expect-members", expected, 1, MemberLimits.MEMBERS_MAX),
                expectWithin,
                verdicts));
    }
}
