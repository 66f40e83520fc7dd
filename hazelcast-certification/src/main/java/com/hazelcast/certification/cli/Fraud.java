package com.hazelcast.certification.cli;

import picocli.CommandLine;

/** The program: runs one command and exits with its status. */
public final class Fraud {
    private Fraud() {}

    /** Runs the command that the arguments name. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** All commands, with the product's manner of refusing a wrong call. */
    static CommandLine commandLine() {
        return new CommandLine(new FraudCommand())
                .setParameterExceptionHandler(new WrongCallHandler())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
    }
}
