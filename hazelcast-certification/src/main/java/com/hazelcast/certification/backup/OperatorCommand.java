package com.hazelcast.certification.backup;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program of the operator that a member runs. Program and arguments are the member's configuration, and no shell takes part: a caller gives
 * nothing but the values of what stands in braces, each a part of one argument. It gets no input, has a time, and the end of its output is kept.
 * Immutable; thread-safe.
 */
public final class OperatorCommand {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorCommand.class);

    /** The longest time that a program may take. */
    private static final Duration WITHIN_MAX = Duration.ofDays(7);

    /** So much of its output is kept, of its end. */
    private static final int OUTPUT_MAX_BYTES = 4_096;

    /** A child of the program may keep the output open when it has ended itself. */
    private static final long OUTPUT_END_MS = 5_000;

    private static final Pattern NAME = Pattern.compile("\\{([^{}]*)\\}");

    /** What is not of these may be something else than the name of a program. */
    private static final Pattern PROGRAM = Pattern.compile("[A-Za-z0-9._/+-]*");

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\n]]");
    private static final File NOTHING = new File("/dev/null");

    private final String key;
    private final List<String> words;
    private final Duration within;

    private OperatorCommand(String key, List<String> words, Duration within) {
        this.key = key;
        this.words = words;
        this.within = within;
    }

    /**
     * A command as it is configured.
     *
     * @param key of the configuration, for messages
     * @param text the program by its absolute path and its arguments, between blanks
     * @param names that may stand in braces in an argument
     * @param within the program is ended when it takes longer
     * @throws IllegalArgumentException naming the key, the word and what is wrong; has nothing of the text but the program, for secrets may be
     *     in it
     */
    public static OperatorCommand parse(String key, String text, Set<String> names, Duration within) {
        List<String> words = List.of(text.strip().split("\\s+", -1));
        if (!words.get(0).startsWith("/")) {
            throw refused(key + " must begin with the absolute path of a program, without quotes", key, words, 0);
        }
        for (int i = 0; i < words.size(); i++) {
            boolean isKnown = NAME.matcher(words.get(i)).results().allMatch(name -> names.contains(name.group(1)));
            if (!isKnown) {
                throw refused(
                        key + " may have " + names.stream().sorted().toList() + " in braces, and nothing else",
                        key,
                        words,
                        i);
            }
        }
        if (within.isNegative() || within.isZero() || within.compareTo(WITHIN_MAX) > 0) {
            throw new IllegalArgumentException("a command must have a time of at most " + WITHIN_MAX.toDays()
                    + " days: backup-command-within=" + within);
        }
        return new OperatorCommand(key, words, within);
    }

    private static IllegalArgumentException refused(String what, String key, List<String> words, int index) {
        String program = words.get(0);
        return new IllegalArgumentException(what + ": key=" + key + " word=" + (index + 1) + " of " + words.size()
                + " program=" + (PROGRAM.matcher(program).matches() ? program : "(not shown)"));
    }

    /**
     * Runs the program, and waits for its end.
     *
     * @param values of what stands in braces
     * @return the end of its output
     * @throws IllegalStateException when it cannot be run, fails or takes too long; has the end of its output
     */
    public String run(Map<String, String> values) throws InterruptedException {
        List<String> command = words.stream()
                .map(word -> NAME.matcher(word).replaceAll(name -> Matcher.quoteReplacement(valueOf(name, values))))
                .toList();
        LOG.info("{} begins: program={} values={}", key, words.get(0), values);
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(NOTHING)
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException(
                    key + " cannot be run; check that the program is there, and that the member's user may run it: "
                            + e,
                    e);
        }
        OutputEnd output = new OutputEnd(process.getInputStream());
        try {
            if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
                throw failure("did not end within " + within.toSeconds() + " s, and was ended", output.soFar());
            }
            String text = output.await();
            if (process.exitValue() != 0) {
                throw failure("ended with status " + process.exitValue(), text);
            }
            LOG.info("{} has ended well: {}", key, text);
            return text;
        } finally {
            process.descendants().forEach(child -> {
                boolean unused = child.destroyForcibly();
            });
            process.destroyForcibly();
        }
    }

    private static String valueOf(MatchResult name, Map<String, String> values) {
        String value = values.get(name.group(1));
        if (value == null) {
            throw new IllegalArgumentException("there is no such value: name=" + name.group(1));
        }
        return value;
    }

    private IllegalStateException failure(String what, String output) {
        return new IllegalStateException(
                key + " " + what + ": program=" + words.get(0) + (output.isEmpty() ? "" : ": " + output));
    }

    /** Reads what a process writes, so that it never waits, and keeps the end. */
    private static final class OutputEnd {
        private final InputStream in;
        private final Thread thread = new Thread(this::read, "fraud-command-output");
        private byte[] kept = {};

        OutputEnd(InputStream in) {
            this.in = in;
            thread.setDaemon(true);
            thread.start();
        }

        private void read() {
            byte[] buffer = new byte[OUTPUT_MAX_BYTES];
            try (in) {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    add(buffer, count);
                }
            } catch (IOException e) {
                LOG.debug("the output of a command ended", e);
            }
        }

        private synchronized void add(byte[] bytes, int count) {
            byte[] all = Arrays.copyOf(kept, kept.length + count);
            System.arraycopy(bytes, 0, all, kept.length, count);
            kept = Arrays.copyOfRange(all, Math.max(0, all.length - OUTPUT_MAX_BYTES), all.length);
        }

        String await() throws InterruptedException {
            thread.join(OUTPUT_END_MS);
            return soFar();
        }

        /** Without what would change a terminal. */
        synchronized String soFar() {
            return CONTROL.matcher(new String(kept, StandardCharsets.UTF_8))
                    .replaceAll("?")
                    .strip();
        }
    }
}
