package com.hazelcast.certification.cli.backup;

import com.hazelcast.certification.cli.options.ControlAccess;
import com.hazelcast.certification.loading.ShardRestore;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.storage.BackupParts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code ./fraud ctl restore}: brings a backup into a cluster without histories. */
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        description =
                "Bring a backup into a cluster of any number of members that has no histories; exit status 1 when shards are missing afterwards, or sets of rules that the backup has.")
public final class RestoreCommand implements Callable<Integer> {
    @ParentCommand
    ControlAccess control;

    @Parameters(paramLabel = "FOLDER", description = "The folder of the backup, by its absolute path.")
    Path folder;

    @Option(
            names = "--fetch",
            description =
                    "First have each member, one after the other, run its restore-command, which brings the backup into FOLDER.")
    boolean isFetched;

    @Override
    public Integer call() {
        Path from = BackupCommand.required(folder);
        return control.with(cluster -> {
            if (isFetched) {
                cluster.backup().fetch(from, output -> BackupCommand.printOutput("restore-command", output));
            }
            OptionalLong takenAtMs;
            boolean hasRules;
            try {
                takenAtMs = cluster.backup().restore(from, RestoreCommand::print);
                hasRules = BackupParts.of(from).rulesProblem().isEmpty();
            } catch (IOException e) {
                throw new UncheckedIOException("the backup cannot be read: FOLDER=" + from + ": " + e.getMessage(), e);
            }
            int missing = cluster.missingShards();
            System.out.printf(
                    "restored: %d of %d shards are in place%n", cluster.shardCount() - missing, cluster.shardCount());
            RuleBook rules = cluster.rules().bookWithoutTexts();
            System.out.printf("rules: version %d, set %d decides%n", rules.version(), rules.active());
            takenAtMs.ifPresent(timeMs -> System.out.println(taken(timeMs)));
            return missing == 0 && hasRules ? 0 : 1;
        });
    }

    /** What is missing, and how payments of Kafka are brought. */
    static String taken(long timeMs) {
        String time = Instant.ofEpochMilli(timeMs).toString();
        return "taken at " + time
                + ": what was answered since is not in it. Payments of Kafka, before 'ctl start': ./fraud ctl kafka seek --to "
                + time
                + " (or, by as much as Kafka was behind then, earlier; the topic of labels too, with --topic)";
    }

    private static void print(ShardRestore.Report report) {
        report.problems().forEach(problem -> System.out.println("  not used: " + problem));
        System.out.printf("restored %d shards of %s%n", report.shards(), report.folder());
    }
}
