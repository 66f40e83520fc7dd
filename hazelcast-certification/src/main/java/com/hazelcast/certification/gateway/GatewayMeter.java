package com.hazelcast.certification.gateway;

/** Notified of what passes the gateway. Thread-safe; called once a batch or connection, on event loops; must not block. */
public interface GatewayMeter {
    /** A connection was refused or ended for that reason. */
    void connectionRefused(String reason);

    /** A batch was taken. */
    void batchTaken();

    /** So many records were sent back without an answer, because their shards give none now. */
    void recordsDeferred(int count);
}
