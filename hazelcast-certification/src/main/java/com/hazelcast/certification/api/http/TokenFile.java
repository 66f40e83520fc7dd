package com.hazelcast.certification.api.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of tokens: a line each of name, roles joined by commas, SHA-256 of the token in hexadecimal digits, and where required {@code
 * rate=N} transactions a second, {@code concurrency=N} at once, {@code expires=TIME}. In place of a token's hash stands {@code certificate:}
 * and the SHA-256 of a client's certificate. Read again when it has changed; a file that cannot be used then leaves the tokens as they
 * are. Thread-safe.
 */
final class TokenFile {
    private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);
    private static final int TOKENS_MAX = 1_000;
    private static final int COLUMNS = 3;
    private static final int HASH_DIGITS = 64;
    private static final String CERTIFICATE = "certificate:";

    private final Path file;
    private volatile List<Token> tokens;
    private FileTime readAt;
    private long sizeBytes;

    /**
     * A token or a certificate, by its hash.
     *
     * @param rate requests a second; 0: no bound
     * @param concurrency at once; 0: no bound of its own
     */
    record Token(
            String name,
            Set<Role> roles,
            String hash,
            boolean isCertificate,
            int rate,
            int concurrency,
            long expiresMs) {}

    /** @throws IllegalArgumentException when the file cannot be used; names line and value */
    TokenFile(Path file) {
        this.file = file;
        try {
            this.readAt = Files.getLastModifiedTime(file);
            this.sizeBytes = Files.size(file);
            this.tokens = parse(Files.readAllLines(file));
        } catch (IOException e) {
            throw new IllegalArgumentException("the tokens cannot be read; give a file of text: api-tokens=" + file, e);
        }
    }

    List<Token> tokens() {
        return tokens;
    }

    /** Reads the file if it has changed; returns whether there are other tokens now. Blocks. */
    synchronized boolean look() {
        try {
            FileTime changedAt = Files.getLastModifiedTime(file);
            long size = Files.size(file);
            if (changedAt.equals(readAt) && size == sizeBytes) {
                return false;
            }
            List<Token> read = parse(Files.readAllLines(file));
            readAt = changedAt;
            sizeBytes = size;
            tokens = read;
            LOG.info("read the API's tokens again: api-tokens={} tokens={}", file, read.size());
            return true;
        } catch (IOException | IllegalArgumentException e) {
            LOG.error("the API's tokens stay as they are, because their file cannot be used: {}", e.getMessage());
            return false;
        }
    }

    private List<Token> parse(List<String> lines) {
        List<Token> parsed = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").strip();
            if (!line.isEmpty()) {
                String where = "api-tokens=" + file + " line=" + (i + 1);
                Token token = token(line.split("\\s+", -1), where);
                if (!names.add(token.name)) {
                    throw new IllegalArgumentException(
                            "two tokens have one name; give each its own: " + where + " name=" + token.name);
                }
                parsed.add(token);
            }
        }
        if (parsed.size() > TOKENS_MAX) {
            throw new IllegalArgumentException(
                    "there are at most " + TOKENS_MAX + " tokens: api-tokens=" + file + " tokens=" + parsed.size());
        }
        return List.copyOf(parsed);
    }

    private static Token token(String[] columns, String where) {
        if (columns.length < COLUMNS || !columns[0].matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")) {
            throw new IllegalArgumentException("a line is a name, roles, and the SHA-256 of a token: " + where);
        }
        boolean isCertificate = columns[2].startsWith(CERTIFICATE);
        String digits = isCertificate ? columns[2].substring(CERTIFICATE.length()) : columns[2];
        if (digits.length() != HASH_DIGITS || !digits.matches("[0-9a-fA-F]+")) {
            throw new IllegalArgumentException("the third column is the SHA-256 of a token, or " + CERTIFICATE
                    + " and that of a certificate, in " + HASH_DIGITS + " hexadecimal digits: " + where);
        }
        try {
            EnumSet<Role> roles = EnumSet.noneOf(Role.class);
            for (String role : columns[1].split(",", -1)) {
                roles.add(Role.of(role));
            }
            int rate = 0;
            int concurrency = 0;
            long expiresMs = Long.MAX_VALUE;
            for (int i = COLUMNS; i < columns.length; i++) {
                String[] pair = columns[i].split("=", 2);
                String value = pair.length == 2 ? pair[1] : "";
                switch (pair[0]) {
                    case "rate" -> rate = number(pair[0], value);
                    case "concurrency" -> concurrency = number(pair[0], value);
                    case "expires" -> expiresMs = Instant.parse(value).toEpochMilli();
                    default ->
                        throw new IllegalArgumentException("it is none of rate, concurrency, expires: " + pair[0]);
                }
            }
            return new Token(
                    columns[0],
                    Set.copyOf(roles),
                    digits.toLowerCase(Locale.ROOT),
                    isCertificate,
                    rate,
                    concurrency,
                    expiresMs);
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "a line of the tokens cannot be used; correct it: " + where + ": " + e.getMessage(), e);
        }
    }

    private static int number(String key, String value) {
        if (!value.matches("[1-9]\\d{0,6}")) {
            throw new IllegalArgumentException(key + " must be 1 to 9999999: " + key + "=" + value);
        }
        return Integer.parseInt(value);
    }
}
