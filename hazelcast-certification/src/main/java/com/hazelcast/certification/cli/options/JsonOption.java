package com.hazelcast.certification.cli.options;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** The option {@code --json} of a command whose result scripts read. Not thread-safe. */
public final class JsonOption {
    @Option(names = "--json", description = "Print one JSON object instead; docs/reference/json.md has its keys.")
    public boolean isOn;

    /** Prints the object in a line of its own. */
    public static void print(PrintWriter out, ObjectNode object) {
        out.println(object);
        out.flush();
    }
}
