package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.rules.language.RuleFiles;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * A set of rules as it was written, with all that it reads: it does not change when files do. Immutable, thread-safe.
 *
 * @param text in the rule language
 * @param files its lists and tables, by the names that the text has for them
 */
public record RuleSetText(String text, Map<String, String> files) implements RuleFiles {
    /** Of a set whose text is elsewhere. */
    static final RuleSetText NONE = new RuleSetText("", Map.of());

    private static final String SHIPPED = "/rules/certification.rules";

    public RuleSetText {
        files = Map.copyOf(files);
    }

    /** The 49 rules of the certification challenge, as they come with the program. */
    public static RuleSetText shipped() {
        try (InputStream in = RuleSetText.class.getResourceAsStream(SHIPPED)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its own rules: resource=" + SHIPPED);
            }
            return new RuleSetText(new String(in.readAllBytes(), StandardCharsets.UTF_8), Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
