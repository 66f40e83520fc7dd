package com.hazelcast.certification.rules.vectors;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.rules.TransactionText;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads vectors one by one, so a file may be larger than memory: one JSON object a line with {@code rule}, {@code
 * matches}, {@code transaction} and {@code history}. Blank lines are passed over. Single-threaded.
 */
public final class VectorReader implements AutoCloseable {
    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    private final ObjectMapper mapper = new ObjectMapper();
    private final BufferedReader lines;
    private int line;

    private VectorReader(BufferedReader lines) {
        this.lines = lines;
    }

    /**
     * Opens a file, plain or gzip: its first two bytes decide.
     *
     * @throws IOException when it cannot be read
     */
    public static VectorReader open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        try {
            InputStream text = isGzip(in) ? new GZIPInputStream(in) : in;
            return new VectorReader(new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    private static boolean isGzip(InputStream in) throws IOException {
        in.mark(2);
        boolean isGzip = in.read() == GZIP_FIRST && in.read() == GZIP_SECOND;
        in.reset();
        return isGzip;
    }

    /**
     * The next vector, or null behind the last.
     *
     * @throws VectorFormatException when a line is not a vector; its message has the line's number and the field
     * @throws IOException when the file cannot be read
     */
    public @Nullable RuleVector next() throws IOException {
        String text;
        do {
            text = lines.readLine();
            line++;
        } while (text != null && text.isBlank());
        return text == null ? null : vector(object(text));
    }

    private JsonNode object(String text) throws VectorFormatException {
        try {
            JsonNode node = mapper.readTree(text);
            if (node.isObject()) {
                return node;
            }
        } catch (JsonProcessingException e) {
            // Jackson's message quotes the line, and with it the card.
        }
        throw VectorFormatException.at(line, "not a JSON object");
    }

    private RuleVector vector(JsonNode node) throws VectorFormatException {
        List<Integer> matches = new ArrayList<>();
        for (JsonNode match : array(node, "matches")) {
            matches.add(ruleNumber(match, "matches"));
        }
        List<TransactionText> history = new ArrayList<>();
        for (JsonNode entry : array(node, "history")) {
            history.add(transaction(entry, "history[" + history.size() + "]"));
        }
        TransactionText transaction = transaction(node.path("transaction"), "transaction");
        return new RuleVector(line, ruleNumber(node.path("rule"), "rule"), matches, transaction, history);
    }

    private JsonNode array(JsonNode node, String key) throws VectorFormatException {
        JsonNode array = node.path(key);
        if (!array.isArray()) {
            throw VectorFormatException.at(line, "expected an array: key=" + key);
        }
        return array;
    }

    private int ruleNumber(JsonNode node, String key) throws VectorFormatException {
        if (!node.isInt()) {
            throw VectorFormatException.at(line, "expected a rule's number: key=" + key);
        }
        return node.intValue();
    }

    private TransactionText transaction(JsonNode node, String key) throws VectorFormatException {
        if (!node.isTextual()) {
            throw VectorFormatException.at(line, "expected a record: key=" + key);
        }
        try {
            return TransactionText.parse(node.textValue());
        } catch (IllegalArgumentException e) {
            throw VectorFormatException.at(line, key + ": " + e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
