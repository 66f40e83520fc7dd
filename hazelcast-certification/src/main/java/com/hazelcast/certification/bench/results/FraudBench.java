package com.hazelcast.certification.bench.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs benches by {@code ./fraud}, each in a JVM of its own with the options that the launcher gives it. Their errors go to standard
 * error, and so does what a shown command prints where standard output is for something else. A bench that runs when this JVM ends is
 * ended. Thread-safe.
 */
public final class FraudBench implements ResultRun.Bench, TableRun.Program {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path launcher;
    private final Optional<OutputStream> shown;

    /**
     * By that launcher.
     *
     * @param shown takes what a shown command prints; empty: standard output does
     */
    public FraudBench(Path launcher, Optional<OutputStream> shown) {
        this.launcher = launcher;
        this.shown = shown;
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
        ProcessBuilder builder = new ProcessBuilder(command(arguments)).inheritIO();
        if (shown.isPresent()) {
            builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
        }
        Process process = builder.start();
        Thread hook = endWithThisJvm(process);
        try {
            if (shown.isPresent()) {
                process.getInputStream().transferTo(shown.get());
            }
            return process.waitFor();
        } finally {
            process.destroy();
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
