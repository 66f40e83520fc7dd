package com.hazelcast.certification.mapping;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** YAML in which no key is given twice: the last one would count, and nobody would see that the first does not. Stateless. */
public final class StrictYaml {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final Pattern TWICE = Pattern.compile("Duplicate field '(.*)'");

    private StrictYaml() {}

    /**
     * Reads a text.
     *
     * @param where it is, as {@code key=value}, for the message
     * @return its root; null or a missing node: it has nothing
     * @throws IllegalArgumentException when a key is given twice; names it and the line of the second
     * @throws IOException when it is no YAML
     */
    public static @Nullable JsonNode read(String text, String where) throws IOException {
        try {
            return YAML.readTree(text);
        } catch (JsonParseException e) {
            Matcher twice = TWICE.matcher(String.valueOf(e.getOriginalMessage()));
            if (twice.matches()) {
                // Without the cause, which quotes the text.
                throw new IllegalArgumentException("a key is given twice; leave one of them out: key=" + twice.group(1)
                        + " line=" + e.getLocation().getLineNr() + " " + where);
            }
            throw e;
        }
    }
}
