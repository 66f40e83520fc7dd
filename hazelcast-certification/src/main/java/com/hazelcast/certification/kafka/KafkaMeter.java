package com.hazelcast.certification.kafka;

import com.hazelcast.certification.routing.AccountingMeter;

/** Notified of what readers of Kafka do. Thread-safe; must not block. */
public interface KafkaMeter {
    /** The member's accounting. */
    AccountingMeter accounting();

    /**
     * A transaction has been committed.
     *
     * @param records whose positions are in it
     * @param elapsedNs that the commit took
     * @param oldestAgeMs since the oldest of the records was written
     */
    void committed(int records, long elapsedNs, long oldestAgeMs);

    /** A record goes to the dead letters, for that reason. */
    void deadLetter(String reason);

    /** A reader has failed and begins again from the last committed positions. */
    void restarted();

    /** Records that were not read yet have been deleted from a partition. */
    void recordsLost(long count);
}
