package com.hazelcast.certification.cli;

import com.hazelcast.certification.cli.access.UsersCommand;
import com.hazelcast.certification.cli.backup.ExportCommand;
import com.hazelcast.certification.cli.load.ImportCommand;
import com.hazelcast.certification.cli.load.LoadCommand;
import com.hazelcast.certification.cli.rules.ListsCommand;
import com.hazelcast.certification.cli.rules.RulesCommand;
import com.hazelcast.certification.logs.LogSettings;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command without a name: what there is to choose from. */
@Command(
        name = "./fraud",
        description = "Scores card transactions for fraud on an embedded Hazelcast cluster.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class FraudCommand implements Callable<Integer> {
    static final String JSON = "--json";

    /** The commands, in the order in which help lists them. */
    static final List<String> NAMES = List.of(
            "demo",
            "member",
            "source",
            "send",
            "ctl",
            "load",
            "import",
            "export",
            "plan",
            "bench",
            "rules",
            "lists",
            "labels",
            "users",
            "aot-cache");

    @Spec
    private CommandSpec spec;

    @Option(names = JSON, description = "With --version: print one JSON object; docs/reference/json.md has its keys.")
    boolean isJson;

    /** What {@code --version} prints. */
    String[] version() {
        BuildInfo build = new BuildInfo();
        return isJson ? new String[] {build.json().toString()} : build.lines().toArray(String[]::new);
    }

    /** The command of one of these names. */
    static Object named(String name) {
        return switch (name) {
            case "demo" -> new DemoCommand();
            case "member" -> new MemberCommand();
            case "source" -> new SourceCommand();
            case "send" -> new SendCommand();
            case "ctl" -> new CtlCommand();
            case "load" -> new LoadCommand();
            case "import" -> new ImportCommand();
            case "export" -> new ExportCommand();
            case "plan" -> new PlanCommand();
            case "bench" -> new BenchCommand();
            case "rules" -> new RulesCommand();
            case "lists" -> new ListsCommand();
            case "labels" -> new LabelsCommand();
            case "users" -> new UsersCommand();
            case "aot-cache" -> new AotCacheCommand();
            default -> throw new IllegalArgumentException("no such command: name=" + name);
        };
    }

    /** How the command of that name logs by default; none: it has nothing to log and no options for it. */
    static Optional<LogSettings> logOf(String name) {
        return switch (name) {
            case "member", "source" -> Optional.of(LogSettings.SERVICE);
            case "bench", "ctl", "demo", "load", "send" -> Optional.of(LogSettings.TOOL);
            default -> Optional.empty();
        };
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.USAGE;
    }
}
