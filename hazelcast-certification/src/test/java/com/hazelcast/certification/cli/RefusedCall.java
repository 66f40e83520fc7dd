package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** Calls of commands that are refused before they start anything. */
final class RefusedCall {
    private RefusedCall() {}

    /** Makes the call, which ends with status 2; returns what it prints as an error. */
    static String errors(String words) {
        String[] call = words.split(" ");
        StringWriter errors = new StringWriter();
        CommandLine commandLine = Fraud.commandLine(call);
        commandLine.setOut(new PrintWriter(new StringWriter(), true));
        commandLine.setErr(new PrintWriter(errors, true));
        assertThat(commandLine.execute(call)).isEqualTo(2);
        return errors.toString();
    }
}
