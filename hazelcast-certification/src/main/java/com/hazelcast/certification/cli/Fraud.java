package com.hazelcast.certification.cli;

import com.hazelcast.certification.logs.Logs;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** The program: runs one command and exits with its status. */
public final class Fraud {
    private static final String CONFIG = "--config";

    private Fraud() {}

    /** Runs the command that the arguments name. */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        CommandLine commandLine = commandLine();
        try {
            useConfigFile(commandLine, arguments);
        } catch (IllegalArgumentException e) {
            commandLine.getErr().println("fraud: " + e.getMessage());
            return ExitCode.USAGE;
        }
        return commandLine.setExecutionStrategy(new Logged()).execute(arguments);
    }

    /** All commands, with the product's manner of refusing a wrong call. */
    static CommandLine commandLine() {
        return new CommandLine(new FraudCommand())
                .setParameterExceptionHandler(new WrongCallHandler())
                .setExecutionExceptionHandler(new FailureHandler())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
    }

    /** Lets the file given to a member with --config serve as the defaults of its options. */
    private static void useConfigFile(CommandLine commandLine, String[] arguments) {
        if (arguments.length == 0 || !arguments[0].equals("member")) {
            return;
        }
        CommandLine member = Objects.requireNonNull(commandLine.getSubcommands().get("member"));
        for (int i = 1; i < arguments.length; i++) {
            String file = null;
            if (arguments[i].equals(CONFIG) && i + 1 < arguments.length) {
                file = arguments[i + 1];
            } else if (arguments[i].startsWith(CONFIG + "=")) {
                file = arguments[i].substring(CONFIG.length() + 1);
            }
            if (file != null) {
                member.setDefaultValueProvider(new YamlDefaults(path(file), member.getCommandSpec()));
            }
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("not a path: config=" + text, e);
        }
    }

    /** Runs the command that was called, with its log set up before; help needs no log. */
    private static final class Logged extends RunLast {
        @Override
        protected List<Object> handle(ParseResult parsed) {
            try {
                Logs.use(LogOptions.of(parsed));
            } catch (IllegalArgumentException e) {
                throw new ParameterException(parsed.commandSpec().commandLine(), e.getMessage(), e);
            }
            return super.handle(parsed);
        }
    }
}
