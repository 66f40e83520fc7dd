package com.hazelcast.certification.cli.load;

import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.cli.options.ClusterOptions;
import com.hazelcast.certification.cli.output.LoadBar;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.importing.ImportRequest;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.transaction.CardKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud load}: brings histories of one's own into a running cluster. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description =
                "Load payments of your own into a running cluster: sorts them into a folder first, unless SOURCE is such a folder, and then loads all shards that are missing. Members read that folder themselves, so all of them must see it under the same path, unless it is sent to them (--send); Ansible's load-histories.yml copies it to them.")
public final class LoadCommand implements Callable<Integer> {
    private static final int PROBLEMS_SHOWN = 20;

    @Spec
    CommandSpec spec;

    @Mixin
    SourceOptions source;

    @Mixin
    ClusterOptions cluster;

    @Option(
            names = "--to",
            defaultValue = "histories",
            paramLabel = "FOLDER",
            description =
                    "Where the sorted histories go; without --send every member must see it under the same path (default: ${DEFAULT-VALUE}).")
    Path to;

    @Option(
            names = "--send",
            description =
                    "Send the sorted histories to each member over the control connection, so that members need not see the folder. Each needs room for all of them, in its data-dir or else where it keeps temporary files, until the load has ended.")
    boolean isSent;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        source.requireNoBackup();
        ImportRun run = new ImportRun(out, err);
        boolean isImported = !source.source.startsWith("jdbc:") && ImportedFolder.is(Path.of(source.source));
        boolean isDryRun = source.isDryRun();
        if (isImported && (source.map != null || isDryRun)) {
            throw new IllegalArgumentException(
                    "the source is a folder of histories, which is loaded as it is: leave --map and --dry-run out: SOURCE="
                            + source.source);
        }
        if (isDryRun) {
            return run.dryRun(source.request(1), source.isJson);
        }
        try (ClusterControl control = cluster.connect(err)) {
            int missing = control.missingShards();
            if (missing == 0) {
                err.println(
                        "fraud: all shards of the cluster are in place and stay as they are, so nothing can be loaded; only a cluster that is started again loads histories");
                return 1;
            }
            ImportedFolder imported = isImported ? opened(control) : imported(control, run);
            if (missing < control.shardCount()) {
                out.printf(
                        "%d of %d shards are in place already and stay as they are%n",
                        control.shardCount() - missing, control.shardCount());
            }
            out.flush();
            boolean isLoaded = isSent ? loadSent(control, imported, err) : load(control, LoadSpec.of(imported));
            return isLoaded && isVerified(control, imported, out) ? 0 : 1;
        }
    }

    private ImportedFolder opened(ClusterControl control) {
        ImportedFolder folder = ImportedFolder.open(Path.of(source.source));
        control.requireCardKey(folder.manifest().cardKey());
        return folder;
    }

    private ImportedFolder imported(ClusterControl control, ImportRun run) throws IOException, InterruptedException {
        ImportRequest request = source.request(control.shardCount());
        control.requireCardKey(request.cardKey().map(CardKey::fingerprint).orElse(""));
        return run.run(request, to);
    }

    private static boolean loadSent(ClusterControl control, ImportedFolder imported, PrintWriter err)
            throws IOException {
        SendProgress progress = new SendProgress(err, System.console() != null);
        try {
            control.send(imported, progress);
        } finally {
            progress.end();
        }
        LoadSpec spec = LoadSpec.ofSent(imported);
        boolean isLoaded = load(control, spec);
        // The member that drove it may have failed before the others have removed what was sent.
        control.disarm(spec.sentImport());
        return isLoaded;
    }

    private static boolean load(ClusterControl control, LoadSpec spec) {
        control.load(Optional.of(spec));
        return LoadBar.show(control::requestedLoad);
    }

    /** Compares owners with backups, and says what the cluster holds beside what was in the source. */
    private static boolean isVerified(ClusterControl control, ImportedFolder imported, PrintWriter out) {
        Verification found = control.audit().verify();
        found.problems().stream().limit(PROBLEMS_SHOWN).forEach(problem -> out.println("  " + problem));
        out.printf(
                Locale.ROOT,
                "imported %,d transactions of %,d cards; the cluster holds %,d of %,d, owners and backups are %s%n",
                imported.manifest().totals().rows(),
                imported.manifest().totals().cards(),
                found.transactionsHeld(),
                found.cards(),
                found.isGood() ? "alike" : "NOT alike");
        out.flush();
        return found.isGood();
    }
}
