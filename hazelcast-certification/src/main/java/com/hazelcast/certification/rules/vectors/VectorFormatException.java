package com.hazelcast.certification.rules.vectors;

import java.io.IOException;

/** A file of vectors is not what it should be; the message is for the person who named the file. */
public final class VectorFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    VectorFormatException(String message) {
        super(message);
    }

    static VectorFormatException at(int line, String message) {
        return new VectorFormatException("line " + line + ": " + message);
    }
}
