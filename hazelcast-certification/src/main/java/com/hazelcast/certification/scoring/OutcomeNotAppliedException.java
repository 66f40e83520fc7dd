package com.hazelcast.certification.scoring;

import com.hazelcast.spi.exception.SilentException;

/**
 * A backup could not apply all of a batch's outcome. Thrown after the rest has been applied: Hazelcast then sends no
 * acknowledgement and records that this replica has missed something, and copies the shard from its owner again.
 */
final class OutcomeNotAppliedException extends RuntimeException implements SilentException {
    private static final long serialVersionUID = 1;

    OutcomeNotAppliedException(int count) {
        super("outcomes of a batch could not be applied to a backup: count=" + count, null, false, false);
    }
}
