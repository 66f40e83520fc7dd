package com.hazelcast.certification.history;

/** Where a transaction stands towards its card's history, as an int so that none is allocated. */
public final class Placement {
    /** Not held: the rules may run and the transaction may be inserted. */
    public static final int FRESH = -1;

    /**
     * Ninety days or more behind the card's newest entry; at or before the oldest entry of a card that has dropped entries for
     * room and may have held the transaction; or not newer than what a card at its bound would have to drop for it.
     */
    public static final int TOO_OLD = -2;

    private Placement() {}

    /** Held, with that recorded verdict. */
    static int duplicate(int verdict) {
        return verdict;
    }

    /** Whether the transaction is held already; the placement is then its recorded verdict. */
    public static boolean isDuplicate(int placement) {
        return placement >= 0;
    }
}
