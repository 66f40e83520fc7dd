package com.hazelcast.certification.logs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** Standard error, kept instead of printed until it is closed. */
public final class CapturedErr implements AutoCloseable {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public CapturedErr() {
        System.setErr(new PrintStream(bytes, true, UTF_8));
    }

    /** What was written so far. */
    public String text() {
        return bytes.toString(UTF_8);
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
