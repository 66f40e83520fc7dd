package com.hazelcast.certification.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** The option {@code --json} of a command whose result scripts read. Not thread-safe. */
final class JsonOption {
    @Option(names = "--json", description = "Print one JSON object instead; USAGE.md has its keys.")
    boolean isOn;

    /** Prints the object in a line of its own. */
    static void print(PrintWriter out, ObjectNode object) {
        out.println(object);
        out.flush();
    }
}
