package com.hazelcast.certification.client;

/**
 * A transaction was not answered before the client was closed. Whether it was scored is not known; sending it again is
 * safe, and shows what became of it.
 */
public final class UnansweredException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnansweredException(String message) {
        super(message);
    }
}
