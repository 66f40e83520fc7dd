package com.hazelcast.certification.systemtests.soak;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Properties;

/**
 * What a long run keeps, so that it can be interrupted at any moment and go on: how long each phase has run, in {@code run.properties}, and the
 * samples. Used by one thread, but for {@link #end}.
 */
final class SoakFolder {
    private static final String SETTINGS = "settings";
    private static final String PARTS = "parts";
    private static final String FAILURE = "failure";

    private final Path folder;
    private final Properties state = new Properties();
    private volatile boolean isEnded;

    /**
     * Opens the folder, or makes it.
     *
     * @throws IllegalArgumentException when it has a run with other settings
     */
    SoakFolder(Path folder, SoakSettings settings) throws IOException {
        this.folder = Files.createDirectories(folder);
        if (!Files.exists(stateFile())) {
            // The state comes last: where it is, the samples are, too.
            Files.writeString(samplesFile(), SoakSample.HEAD + "\n");
            state.setProperty(SETTINGS, settings.toString());
            save();
            return;
        }
        try (Reader reader = Files.newBufferedReader(stateFile())) {
            state.load(reader);
        }
        if (!settings.toString().equals(state.getProperty(SETTINGS))) {
            throw new IllegalArgumentException(
                    "the folder has a run with other settings; give these, or another folder: folder=" + folder
                            + " its settings=" + state.getProperty(SETTINGS) + " given=" + settings);
        }
        dropTornLine();
    }

    private Path stateFile() {
        return folder.resolve("run.properties");
    }

    private Path samplesFile() {
        return folder.resolve("samples.csv");
    }

    /** A run that ended in the middle of a line goes on with a new one. Nothing else is written: this one may be ended here, too. */
    private void dropTornLine() throws IOException {
        long wholeBytes =
                Files.readString(samplesFile(), StandardCharsets.US_ASCII).lastIndexOf('\n') + 1L;
        try (FileChannel samples = FileChannel.open(samplesFile(), StandardOpenOption.WRITE)) {
            samples.truncate(wholeBytes);
        }
    }

    /** A folder for what the processes of a part write. */
    Path logs(int part) throws IOException {
        return Files.createDirectories(folder.resolve("logs-" + part));
    }

    /** Begins a part, from 1 on: clusters of different parts have different processes. */
    int beginPart() throws IOException {
        int part = number(PARTS) + 1;
        state.setProperty(PARTS, Integer.toString(part));
        save();
        return part;
    }

    private int number(String key) {
        return Integer.parseInt(state.getProperty(key, "0"));
    }

    /** How long that phase has run in all parts. */
    double doneSeconds(int phase) {
        return Double.parseDouble(state.getProperty("phase." + phase, "0"));
    }

    /** Keeps that something was wrong: a run that goes on must not forget it. The first failure stays. */
    void fail(String how) throws IOException {
        if (state.putIfAbsent(FAILURE, how) == null) {
            save();
        }
    }

    /**
     * Keeps nothing from then on: that members go while this process is ended is neither a failure of the run nor a sample of it. May be called by
     * any thread.
     */
    void end() {
        isEnded = true;
    }

    /** Something that a part does. */
    @FunctionalInterface
    interface Doing {
        void run() throws IOException, InterruptedException;
    }

    /** Does it. What stops it, such as a driver that has failed or a member that does not answer, is kept as a failure; an interruption is none. */
    void keepingFailure(Doing doing) throws IOException, InterruptedException {
        try {
            doing.run();
        } catch (IOException | RuntimeException e) {
            if (!Thread.currentThread().isInterrupted()) {
                fail(e.toString());
            }
            throw e;
        }
    }

    /** What was wrong in any part; empty: nothing. */
    String failure() {
        return state.getProperty(FAILURE, "");
    }

    /** Appends the samples of a moment, and then sets how long their phase has run. */
    void add(int phase, double doneSeconds, List<SoakSample> samples) throws IOException {
        if (isEnded) {
            return;
        }
        StringBuilder lines = new StringBuilder();
        samples.forEach(sample -> lines.append(sample.line()).append('\n'));
        Files.writeString(samplesFile(), lines, StandardOpenOption.APPEND);
        state.setProperty("phase." + phase, Double.toString(doneSeconds));
        save();
    }

    List<SoakSample> samples() throws IOException {
        List<String> lines = Files.readAllLines(samplesFile());
        return lines.subList(1, lines.size()).stream().map(SoakSample::of).toList();
    }

    void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** As a whole or not at all. */
    private void save() throws IOException {
        if (isEnded) {
            return;
        }
        Path next = folder.resolve("run.properties.next");
        try (Writer writer = Files.newBufferedWriter(next)) {
            state.store(writer, null);
        }
        Files.move(next, stateFile(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
