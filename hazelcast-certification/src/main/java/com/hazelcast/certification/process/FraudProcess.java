package com.hazelcast.certification.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * One {@code ./fraud} command running as a process, its output in a file. The launcher becomes the Java process, so what is
 * ended here is the program itself. Thread-safe.
 */
public final class FraudProcess implements AutoCloseable {
    private static final long STOP_SECONDS = 20;
    private static final long STEP_NS = 50_000_000L;
    private static final int TAIL_LINES = 8;

    private final String name;
    private final Process process;
    private final Path output;

    private FraudProcess(String name, Process process, Path output) {
        this.name = name;
        this.process = process;
        this.output = output;
    }

    /**
     * Starts the command.
     *
     * @param launcher path of the {@code fraud} script
     * @param name for messages, and for the file of its output in the folder
     */
    public static FraudProcess start(Path launcher, Path folder, String name, List<String> arguments)
            throws IOException {
        return start(launcher, folder, name, arguments, Map.of());
    }

    /** The same with more in its environment, where no list of processes shows it. */
    public static FraudProcess start(
            Path launcher, Path folder, String name, List<String> arguments, Map<String, String> environment)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(launcher.toString());
        command.addAll(arguments);
        return startCommand(folder, name, command, environment);
    }

    /** Starts another program; its output goes to a file of that name in the folder. */
    static FraudProcess startCommand(Path folder, String name, List<String> command) throws IOException {
        return startCommand(folder, name, command, Map.of());
    }

    private static FraudProcess startCommand(
            Path folder, String name, List<String> command, Map<String, String> environment) throws IOException {
        Path output = folder.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        // Whoever starts this has a jar; building it again under its feet would pull it away.
        builder.environment().put("FRAUD_NO_BUILD", "1");
        builder.environment().putAll(environment);
        return new FraudProcess(name, builder.start(), output);
    }

    /**
     * Waits for a text in the output.
     *
     * @throws IllegalStateException with the end of the output when the process ends or the time passes before
     */
    public void awaitOutput(String text, long timeoutSeconds) throws IOException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
        while (!Files.readString(output).contains(text)) {
            if (!process.isAlive()) {
                throw new IllegalStateException(name + " ended with status " + process.exitValue() + ":\n" + tail());
            }
            if (System.nanoTime() > deadlineNs || Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException(
                        name + " did not print '" + text + "' within " + timeoutSeconds + " s:\n" + tail());
            }
            LockSupport.parkNanos(STEP_NS);
        }
    }

    /** How many lines of the output so far have that text in them. */
    public long countOutput(String text) throws IOException {
        try (Stream<String> lines = Files.lines(output)) {
            return lines.filter(line -> line.contains(text)).count();
        }
    }

    /**
     * Waits for the process to end by itself.
     *
     * @throws IllegalStateException with the end of the output when it failed
     */
    void awaitSuccess() throws IOException {
        try {
            if (process.waitFor() != 0) {
                throw new IllegalStateException(name + " ended with status " + process.exitValue() + ":\n" + tail());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(name + " was interrupted", e);
        }
    }

    /**
     * Waits for the process to end by itself; returns its status.
     *
     * @throws IllegalStateException with the end of the output when it does not
     */
    int awaitStatus(long timeoutSeconds) throws IOException {
        try {
            if (!process.waitFor(timeoutSeconds, TimeUnit.SECONDS)) {
                throw new IllegalStateException(name + " has not ended within " + timeoutSeconds + " s:\n" + tail());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(name + " was interrupted", e);
        }
    }

    private String tail() throws IOException {
        List<String> lines = Files.readAllLines(output);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    /** Whether it runs, and its last lines. */
    public String describe() {
        String state = name + (isAlive() ? " runs" : " has ended");
        try {
            return state + "; its last lines:\n" + tail();
        } catch (IOException e) {
            return state + "; its output cannot be read: " + e;
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** Ends the process as a power cut would. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /**
     * Asks the process to end, and waits.
     *
     * @throws IllegalStateException with the end of the output when it has not ended in that time
     */
    public void stop(long timeoutSeconds) throws IOException {
        process.destroy();
        int unused = awaitStatus(timeoutSeconds);
    }

    /** Asks the process to end and waits; kills it when it does not. */
    @Override
    public void close() {
        process.destroy();
        awaitEnd();
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
