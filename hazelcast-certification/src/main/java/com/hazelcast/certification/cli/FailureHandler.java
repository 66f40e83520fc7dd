package com.hazelcast.certification.cli;

import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/**
 * Turns what a command throws into one sentence: status 2 for a wrong value, 1 for everything else. The stack is shown when
 * {@code FRAUD_DEBUG} is set.
 */
final class FailureHandler implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        command.getErr().println("fraud: " + sentence(failure));
        if (System.getenv("FRAUD_DEBUG") != null) {
            failure.printStackTrace(command.getErr());
        }
        return failure instanceof IllegalArgumentException ? ExitCode.USAGE : ExitCode.SOFTWARE;
    }

    private static String sentence(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.toString() : message;
    }
}
