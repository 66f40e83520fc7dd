package com.hazelcast.certification.source;

/** From when on the time to a transaction's answer counts, for what a member reads from its sources. */
public enum LatencyFrom {
    /** When its bytes were there: see {@link ArrivalClock}. */
    ARRIVAL,
    /**
     * When it was due: its own time, or its arrival where that was earlier. For sources whose clock is this machine's and that
     * set the time when a record is due, by it or by a {@link SourceClock}, as benches have them; right to within two milliseconds, never too short.
     */
    DUE
}
