package com.hazelcast.certification.storage.files;

/** The log cannot be written now; what was changed is kept, and written before anything else. The message says why and what to do. */
public final class LogStalledException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The log cannot be written for that reason. */
    public LogStalledException(String message, Throwable cause) {
        super(message, cause);
    }
}
