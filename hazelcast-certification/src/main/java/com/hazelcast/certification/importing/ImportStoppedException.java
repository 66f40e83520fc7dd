package com.hazelcast.certification.importing;

/** An import has ended before it was done; nothing but its own folder has changed. The message says why, and what to do. */
public final class ImportStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ImportStoppedException(String message) {
        super(message);
    }
}
