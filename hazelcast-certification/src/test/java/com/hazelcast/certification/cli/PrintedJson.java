package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** The object that a command prints with {@code --json}. */
final class PrintedJson {
    private PrintedJson() {}

    /** What the command prints, which must be one object in one line; it ends with that status. */
    static JsonNode of(int status, String... arguments) throws JsonProcessingException {
        StringWriter out = new StringWriter();
        CommandLine commandLine = Fraud.commandLine(arguments);
        commandLine.setOut(new PrintWriter(out, true));
        assertThat(commandLine.execute(arguments)).isEqualTo(status);
        assertThat(out.toString()).hasLineCount(1);
        JsonNode json = read(out.toString());
        assertThat(json.isObject()).isTrue();
        return json;
    }

    static JsonNode read(String text) throws JsonProcessingException {
        return new ObjectMapper().readTree(text);
    }
}
