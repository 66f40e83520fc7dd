package com.hazelcast.certification.bench.http;

import io.netty.handler.codec.CorruptedFrameException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One HTTP/1.1 answer in a range of bytes; used again for the next one. Not thread-safe. */
final class HttpAnswer {
    /** An answer with its head; a longer one cannot be read. */
    static final int SIZE_BYTES_MAX = 1 << 20;

    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCODING = "transfer-encoding:".getBytes(StandardCharsets.US_ASCII);
    private static final int STATUS_AT = 9;

    private byte[] bytes = {};
    private int status;
    private int bodyAt;
    private int endAt;

    /**
     * Reads the answer that begins the bytes.
     *
     * @return whether it is there whole
     * @throws CorruptedFrameException when it is no answer of known length
     */
    boolean read(byte[] from, int count) {
        int headEnd = headEnd(from, count);
        if (headEnd < 0) {
            if (count >= SIZE_BYTES_MAX) {
                throw new CorruptedFrameException("an answer's head has no end");
            }
            return false;
        }
        bytes = from;
        bodyAt = headEnd;
        status = status(from, headEnd);
        int length = length(from, headEnd);
        if (length > SIZE_BYTES_MAX - headEnd) {
            throw new CorruptedFrameException("an answer is too long: bytes=" + length);
        }
        endAt = headEnd + length;
        return endAt <= count;
    }

    /** Behind the empty line; -1: it is not there yet. */
    private static int headEnd(byte[] from, int count) {
        for (int i = 3; i < count; i++) {
            if (from[i] == '\n' && from[i - 1] == '\r' && from[i - 2] == '\n') {
                return i + 1;
            }
        }
        return -1;
    }

    private static int status(byte[] from, int headEnd) {
        int read = 0;
        for (int i = STATUS_AT; i < STATUS_AT + 3 && i < headEnd; i++) {
            read = read * 10 + from[i] - '0';
        }
        if (read < 200 || read > 599) {
            throw new CorruptedFrameException("an answer has no status");
        }
        return read;
    }

    private static int length(byte[] from, int headEnd) {
        int length = -1;
        for (int line = nextLine(from, 0, headEnd); line < headEnd; line = nextLine(from, line, headEnd)) {
            if (startsWith(from, line, headEnd, LENGTH)) {
                length = number(from, line + LENGTH.length, headEnd);
            } else if (startsWith(from, line, headEnd, ENCODING)) {
                throw new CorruptedFrameException("an answer comes in chunks, which the load tool does not read");
            }
        }
        if (length < 0) {
            throw new CorruptedFrameException("an answer does not state its length");
        }
        return length;
    }

    private static int nextLine(byte[] from, int at, int end) {
        int i = at;
        while (i < end && from[i] != '\n') {
            i++;
        }
        return i + 1;
    }

    private static boolean startsWith(byte[] from, int at, int end, byte[] lowerCase) {
        if (at + lowerCase.length > end) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            int letter = from[at + i];
            if ((letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    private static int number(byte[] from, int at, int end) {
        int i = at;
        while (i < end && from[i] == ' ') {
            i++;
        }
        long number = 0;
        for (; i < end && from[i] >= '0' && from[i] <= '9'; i++) {
            number = Math.min(Integer.MAX_VALUE, number * 10 + from[i] - '0');
        }
        return (int) number;
    }

    int status() {
        return status;
    }

    /** Whether the request was done: 2xx. */
    boolean isGood() {
        return status < 300;
    }

    /** Bytes of head and body. */
    int sizeBytes() {
        return endAt;
    }

    /** Whether the body has that text in it. */
    boolean has(byte[] text) {
        return indexOf(text, bodyAt) >= 0;
    }

    /** How often the body has that text in it. */
    int count(byte[] text) {
        int count = 0;
        for (int at = indexOf(text, bodyAt); at >= 0; at = indexOf(text, at + text.length)) {
            count++;
        }
        return count;
    }

    /** What stands in the body between the first such text and the next quotation mark; empty: there is none. */
    String textAfter(byte[] before) {
        int at = indexOf(before, bodyAt);
        return at < 0 ? "" : untilQuote(at + before.length);
    }

    /** The same for each such text. */
    List<String> textsAfter(byte[] before) {
        List<String> texts = new ArrayList<>();
        for (int at = indexOf(before, bodyAt); at >= 0; at = indexOf(before, at + before.length)) {
            texts.add(untilQuote(at + before.length));
        }
        return texts;
    }

    private String untilQuote(int begin) {
        int end = begin;
        while (end < endAt && bytes[end] != '"') {
            end++;
        }
        return new String(bytes, begin, end - begin, StandardCharsets.US_ASCII);
    }

    private int indexOf(byte[] text, int from) {
        int last = endAt - text.length;
        for (int at = from; at <= last; at++) {
            if (bytes[at] == text[0] && startsAt(text, at)) {
                return at;
            }
        }
        return -1;
    }

    private boolean startsAt(byte[] text, int at) {
        for (int i = 1; i < text.length; i++) {
            if (bytes[at + i] != text[i]) {
                return false;
            }
        }
        return true;
    }

    /** The body, for messages. */
    String body() {
        return new String(bytes, bodyAt, endAt - bodyAt, StandardCharsets.UTF_8);
    }
}
