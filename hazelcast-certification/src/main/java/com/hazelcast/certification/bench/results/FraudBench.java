package com.hazelcast.certification.bench.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs benches by {@code ./fraud}, each in a JVM of its own with the options that the launcher gives it. Their errors go to standard
 * error. A bench that runs when this JVM ends is ended. Thread-safe.
 */
public final class FraudBench implements ResultRun.Bench, TableRun.Program {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path launcher;

    /** By that launcher. */
    public FraudBench(Path launcher) {
        this.launcher = launcher;
    }

    @Override
    public JsonNode run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = command(arguments);
        command.add("--json");
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Thread hook = endWithThisJvm(process);
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException("a bench failed: status=" + status + " command=" + String.join(" ", command)
                        + " output=" + printed.strip());
            }
            return JSON.readTree(printed);
        } finally {
            process.destroy();
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }

    private List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(arguments);
        return command;
    }

    private static Thread endWithThisJvm(Process process) {
        Thread hook = new Thread(process::destroy, "fraud-bench");
        Runtime.getRuntime().addShutdownHook(hook);
        return hook;
    }

    @Override
    public int show(List<String> arguments) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(arguments)).inheritIO().start();
        Thread hook = endWithThisJvm(process);
        try {
            return process.waitFor();
        } finally {
            process.destroy();
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
