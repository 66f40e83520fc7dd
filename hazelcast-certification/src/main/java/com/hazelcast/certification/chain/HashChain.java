package com.hazelcast.certification.chain;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The hashes of a chain of lines, by SHA-256. The hash of a line covers its content and the hash of the line before, and so all lines
 * before it. It has no key: who can write the whole file can write another chain. Keep the newest hash, or copies of the lines, where
 * that person cannot write. Thread-safe; a hash costs about 1 µs.
 *
 * <pre>{@code
 * String previous = HashChain.START;
 * ChainedLine line = ChainedLine.after(previous, "{\"what\":\"start\"}");
 * write(line.text());
 * previous = line.hash();
 * }</pre>
 */
public final class HashChain {
    /** What stands in the first line of a chain as the hash of the line before. */
    public static final String START = "0".repeat(64);

    private HashChain() {}

    /**
     * The hash of a line: of the previous hash, a line feed and the content, in UTF-8.
     *
     * @param previousHash of the line before, or {@link #START}
     * @param content of the line, in one line
     * @return 64 hexadecimal digits in lower case
     * @throws IllegalArgumentException when the previous hash is not such a hash, or the content has several lines
     */
    public static String next(String previousHash, String content) {
        if (!isHash(previousHash)) {
            throw new IllegalArgumentException(
                    "a hash is 64 hexadecimal digits in lower case; give the one before or HashChain.START: previousHash="
                            + previousHash);
        }
        if (content.indexOf('\n') >= 0 || content.indexOf('\r') >= 0) {
            throw new IllegalArgumentException(
                    "the content of a line has no line break; escape it: content=" + content);
        }
        return HexFormat.of()
                .formatHex(sha256().digest((previousHash + "\n" + content).getBytes(StandardCharsets.UTF_8)));
    }

    /** Whether a text is 64 hexadecimal digits in lower case. */
    public static boolean isHash(String text) {
        return text.length() == START.length()
                && text.chars().allMatch(digit -> (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f'));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
