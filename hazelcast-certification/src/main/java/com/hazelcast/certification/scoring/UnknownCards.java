package com.hazelcast.certification.scoring;

/** What becomes of a transaction whose card has no history. */
public enum UnknownCards {
    /** It is scored, and opens one. */
    ACCEPT,
    /** It is rejected, wherever it comes from. */
    REJECT
}
