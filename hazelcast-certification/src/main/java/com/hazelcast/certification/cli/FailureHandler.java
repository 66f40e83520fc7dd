package com.hazelcast.certification.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
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
        if (failure instanceof FileSystemException file && file.getReason() == null) {
            return reason(file) + ": " + file.getFile();
        }
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.toString() : message;
    }

    /** Why a file cannot be used, in words: the message of such an exception may have the file and nothing else. */
    static String reason(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (failure instanceof AccessDeniedException) {
            return "this user may not read or write that";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "there is such a file already";
        }
        return failure instanceof FileSystemException file && file.getReason() == null
                ? failure.getClass().getSimpleName()
                : String.valueOf(failure.getMessage());
    }
}
