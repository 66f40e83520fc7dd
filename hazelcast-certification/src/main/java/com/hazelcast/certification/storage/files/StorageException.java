package com.hazelcast.certification.storage.files;

/** The data folder cannot be used as it is; the message has the reason, the file and what to do. */
public final class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** One that was noticed without another. */
    public StorageException(String message) {
        super(message);
    }

    /** One that another has brought about. */
    public StorageException(String message, Throwable cause) {
        super(message, cause);
    }
}
