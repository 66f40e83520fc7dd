package com.hazelcast.certification.rules.live;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.hazelcast.certification.rules.language.RuleFiles;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.language.RuleOutline;
import com.hazelcast.certification.rules.lists.ByteOrderMark;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A set of rules as it was written, with all that it reads, without byte order marks: it does not change when files do. Immutable,
 * thread-safe.
 *
 * @param text in the rule language
 * @param files its lists and tables, by the names that the text has for them
 */
public record RuleSetText(String text, Map<String, String> files) implements RuleFiles {
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]+");

    /** Of a set whose text is elsewhere. */
    static final RuleSetText NONE = new RuleSetText("", Map.of());

    /** Of a set that has decided nothing that histories have, and whose text and lists were removed. */
    static final RuleSetText REMOVED = new RuleSetText(RuleOutline.MARK + "\n", Map.of());

    private static final String FOLDER = "/rules/";
    private static final String CERTIFICATION = "certification";

    public RuleSetText {
        text = ByteOrderMark.without(text);
        files = files.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, file -> ByteOrderMark.without(file.getValue())));
    }

    /** The 49 rules of the certification challenge, as they come with the program. */
    public static RuleSetText shipped() {
        return shipped(CERTIFICATION).orElseThrow();
    }

    /** A set that comes with the program, with its lists and tables, by the name of its file without the ending; empty: there is none. */
    public static Optional<RuleSetText> shipped(String name) {
        String resource = FOLDER + name + RuleSetFile.ENDING;
        if (!NAME.matcher(name).matches() || RuleSetText.class.getResource(resource) == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    withFiles(content(resource), file -> new BufferedReader(new StringReader(content(FOLDER + file)))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RuleLanguageException e) {
            throw new IllegalStateException("a set that comes with the program is wrong: " + e.getMessage(), e);
        }
    }

    private static String content(String resource) throws IOException {
        try (InputStream in = RuleSetText.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new FileNotFoundException("it does not come with the program: resource=" + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /**
     * A text with all that it names.
     *
     * @param from where its lists and tables are
     * @throws RuleLanguageException when the set is wrong
     */
    static RuleSetText withFiles(String text, RuleFiles from) throws RuleLanguageException {
        Map<String, String> read = new HashMap<>();
        RuleSetDefinition unused = new RuleLanguage().read(text, name -> {
            try (BufferedReader in = from.open(name)) {
                String content = in.lines().collect(Collectors.joining("\n"));
                read.put(name, content);
                return new BufferedReader(new StringReader(content));
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        });
        return new RuleSetText(text, read);
    }

    /** Itself, with the objects of that map in place of what is equal to them; what is not in the map is added to it. */
    RuleSetText shared(Map<String, String> first) {
        Map<String, String> shared = new HashMap<>();
        files.forEach((name, content) -> shared.put(name, first(first, content)));
        return new RuleSetText(first(first, text), shared);
    }

    /** Adds its text and lists to a map for {@link #shared}, where it has none that are equal. */
    void addTo(Map<String, String> first) {
        files.values().forEach(content -> first.putIfAbsent(content, content));
        first.putIfAbsent(text, text);
    }

    private static String first(Map<String, String> first, String content) {
        String known = first.putIfAbsent(content, content);
        return known == null ? content : known;
    }

    /** Without what it says; with the names of its lists and tables, and whether it was removed. */
    RuleSetText withoutContents() {
        Map<String, String> empty = new HashMap<>();
        files.keySet().forEach(name -> empty.put(name, ""));
        return isOutline() ? REMOVED : new RuleSetText("", empty);
    }

    /** Whether this is what was left when text and lists of a set were removed. */
    @JsonIgnore
    public boolean isOutline() {
        return RuleOutline.isOne(text);
    }

    /** What is left when they are: names and outcomes of the rules. */
    RuleSetText outline() {
        return new RuleSetText(RuleOutline.of(readOfBook()), Map.of());
    }

    /** What the codes of the set's decisions mean. */
    List<String> decisions() {
        return readOfBook().rules().stream()
                .map(rule -> rule.name() + " " + rule.action())
                .toList();
    }

    private RuleSetDefinition readOfBook() {
        try {
            return read();
        } catch (RuleLanguageException e) {
            throw new IllegalStateException("a set that members use cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * The set, for cards that are not keyed.
     *
     * @throws RuleLanguageException when it is wrong
     */
    public RuleSetDefinition read() throws RuleLanguageException {
        return new RuleLanguage().read(text, this);
    }

    @Override
    public BufferedReader open(String name) throws IOException {
        String content = files.get(name);
        if (content == null) {
            throw new IOException("it did not come with the set: files=" + new TreeMap<>(files).keySet());
        }
        return new BufferedReader(new StringReader(content));
    }
}
