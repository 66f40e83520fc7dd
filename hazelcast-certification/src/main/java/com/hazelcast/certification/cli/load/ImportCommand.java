package com.hazelcast.certification.cli.load;

import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.importing.ImportRequest;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.plan.ShardPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud import}: sorts payments of one's own into a folder of histories, without a cluster. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description =
                "Sort payments of your own by shard, card and time into a folder, which 'load' and the key load of a member take.")
public final class ImportCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    SourceOptions source;

    @Option(
            names = "--to",
            defaultValue = "histories",
            paramLabel = "FOLDER",
            description =
                    "Where the histories go; a new folder, or that of an import that was stopped (default: ${DEFAULT-VALUE}).")
    Path to;

    @Option(
            names = "--shards",
            paramLabel = "N",
            description = "Shards of the cluster that is to load them: its key shards, or what 'ctl verify' shows.")
    @Nullable
    Integer shards;

    @Override
    public Integer call() throws IOException, InterruptedException {
        source.requireNoBackup();
        ImportRun run =
                new ImportRun(spec.commandLine().getOut(), spec.commandLine().getErr());
        if (source.isDryRun()) {
            return run.dryRun(source.request(1), source.isJson);
        }
        if (shards == null) {
            throw new IllegalArgumentException(
                    "--shards is missing: the shards of the cluster that is to load the histories, as 'ctl verify' or 'ctl status' shows them");
        }
        ImportRequest request = source.request(OptionValues.within("shards", shards, 1, ShardPlan.SHARDS_MAX));
        ImportedFolder unused = run.run(request, to);
        return 0;
    }
}
