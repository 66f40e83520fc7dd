package com.hazelcast.certification.rules.lists;

import java.io.IOException;
import java.io.Reader;

/**
 * The byte order mark that spreadsheets and some editors write at the beginning of a text in UTF-8. It is no part of the text: rules, lists,
 * tables and cases are read without it. Stateless.
 */
public final class ByteOrderMark {
    private static final char MARK = '\uFEFF';

    private ByteOrderMark() {}

    /** A text without the mark; itself, when it does not begin with one. */
    public static String without(String text) {
        return !text.isEmpty() && text.charAt(0) == MARK ? text.substring(1) : text;
    }

    /**
     * Passes over the mark, if there is one.
     *
     * @param in at the beginning of a text; a reader that supports {@link Reader#mark}, as buffered ones do
     * @throws IOException when it cannot be read
     */
    public static void skip(Reader in) throws IOException {
        in.mark(1);
        if (in.read() != MARK) {
            in.reset();
        }
    }
}
