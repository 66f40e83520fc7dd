package com.hazelcast.certification.cli.backup;

import com.hazelcast.certification.access.AuditEvent;
import com.hazelcast.certification.access.AuditTrail;
import com.hazelcast.certification.access.ThisUser;
import com.hazelcast.certification.exporting.HistoryExport;
import com.hazelcast.certification.storage.files.DataKey;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./fraud export}: writes the transactions of a backup as Parquet, without a cluster. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description =
                "Write all transactions of a backup with their verdicts as Parquet, a file a shard; exit status 1 when a copy could not be used.")
public final class ExportCommand implements Callable<Integer> {
    /** In the folder of the backup. */
    private static final String AUDIT_LOG = "export-audit.jsonl";

    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "BACKUP", description = "The folder of a backup, as 'ctl backup' makes it.")
    Path backup;

    @Parameters(paramLabel = "FOLDER", description = "Where the files go; a folder that is not there yet.")
    Path folder;

    @Option(
            names = "--data-key-file",
            paramLabel = "FILE",
            description = "Key by which the backup is encrypted: the members' own data-key-file (default: it is not).")
    @Nullable
    Path dataKeyFile;

    @Option(
            names = "--audit-log",
            paramLabel = "FILE",
            description =
                    "Where the export is written down, a chain as members write it (default: export-audit.jsonl in the backup).")
    @Nullable
    Path auditLog;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path file = auditLog == null ? backup.resolve(AUDIT_LOG) : auditLog;
        HistoryExport export =
                new HistoryExport(backup, Optional.ofNullable(dataKeyFile).map(DataKey::read), folder);
        try (AuditTrail trail = AuditTrail.open(Optional.of(file), Clock.systemUTC())) {
            trail.write(event("accepted"));
            boolean isDone = false;
            try {
                int status = run(export);
                isDone = true;
                return status;
            } finally {
                trail.write(event(isDone ? "done" : "failed"));
            }
        }
    }

    private AuditEvent event(String result) {
        return new AuditEvent(
                "-",
                "",
                ThisUser.atThisHost(),
                "export",
                "",
                backup.toAbsolutePath() + " to " + folder.toAbsolutePath(),
                result);
    }

    private int run(HistoryExport export) throws IOException, InterruptedException {
        export.notUsed().forEach(member -> spec.commandLine().getErr().println("  not used: " + member));
        try {
            HistoryExport.Result result = export.run();
            result.problems().forEach(problem -> spec.commandLine().getErr().println("  " + problem));
            spec.commandLine()
                    .getOut()
                    .printf(
                            Locale.ROOT,
                            "exported %,d transactions to %d file(s) in %s, %d problem(s)%n",
                            result.transactions(),
                            result.files(),
                            folder,
                            result.problems().size());
            return result.problems().isEmpty() ? 0 : 1;
        } catch (SQLException e) {
            throw new IOException("the export could not be written: FOLDER=" + folder + ": " + e.getMessage(), e);
        }
    }
}
