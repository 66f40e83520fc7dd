package com.hazelcast.certification.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.hazelcast.certification.cli.options.MemberOptions;
import com.hazelcast.certification.cli.options.MemoryOptions;
import com.hazelcast.certification.process.JmxExporter;
import com.hazelcast.certification.process.JvmHost;
import com.hazelcast.certification.process.JvmOptions;
import com.hazelcast.certification.process.ProgramFiles;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Prints which JVM a command needs, for the script {@code ./fraud}, which then becomes that JVM. A line {@code jvm OPTION} is an
 * option of the JVM, a line {@code env NAME=VALUE} belongs into its environment. Ends with status 0, or with a sentence and the
 * status of the command when that cannot be run as it was called.
 *
 * <p>It reads the command line and the configuration file as the command itself does afterwards, by the same definitions, but
 * only for the commands whose JVM depends on them: its time adds to that of each command.
 */
public final class Launcher {
    private final JvmOptions jvm;
    private final JvmHost host;

    private Launcher(JvmHost host, JvmOptions jvm) {
        this.host = host;
        this.jvm = jvm;
    }

    /** Prints what the command of these arguments needs. */
    public static void main(String[] arguments) {
        System.exit(
                run(arguments, JvmHost.here(), ProgramFiles.ofThisProcess(), System.getenv(), System.out, System.err));
    }

    static int run(
            String[] arguments,
            JvmHost host,
            ProgramFiles files,
            Map<String, String> environment,
            PrintStream out,
            PrintStream err) {
        JvmOptions jvm = new JvmOptions(host, files, environment.getOrDefault("GLIBC_TUNABLES", ""));
        try {
            new Launcher(host, jvm).addFor(arguments);
            jvm.addFurther(environment.getOrDefault("FRAUD_JVM_OPTS", ""));
        } catch (ParameterException wrong) {
            wrong.getCommandLine().setErr(new PrintWriter(err, true, UTF_8));
            return new WrongCallHandler().handleParseException(wrong, arguments);
        } catch (IllegalArgumentException | IllegalStateException e) {
            err.println("fraud: " + e.getMessage());
            return e instanceof IllegalArgumentException ? ExitCode.USAGE : ExitCode.SOFTWARE;
        }
        jvm.all().forEach(option -> out.println("jvm " + option));
        jvm.environment().forEach((name, value) -> out.println("env " + name + "=" + value));
        return ExitCode.OK;
    }

    private void addFor(String... arguments) {
        switch (arguments.length == 0 ? "" : arguments[0]) {
            case "member", "bench", "aot-cache" ->
                addFor(leaf(Fraud.commandLine(arguments).parseArgs(arguments)));
            case "source", "send" -> jvm.addStreaming();
            case "labels" -> addForLabels(arguments.length > 1 && arguments[1].equals("add"));
            case "import", "export" -> jvm.addImporting();
            case "load" -> jvm.addClusterClient().addImporting();
            case "ctl", "demo" -> jvm.addClusterClient();
            case "rules" -> addForRules(arguments.length > 1 ? arguments[1] : "");
            case "lists" -> jvm.addClusterClient().addSetsOfRules();
            default -> jvm.addShortLived();
        }
    }

    private void addForLabels(boolean isOfCluster) {
        JvmOptions unused = isOfCluster ? jvm.addClusterClient().addImporting() : jvm.addStreaming();
    }

    private void addForRules(String command) {
        JvmOptions client = jvm.addClusterClient().addSetsOfRules();
        if (command.equals("compare") || command.equals("evaluate")) {
            JvmOptions unused = client.addDeciding();
        }
    }

    private static ParseResult leaf(ParseResult parsed) {
        return parsed.hasSubcommand() ? leaf(parsed.subcommand()) : parsed;
    }

    private void addFor(ParseResult command) {
        CommandSpec spec = command.commandSpec();
        String name = command.isUsageHelpRequested() || command.isVersionHelpRequested() ? "" : spec.qualifiedName();
        switch (name) {
            case "./fraud member" -> addForMember(((MemberCommand) spec.userObject()).options);
            case "./fraud bench kernel", "./fraud bench sweep" -> addScoring(memoryOf(spec));
            case "./fraud bench end-to-end",
                    "./fraud bench rules-switch",
                    "./fraud bench rules-backtest",
                    "./fraud bench restart",
                    "./fraud bench scale-out",
                    "./fraud bench tune",
                    "./fraud bench all" -> jvm.addClusterClient();
            case "./fraud bench load" -> jvm.addClusterClient().addImporting();
            case "./fraud bench rounds" -> jvm.addMembersInside();
            case "./fraud bench gateway" -> jvm.addManyConnections();
            case "./fraud bench http", "./fraud bench kafka" -> jvm.addLoadTool();
            case "./fraud aot-cache" -> addForAotCache((AotCacheCommand) spec.userObject());
            default -> jvm.addShortLived();
        }
    }

    private void addForMember(MemberOptions options) {
        addScoring(options.memory);
        if (options.jmxExporter != null) {
            jvm.addJmxExporter(JmxExporter.parse(options.jmxExporter));
        }
        jvm.addAotCache();
    }

    private void addForAotCache(AotCacheCommand command) {
        if (command.training == null) {
            jvm.addShortLived();
        } else {
            jvm.addScoring(AotCacheCommand.MEMORY).addAotTraining(command.training);
        }
    }

    private void addScoring(MemoryOptions memory) {
        jvm.addScoring(memory.toMemory(host.memoryBytes().getAsLong()));
    }

    private static MemoryOptions memoryOf(CommandSpec spec) {
        return spec.mixins().values().stream()
                .map(CommandSpec::userObject)
                .filter(MemoryOptions.class::isInstance)
                .map(MemoryOptions.class::cast)
                .findFirst()
                .orElseThrow();
    }
}
