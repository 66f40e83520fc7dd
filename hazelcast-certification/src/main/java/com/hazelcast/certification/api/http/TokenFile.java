package com.hazelcast.certification.api.http;

import com.hazelcast.certification.access.NamedLines;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The file of tokens: a line each of name, roles joined by commas, SHA-256 of the token in hexadecimal digits, and where required {@code
 * rate=N} transactions a second, {@code concurrency=N} at once, {@code expires=TIME}. In place of a token's hash stands {@code certificate:}
 * and the SHA-256 of a client's certificate. No two lines have one hash. Read again when it has changed; a file that cannot be used then
 * leaves the tokens as they are. Thread-safe.
 */
final class TokenFile {
    private static final int COLUMNS = 3;
    private static final int HASH_DIGITS = 64;
    private static final String CERTIFICATE = "certificate:";

    private final NamedLines<Token> lines;

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
            long expiresMs) {
        private String identity() {
            return isCertificate ? CERTIFICATE + hash : hash;
        }
    }

    /** @throws IllegalArgumentException when the file cannot be used; names line and value */
    TokenFile(Path file) {
        this.lines = new NamedLines<>("api-tokens", "tokens", file, TokenFile::token, Token::identity);
    }

    List<Token> tokens() {
        return lines.lines();
    }

    /** Reads the file if it has changed; returns whether there are other tokens now. Blocks. */
    boolean look() {
        return lines.look();
    }

    private static Token token(String... columns) {
        if (columns.length < COLUMNS) {
            throw new IllegalArgumentException("a line is a name, roles, and the SHA-256 of a token");
        }
        boolean isCertificate = columns[2].startsWith(CERTIFICATE);
        String digits = isCertificate ? columns[2].substring(CERTIFICATE.length()) : columns[2];
        if (digits.length() != HASH_DIGITS || !digits.matches("[0-9a-fA-F]+")) {
            throw new IllegalArgumentException("the third column is the SHA-256 of a token, or " + CERTIFICATE
                    + " and that of a certificate, in " + HASH_DIGITS + " hexadecimal digits");
        }
        EnumSet<Role> roles = EnumSet.noneOf(Role.class);
        for (String role : columns[1].split(",", -1)) {
            roles.add(Role.of(role));
        }
        int rate = 0;
        int concurrency = 0;
        long expiresMs = Long.MAX_VALUE;
        Set<String> keys = new HashSet<>();
        for (int i = COLUMNS; i < columns.length; i++) {
            String[] pair = columns[i].split("=", 2);
            String value = pair.length == 2 ? pair[1] : "";
            if (!keys.add(pair[0])) {
                throw new IllegalArgumentException("it is there twice, give it once: " + pair[0]);
            }
            switch (pair[0]) {
                case "rate" -> rate = number(pair[0], value);
                case "concurrency" -> concurrency = number(pair[0], value);
                case "expires" -> expiresMs = Instant.parse(value).toEpochMilli();
                default -> throw new IllegalArgumentException("it is none of rate, concurrency, expires: " + pair[0]);
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
    }

    private static int number(String key, String value) {
        if (!value.matches("[1-9]\\d{0,6}")) {
            throw new IllegalArgumentException(key + " must be 1 to 9999999: " + key + "=" + value);
        }
        return Integer.parseInt(value);
    }
}
