package com.hazelcast.certification.cli.load;

import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.importing.ImportRequest;
import com.hazelcast.certification.importing.RowSource;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.BackupManifest;
import com.hazelcast.certification.transaction.CardKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is imported, and how its rows are read. */
final class SourceOptions {
    /** More threads only wait for the disk. */
    private static final int READERS_MAX = 64;

    /** What an import may take of the heap. */
    private static final int HEAP_SHARE = 2;

    @Parameters(
            paramLabel = "SOURCE",
            description =
                    "A file, a folder, a pattern such as 'payments/*.parquet', or jdbc:postgresql://HOST/DATABASE. 'load' also takes a folder that 'import' has made. A backup is brought back by 'ctl restore'.")
    String source;

    @Option(
            names = "--map",
            paramLabel = "FILE",
            description = "The mapping: the column of each field, and its units. YAML.")
    @Nullable
    Path map;

    @Option(
            names = "--card-key-file",
            paramLabel = "FILE",
            description = "The key by which the members identify cards, if they have one.")
    @Nullable
    Path cardKeyFile;

    @Option(
            names = "--readers",
            defaultValue = "0",
            paramLabel = "N",
            description = "Threads that read and sort; 0: one a processor (default: ${DEFAULT-VALUE}).")
    int readers;

    @Option(
            names = "--dry-run",
            description =
                    "Read everything and load nothing: show the first ten rows as they are read, and what is refused.")
    boolean isDryRun;

    @Option(
            names = "--json",
            description = "With --dry-run: print one JSON object instead; docs/reference/json.md has its keys.")
    boolean isJson;

    /**
     * Whether only a dry run is requested.
     *
     * @throws IllegalArgumentException when there is JSON of something else
     */
    boolean isDryRun() {
        if (isJson && !isDryRun) {
            throw new IllegalArgumentException("--json is of --dry-run; leave it out, or give --dry-run as well");
        }
        return isDryRun;
    }

    /** @throws IllegalArgumentException when the source is a backup, or a member's folder of one */
    void requireNoBackup() {
        if (!source.startsWith("jdbc:") && isBackup(Path.of(source))) {
            throw new IllegalArgumentException(
                    "the source is a backup, with verdicts, rules and references that a load does not have: bring it back by 'ctl restore', into a"
                            + " cluster without histories: SOURCE=" + source);
        }
    }

    private static boolean isBackup(Path folder) {
        try {
            if (Backup.members(folder).isEmpty()) {
                BackupManifest unused = Backup.manifest(folder);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * The request.
     *
     * @throws IllegalArgumentException naming the option, its value and what it may be
     */
    ImportRequest request(int shardCount) {
        if (map == null) {
            throw new IllegalArgumentException(
                    "--map is missing: give a mapping with which the rows of the source are read: SOURCE="
                            + RowSource.shown(source));
        }
        int count = OptionValues.within("readers", readers, 0, READERS_MAX);
        return ImportRequest.of(
                source,
                map,
                shardCount,
                Optional.ofNullable(cardKeyFile).map(CardKey::read),
                count == 0 ? Runtime.getRuntime().availableProcessors() : count,
                Runtime.getRuntime().maxMemory() / HEAP_SHARE,
                Clock.systemUTC());
    }
}
