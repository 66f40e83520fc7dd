package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.language.LanguageLimits;
import com.hazelcast.certification.rules.language.Problem;
import com.hazelcast.certification.rules.language.RuleFiles;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.lists.ByteOrderMark;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A file with a set of rules, and the folder with its lists and tables. Immutable: each call reads the files anew. */
public final class RuleSetFile {
    /** Ending of such files. */
    public static final String ENDING = ".rules";

    /** A character takes at most four bytes. */
    private static final long BYTES_MAX = 4L * LanguageLimits.TEXT_MAX;

    private final Path file;

    /** Of a file that may not be there. */
    public RuleSetFile(Path file) {
        this.file = file;
    }

    /** Whether a file is one, by its name. */
    public static boolean isOne(Path file) {
        return file.toString().endsWith(ENDING);
    }

    /**
     * The set in a file, compiled, for a command that is not about rules.
     *
     * @throws IllegalArgumentException when there is none, or it is wrong; says where
     */
    public static CompiledRules compile(Path file) {
        try {
            return CompiledRules.of(new RuleSetFile(file).read());
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read the set of rules (" + e.getMessage() + "): " + file, e);
        } catch (RuleLanguageException e) {
            Problem first = e.problems().get(0);
            throw new IllegalArgumentException(
                    "the set of rules is wrong; 'rules check' prints all that is: " + file + ":" + first.line() + ":"
                            + first.column() + ": " + first.message(),
                    e);
        }
    }

    /**
     * A set that comes with the program, by its name, or the set of a file, for a command that is not about rules.
     *
     * @throws IllegalArgumentException when it cannot be used; says why
     */
    public static RuleSetText named(String rules) {
        Optional<RuleSetText> shipped = RuleSetText.shipped(rules);
        if (shipped.isPresent()) {
            return shipped.get();
        }
        try {
            return new RuleSetFile(Path.of(rules)).withFiles();
        } catch (IOException | RuleLanguageException e) {
            throw new IllegalArgumentException(
                    "the set of rules cannot be used; give a file, or certification or starter, which come with the program; ./fraud rules check FILE prints what is wrong with a file: rules="
                            + rules + "\n" + e.getMessage(),
                    e);
        }
    }

    /**
     * The text of the set, without a byte order mark.
     *
     * @throws IOException with a message for the person who named the file
     */
    public String text() throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no such file");
        }
        if (Files.size(file) > BYTES_MAX) {
            throw new IOException("a set has at most " + LanguageLimits.TEXT_MAX
                    + " characters; put long lists into files: sizeBytes=" + Files.size(file));
        }
        try {
            return ByteOrderMark.without(Files.readString(file, StandardCharsets.UTF_8));
        } catch (CharacterCodingException e) {
            throw new IOException("it is not text in UTF-8", e);
        }
    }

    /**
     * Reads and checks the set.
     *
     * @throws IOException as of {@link #text}
     * @throws RuleLanguageException when the set is wrong
     */
    public RuleSetDefinition read() throws IOException, RuleLanguageException {
        return read(Map.of());
    }

    /**
     * As {@link #read()}, with other tables.
     *
     * @param tables contents that are read in place of the files of these names
     * @throws IOException as of {@link #text}
     * @throws RuleLanguageException when the set is wrong
     */
    public RuleSetDefinition read(Map<String, String> tables) throws IOException, RuleLanguageException {
        return new RuleLanguage().read(text(), files(tables));
    }

    /**
     * The set with all that its text names, to be sent.
     *
     * @throws IOException as of {@link #text}
     * @throws RuleLanguageException when the set is wrong
     */
    public RuleSetText withFiles() throws IOException, RuleLanguageException {
        return RuleSetText.withFiles(text(), files(Map.of()));
    }

    @Override
    public String toString() {
        return file.toString();
    }

    private RuleFiles files(Map<String, String> tables) {
        Path folder = file.toAbsolutePath().resolveSibling("").normalize();
        return name -> {
            String table = tables.get(name);
            return table == null ? open(folder, name) : new BufferedReader(new StringReader(table));
        };
    }

    private static BufferedReader open(Path folder, String name) throws IOException {
        Path named = folder.resolve(name).normalize();
        if (!named.startsWith(folder)) {
            throw new IOException("lists and tables lie beside the set or below it");
        }
        if (!Files.isRegularFile(named)) {
            throw new IOException("there is no such file beside the set");
        }
        return Files.newBufferedReader(named, StandardCharsets.UTF_8);
    }

    /** Prints each problem with its place, as compilers do. */
    public void print(RuleLanguageException problems, PrintWriter err) {
        for (Problem problem : problems.problems()) {
            err.println(file + ":" + problem.line() + ":" + problem.column() + ": " + problem.message());
        }
        int count = problems.problems().size();
        err.println(
                count == LanguageLimits.PROBLEMS_MAX
                        ? count + " problems or more"
                        : count == 1 ? "1 problem" : count + " problems");
        err.flush();
    }
}
