package com.hazelcast.certification.scoring;

import com.hazelcast.spi.exception.SilentException;

/**
 * A batch could not be scored on its shard's owner, and would fail again. The owner has logged the exception behind it, at
 * most one a second: Hazelcast would log each, with its trace.
 */
public final class BatchFailedException extends RuntimeException implements SilentException {
    private static final long serialVersionUID = 1;

    /** @param cause only its text travels: its class need not be known, or allowed, where the batch came from */
    BatchFailedException(Throwable cause) {
        super(cause.toString(), null, false, false);
    }
}
