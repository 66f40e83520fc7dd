package com.hazelcast.certification.gateway;

import com.hazelcast.certification.routing.InFlightGate;

/**
 * What one client has of a gateway, over all its connections: its share of the records in flight and of the frame memory, its
 * quota of new cards, and the count of its connections. Thread-safe.
 */
final class GatewayClient {
    private final String key;
    private final InFlightGate records;
    private final FrameMemory.Share frames = new FrameMemory.Share();
    private final NewCardQuota newCards;
    private int connections;

    GatewayClient(String key, int recordsMax, NewCardQuota newCards) {
        this.key = key;
        this.records = new InFlightGate(recordsMax);
        this.newCards = newCards;
    }

    /** By what it is known. */
    String key() {
        return key;
    }

    /** Its records in flight. */
    InFlightGate records() {
        return records;
    }

    /** Its frames that have arrived and are not handed on. */
    FrameMemory.Share frames() {
        return frames;
    }

    NewCardQuota newCards() {
        return newCards;
    }

    /** Its connections. Guarded by the table of clients. */
    int connections() {
        return connections;
    }

    void addConnections(int count) {
        connections += count;
    }
}
