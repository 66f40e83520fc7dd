package com.hazelcast.certification.cli;

import com.hazelcast.certification.cli.options.LogOptions;
import com.hazelcast.certification.cli.options.YamlDefaults;
import com.hazelcast.certification.logs.Logs;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** The program: runs one command and exits with its status. */
public final class Fraud {
    private Fraud() {}

    /** Runs the command that the arguments name. */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        CommandLine commandLine;
        try {
            commandLine = commandLine(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println("fraud: " + e.getMessage());
            return ExitCode.USAGE;
        }
        return commandLine.setExecutionStrategy(new Logged()).execute(arguments);
    }

    /**
     * What parses these arguments: the command that they name, with the keys of its configuration file as defaults. Other
     * commands are left out, because their options take a while to read.
     *
     * @throws IllegalArgumentException when the configuration file cannot be taken
     */
    public static CommandLine commandLine(String... arguments) {
        String named = arguments.length == 0 ? "" : arguments[0];
        FraudCommand first = new FraudCommand();
        CommandLine all = new CommandLine(first);
        all.getCommandSpec().versionProvider(first::version);
        (FraudCommand.NAMES.contains(named) ? List.of(named) : FraudCommand.NAMES)
                .forEach(name ->
                        all.addSubcommand(name, withLogOptions(name, new CommandLine(FraudCommand.named(name)))));
        all.setParameterExceptionHandler(new WrongCallHandler())
                .setExecutionExceptionHandler(new FailureHandler())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
        CommandLine member = all.getSubcommands().get("member");
        if (member != null && named.equals("member")) {
            useConfigFile(all, member, arguments);
        }
        return all;
    }

    private static CommandLine withLogOptions(String name, CommandLine command) {
        FraudCommand.logOf(name)
                .ifPresent(settings -> command.getCommandSpec()
                        .addMixin(LogOptions.NAME, CommandSpec.forAnnotatedObject(new LogOptions(settings))));
        return command;
    }

    /** Lets the file given to a member with --config serve as the defaults of its options. */
    private static void useConfigFile(CommandLine all, CommandLine member, String... arguments) {
        // What is wrong is reported when the command line is parsed for good.
        member.getCommandSpec().parser().collectErrors(true);
        all.parseArgs(arguments);
        member.getCommandSpec().parser().collectErrors(false);
        Path config = member.<MemberCommand>getCommand().config;
        if (config != null) {
            member.setDefaultValueProvider(new YamlDefaults(config, member.getCommandSpec()));
        }
    }

    /** Runs the command that was called, with its log set up before; help needs no log. */
    private static final class Logged extends RunLast {
        @Override
        protected List<Object> handle(ParseResult parsed) {
            if (parsed.hasSubcommand() && parsed.hasMatchedOption(FraudCommand.JSON)) {
                throw new ParameterException(
                        parsed.commandSpec().commandLine(),
                        "before a command, --json belongs to --version; give it behind the command");
            }
            try {
                Logs.use(LogOptions.of(parsed));
            } catch (IllegalArgumentException e) {
                throw new ParameterException(parsed.commandSpec().commandLine(), e.getMessage(), e);
            }
            return super.handle(parsed);
        }
    }
}
