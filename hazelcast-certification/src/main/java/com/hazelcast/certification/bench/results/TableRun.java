package com.hazelcast.certification.bench.results;

import com.hazelcast.certification.bench.MarkdownTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes whole tables of {@code TEST_RESULTS.md}: runs the commands of each, which write their rows themselves. One that fails does not stop
 * those behind it. Used by one thread.
 */
public final class TableRun {
    /** In the repository, from its root on. */
    private static final String COSTS = "hazelcast-certification/src/main/resources/scale-out.csv";

    private final Optional<Path> file;
    private final Program program;
    private final Gateways gateways;
    private final List<Made> made = new ArrayList<>();

    /** A command that has written its rows into a table. */
    public record Made(String table, String command) {}

    /** Runs {@code ./fraud}; what it prints is seen. */
    @FunctionalInterface
    public interface Program {
        /**
         * Runs a command to its end, and returns its status.
         *
         * @throws IOException when it cannot be started
         */
        int show(List<String> arguments) throws IOException, InterruptedException;
    }

    /** Starts members that have gateways. */
    @FunctionalInterface
    public interface Gateways {
        /**
         * Returns when they score.
         *
         * @throws IOException when they cannot be started
         */
        Opened open(ResultTable.Members members, boolean isQuick) throws IOException, InterruptedException;
    }

    /** Members that run until they are closed. */
    public interface Opened extends AutoCloseable {
        /** The options by which a command finds their gateways. */
        List<String> options();

        @Override
        void close() throws IOException;
    }

    /**
     * A run.
     *
     * @param file whose tables get the rows; empty: they are written nowhere
     */
    public TableRun(Optional<Path> file, Program program, Gateways gateways) {
        this.file = file;
        this.program = program;
        this.gateways = gateways;
    }

    /**
     * Makes these tables; returns the commands that failed, and why.
     *
     * @throws IOException when the file lacks one of them; then nothing has run
     */
    public List<ResultFailure> make(List<ResultTable> tables, boolean isQuick)
            throws IOException, InterruptedException {
        if (file.isPresent()) {
            for (ResultTable table : tables) {
                new MarkdownTable(file.get(), "<!-- bench: " + table.name() + " -->", "<!-- end of bench -->").find();
            }
        }
        List<ResultFailure> failures = new ArrayList<>();
        for (ResultTable table : tables) {
            for (ResultTable.Command command : table.commands()) {
                String line = String.join(" ", command.arguments(isQuick));
                try {
                    int status = run(command, isQuick);
                    if (status == 0) {
                        made.add(new Made(table.name(), line));
                    } else {
                        failures.add(new ResultFailure(table.name(), "", line, "it ended with status " + status));
                    }
                } catch (IOException | RuntimeException e) {
                    failures.add(ResultFailure.of(table.name(), "", line, e));
                }
            }
        }
        return failures;
    }

    /** The commands that have written their rows, in their order. */
    public List<Made> made() {
        return List.copyOf(made);
    }

    private int run(ResultTable.Command command, boolean isQuick) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(command.arguments(isQuick));
        file.ifPresent(results -> arguments.addAll(List.of("--results", results.toString())));
        if (file.isPresent() && arguments.contains("scale-out")) {
            arguments.addAll(List.of("--csv", costs(file.get()).toString()));
        }
        if (command.members().isEmpty()) {
            return program.show(arguments);
        }
        try (Opened members = gateways.open(command.members().get(), isQuick)) {
            arguments.addAll(members.options());
            return program.show(arguments);
        }
    }

    /** What {@code plan} reads, beside the project's own results; beside another file, one of its own. */
    private static Path costs(Path results) {
        Path ofProject = results.resolveSibling(COSTS);
        return Files.exists(ofProject) ? ofProject : results.resolveSibling("scale-out.csv");
    }
}
