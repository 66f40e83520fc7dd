package com.hazelcast.certification.chain;

import java.util.Optional;

/**
 * A line of a chain: a JSON object whose first two fields are the hash of the line before and its own. A value; thread-safe.
 *
 * <pre>{@code {"previous":"<64 digits>","hash":"<64 digits>",<the fields of the content>}}</pre>
 *
 * @param previous the hash of the line before, or {@link HashChain#START}
 * @param hash of this line, {@link HashChain#next(String, String)} of the previous one and the content
 * @param content a JSON object in one line, without the two hashes: <code>{"a":1}</code>
 */
public record ChainedLine(String previous, String hash, String content) {
    private static final String BEFORE_PREVIOUS = "{\"previous\":\"";
    private static final String BEFORE_HASH = "\",\"hash\":\"";
    private static final String BEFORE_CONTENT = "\",";
    private static final int DIGITS = HashChain.START.length();

    private static final int PREVIOUS_BEGIN = BEFORE_PREVIOUS.length();
    private static final int PREVIOUS_END = PREVIOUS_BEGIN + DIGITS;
    private static final int HASH_BEGIN = PREVIOUS_END + BEFORE_HASH.length();
    private static final int HASH_END = HASH_BEGIN + DIGITS;
    private static final int CONTENT_BEGIN = HASH_END + BEFORE_CONTENT.length();

    /**
     * The line that follows another.
     *
     * @param previousHash of the line before, or {@link HashChain#START}
     * @param content a JSON object with at least one field, in one line, written without blanks around its braces
     * @throws IllegalArgumentException when one of them is not that
     */
    public static ChainedLine after(String previousHash, String content) {
        if (!isObject(content)) {
            throw new IllegalArgumentException(
                    "the content of a line is a JSON object with a field, such as {\"a\":1}: content=" + content);
        }
        return new ChainedLine(previousHash, HashChain.next(previousHash, content), content);
    }

    private static boolean isObject(String content) {
        return content.startsWith("{\"") && content.endsWith("}");
    }

    /**
     * Whether a line that follows that one begins so, and is not all there: it was not written to its end.
     *
     * @param previousHash of the line before; empty: not known
     */
    static boolean isBegin(String text, Optional<String> previousHash) {
        String begin =
                BEFORE_PREVIOUS + previousHash.map(hash -> hash + BEFORE_HASH).orElse("");
        return (text.startsWith(begin) || begin.startsWith(text)) && read(text).isEmpty();
    }

    /** The line as it stands in a file, without a line break. */
    public String text() {
        return BEFORE_PREVIOUS + previous + BEFORE_HASH + hash + BEFORE_CONTENT + content.substring(1);
    }

    /**
     * Reads a line; does not check that its hash is that of its content, which {@link ChainVerifier} does.
     *
     * @throws IllegalArgumentException when it is not laid out as {@link #text()} writes it
     */
    public static ChainedLine parse(String text) {
        return read(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "a line of a chain is a JSON object that begins with the fields previous and hash"));
    }

    private static Optional<ChainedLine> read(String text) {
        if (text.length() > CONTENT_BEGIN
                && text.startsWith(BEFORE_PREVIOUS)
                && text.startsWith(BEFORE_HASH, PREVIOUS_END)
                && text.startsWith(BEFORE_CONTENT, HASH_END)) {
            String previous = text.substring(PREVIOUS_BEGIN, PREVIOUS_END);
            String hash = text.substring(HASH_BEGIN, HASH_END);
            String content = "{" + text.substring(CONTENT_BEGIN);
            if (HashChain.isHash(previous) && HashChain.isHash(hash) && isObject(content)) {
                return Optional.of(new ChainedLine(previous, hash, content));
            }
        }
        return Optional.empty();
    }
}
