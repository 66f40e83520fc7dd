package com.hazelcast.certification.bench.storage;

import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.process.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * How long {@code ./fraud load} takes to bring payments into a running member: to read them, to sort them into a folder, and to load that. The
 * payments are written before. Afterwards what the source says of itself is compared with what was imported and with what the member holds.
 */
public final class LoadBench {
    private static final double NS_PER_SECOND = 1e9;
    private static final double MS_PER_SECOND = 1e3;

    private final Settings settings;
    private final Clock clock;
    private final Consumer<String> progress;

    /** Where the payments stand. */
    public enum From {
        PARQUET,
        POSTGRESQL
    }

    /**
     * What to run.
     *
     * @param history payments of a card
     * @param heap of the member
     */
    public record Settings(From from, int cards, int history, String heap) {}

    /**
     * What was found.
     *
     * @param rows of the source, counted by it
     * @param writeSeconds to write them, which is not part of the load
     * @param seconds from the start of {@code load} to its end
     * @param memberSeconds of these, in which the member took the sorted folder
     * @param refused rows that were refused
     * @param transactions that the member holds, counted in its data
     * @param isSame whether count, sum of amounts and digest of what was imported are those of the source
     */
    public record Result(
            long rows,
            double writeSeconds,
            double seconds,
            double memberSeconds,
            long refused,
            long transactions,
            boolean isSame) {
        /** Whether the member holds what the source has. */
        public boolean isGood() {
            return isSame && refused == 0 && transactions == rows;
        }

        /** Rows in a second of the load. */
        public double rowsPerSecond() {
            return rows / seconds;
        }
    }

    /**
     * A bench on this machine.
     *
     * @param progress takes a line for each part of the run
     */
    public LoadBench(Settings settings, Clock clock, Consumer<String> progress) {
        this.settings = settings;
        this.clock = clock;
        this.progress = progress;
    }

    /**
     * Runs all of it.
     *
     * @throws IllegalStateException when the member does not start, or the load fails
     * @throws SQLException when the payments cannot be written or counted
     */
    public Result run() throws IOException, InterruptedException, SQLException {
        try (LocalCluster files = new LocalCluster();
                PaymentSource source = open(files)) {
            progress.accept("writing the payments");
            long beginNs = System.nanoTime();
            source.write(new GeneratedPayments(settings.cards, settings.history, clock.millis()));
            double writeSeconds = secondsSince(beginNs);
            progress.accept("counting them");
            SourceFigures expected = source.figures();
            try (StorageMember member = new StorageMember(memberArguments())) {
                progress.accept("loading");
                Path folder = files.file("histories");
                double seconds = load(files, source, member, folder);
                ImportedFolder.Manifest imported = ImportedFolder.open(folder).manifest();
                try (ClusterControl cluster = member.connect()) {
                    Verification held = cluster.audit().verify();
                    return new Result(
                            expected.rows(),
                            writeSeconds,
                            seconds,
                            memberSeconds(cluster),
                            imported.rowsRefused(),
                            held.isGood() ? held.transactionsHeld() : 0,
                            SourceFigures.of(imported.totals()).equals(expected));
                }
            }
        }
    }

    private PaymentSource open(LocalCluster files) throws IOException, InterruptedException, SQLException {
        return switch (settings.from) {
            case PARQUET -> new PaymentFiles(files.file("payments"));
            case POSTGRESQL -> new PaymentTable(files.file("password"));
        };
    }

    private List<String> memberArguments() {
        return List.of(
                "--cards",
                Integer.toString(settings.cards),
                "--history",
                Integer.toString(settings.history),
                "--members",
                "1",
                "--backups",
                "0",
                "--heap",
                settings.heap,
                "--sweep-interval",
                "never");
    }

    private static double load(LocalCluster files, PaymentSource source, StorageMember member, Path folder)
            throws IOException {
        Path mapping = Files.writeString(files.file("mapping.yaml"), source.mapping());
        List<String> command =
                new ArrayList<>(List.of("load", source.name(), "--map", mapping.toString(), "--to", folder.toString()));
        command.addAll(member.controlOptions());
        long beginNs = System.nanoTime();
        files.run("load", command);
        return secondsSince(beginNs);
    }

    private static double memberSeconds(ClusterControl cluster) {
        return cluster.statuses().stream()
                        .map(MemberStatus::load)
                        .mapToLong(load -> load.elapsedMs())
                        .max()
                        .orElse(0)
                / MS_PER_SECOND;
    }

    private static double secondsSince(long beginNs) {
        return (System.nanoTime() - beginNs) / NS_PER_SECOND;
    }
}
