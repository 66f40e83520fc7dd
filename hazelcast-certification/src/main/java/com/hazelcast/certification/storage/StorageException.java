package com.hazelcast.certification.storage;

/** The data folder cannot be used as it is; the message has the reason, the file and what to do. */
public final class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StorageException(String message) {
        super(message);
    }

    public StorageException(String message, Throwable cause) {
        super(message, cause);
    }
}
