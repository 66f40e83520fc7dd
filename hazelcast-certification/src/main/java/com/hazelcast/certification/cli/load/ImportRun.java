package com.hazelcast.certification.cli.load;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.importing.DryRun;
import com.hazelcast.certification.importing.ImportJob;
import com.hazelcast.certification.importing.ImportRequest;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.importing.RefusalLog;
import com.hazelcast.certification.importing.RefusalReason;
import com.hazelcast.certification.mapping.MappedRow;
import com.hazelcast.certification.mapping.Percent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs an import or a dry run, and shows how far it is and what it has found. Used once. */
final class ImportRun {
    private static final long LIVE_STEP_MS = 500;
    private static final long LINE_STEP_MS = 10_000;

    /** How long the end of this process waits for an import to write down where it is. */
    private static final long STOP_MAX_S = 20;

    private static final double MS_PER_SECOND = 1e3;

    private final PrintWriter out;
    private final PrintWriter err;

    ImportRun(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    /** Shows what would be read and refused; returns the exit status: 1 when a load would be stopped by it. */
    int dryRun(ImportRequest request, boolean isJson) throws IOException {
        return dryRun(request, isJson, Files.createTempFile("fraud-refusals-", ".csv"));
    }

    /** With the refused rows in that file, which stays only where there are some. */
    int dryRun(ImportRequest request, boolean isJson, Path refusalFile) throws IOException {
        boolean isKept = false;
        try {
            DryRun found = DryRun.of(request, refusalFile);
            isKept = !found.refusals().isEmpty();
            return show(found, request, isJson, refusalFile);
        } finally {
            if (!isKept) {
                Files.deleteIfExists(refusalFile);
            }
        }
    }

    private int show(DryRun found, ImportRequest request, boolean isJson, Path refusalFile) {
        boolean isStopped = found.refused() > request.mapping().refusedShareMax() * (found.rows() + found.refused());
        if (isJson) {
            JsonOption.print(out, json(found, !isStopped, refusalFile));
            return isStopped ? 1 : 0;
        }
        out.println("the first rows as they are read:");
        found.firstRows().forEach(row -> out.println("  " + text(row)));
        out.printf(Locale.ROOT, "%,d rows are good, %,d would be refused%n", found.rows(), found.refused());
        if (!found.refusals().isEmpty()) {
            print(found.refusals(), refusalFile);
        }
        if (isStopped) {
            out.printf(
                    "a load would stop: that is more than the mapping allows (refusals: %s%%)%n",
                    Percent.text(request.mapping().refusedShareMax()));
        }
        out.flush();
        return isStopped ? 1 : 0;
    }

    /** The object that {@code docs/reference/json.md} describes. */
    private static ObjectNode json(DryRun found, boolean isGood, Path refusalFile) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("good", isGood)
                .put("rows", found.rows())
                .put("refused", found.refused());
        ArrayNode firstRows = json.putArray("firstRows");
        found.firstRows().forEach(row -> firstRows.add(json(row)));
        ArrayNode refusals = json.putArray("refusals");
        found.refusals().forEach((reason, rows) -> {
            ObjectNode refusal = refusals.addObject().put("reason", reason).put("rows", rows.rows());
            ArrayNode examples = refusal.putArray("examples");
            rows.examples().forEach(examples::add);
        });
        return json.put("refusalFile", found.refusals().isEmpty() ? null : refusalFile.toString());
    }

    private static ObjectNode json(MappedRow row) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("card", CardNumber.masked(row.card()))
                .put("time", Instant.ofEpochMilli(row.timeMs()).toString())
                .put("amountMinor", row.amountUnits())
                .put("currency", row.currency())
                .put("country", row.country())
                .put("mcc", row.merchant())
                .put("city", row.city())
                .put("terminal", row.code())
                .put("responseCode", row.response())
                .put("verdict", row.verdict())
                .put("reference", row.reference())
                .put("label", row.label());
    }

    private static String text(MappedRow row) {
        return String.format(
                Locale.ROOT,
                "card=%s time=%s amountMinor=%d currency=%03d country=%03d mcc=%04d city=%d terminal=%d responseCode=%02d verdict=%d%s%s",
                CardNumber.masked(row.card()),
                Instant.ofEpochMilli(row.timeMs()),
                row.amountUnits(),
                row.currency(),
                row.country(),
                row.merchant(),
                row.city(),
                row.code(),
                row.response(),
                row.verdict(),
                row.reference() == null ? "" : " reference=" + row.reference(),
                row.label() == null ? "" : " label=" + row.label());
    }

    private void print(Map<String, RefusalReason> refusals, Path file) {
        refusals.forEach((reason, rows) -> {
            out.printf(Locale.ROOT, "  %s: %,d%n", reason, rows.rows());
            rows.examples().forEach(example -> out.println("    " + example));
        });
        boolean haveLines =
                refusals.values().stream().mapToLong(RefusalReason::rows).sum() <= RefusalLog.LINES_MAX;
        out.println((haveLines ? "all of them, by row: " : "the first of them, by row, and how many have no line: ")
                + file);
    }

    /**
     * Imports into the folder, with progress. When this process is ended meanwhile, the import stops so that it can go on.
     *
     * @throws com.hazelcast.certification.importing.ImportStoppedException as {@link ImportJob#run}; what was refused is printed before
     */
    ImportedFolder run(ImportRequest request, Path folder) throws IOException, InterruptedException {
        boolean isThere = ImportedFolder.is(folder);
        ImportJob job = new ImportJob(request, folder);
        CountDownLatch ended = new CountDownLatch(1);
        Thread hook = new Thread(() -> stop(job, ended), "fraud-import-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        Thread progress = new Thread(() -> show(job, ended), "fraud-import-progress");
        progress.setDaemon(true);
        progress.start();
        try {
            ImportedFolder imported = job.run();
            ended.countDown();
            if (isThere) {
                out.println(
                        "the folder holds this import already; to read the source again, remove it: folder=" + folder);
            } else {
                print(imported, job.progress());
            }
            return imported;
        } finally {
            ended.countDown();
            job.whyBegunAgain().ifPresent(out::println);
            if (!job.refusals().isEmpty()) {
                print(job.refusals(), job.refusalFile());
            }
            out.flush();
            removeHook(hook);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends, and the hook waits for this.
            return;
        }
    }

    private static void stop(ImportJob job, CountDownLatch ended) {
        job.stop();
        try {
            boolean unused = ended.await(STOP_MAX_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void show(ImportJob job, CountDownLatch ended) {
        boolean isLive = System.console() != null;
        try {
            while (!ended.await(isLive ? LIVE_STEP_MS : LINE_STEP_MS, TimeUnit.MILLISECONDS)) {
                String line = text(job.progress());
                err.print(isLive ? "\r" + line + "   " : line + System.lineSeparator());
                err.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (isLive) {
            err.println();
        }
    }

    /** A line of progress. */
    static String text(ImportJob.Progress progress) {
        double seconds = Math.max(1, progress.elapsedMs()) / MS_PER_SECOND;
        long all = progress.rows() + progress.refused();
        double rowsPerSecond = (all - progress.rowsBefore()) / seconds;
        String line = String.format(
                Locale.ROOT,
                "read %,d rows (%,.0f rows/s), refused %,d",
                progress.rows(),
                rowsPerSecond,
                progress.refused());
        if (progress.shardsSorted() > 0 || all == progress.rowsExpected() && all > 0) {
            return line
                    + String.format(
                            Locale.ROOT, ", sorted %d of %d shards", progress.shardsSorted(), progress.shardCount());
        }
        return line + left(progress, all, rowsPerSecond);
    }

    /** How many rows there are, and for how long the others are read; empty: nothing is known of it. */
    private static String left(ImportJob.Progress progress, long all, double rowsPerSecond) {
        boolean isKnown = progress.rowsExpected() > 0;
        long expected = isKnown ? progress.rowsExpected() : progress.rowsAbout();
        if (expected <= all || rowsPerSecond <= 0) {
            return "";
        }
        long leftS = (long) ((expected - all) / rowsPerSecond);
        return String.format(
                Locale.ROOT,
                " of %s%,d, %s left to read",
                isKnown ? "" : "about ",
                expected,
                Duration.ofSeconds(leftS).toString().substring(2).toLowerCase(Locale.ROOT));
    }

    private void print(ImportedFolder imported, ImportJob.Progress progress) {
        ImportedFolder.Manifest manifest = imported.manifest();
        double seconds = Math.max(1, progress.elapsedMs()) / MS_PER_SECOND;
        out.printf(
                Locale.ROOT,
                "imported %,d rows in %.1f s (%,.0f rows/s): %,d transactions of %,d cards in %d shards; refused %,d, there twice %,d, too old %,d%s%n",
                manifest.rowsRead(),
                seconds,
                (manifest.rowsRead() + manifest.rowsRefused()) / seconds,
                manifest.totals().rows(),
                manifest.totals().cards(),
                manifest.shardCount(),
                manifest.rowsRefused(),
                manifest.totals().duplicates(),
                manifest.totals().tooOld(),
                manifest.labels() == 0 ? "" : String.format(Locale.ROOT, "; %,d labelled as fraud", manifest.labels()));
        out.printf(
                Locale.ROOT,
                "digest=%s amountMinor=%d from=%s to=%s folder=%s%n",
                Long.toUnsignedString(manifest.totals().digest()),
                manifest.totals().amountUnits(),
                time(manifest, manifest.totals().firstMs()),
                time(manifest, manifest.totals().lastMs()),
                imported.folder());
    }

    private static String time(ImportedFolder.Manifest manifest, long timeMs) {
        return manifest.totals().rows() == 0
                ? "-"
                : Instant.ofEpochMilli(timeMs).toString();
    }
}
