package com.hazelcast.certification.systemtests.traffic;

import com.hazelcast.certification.client.Transaction;
import java.util.List;

/** What a driver has sent and what must be held of it, for an {@link Audit}. Transactions are numbered from 0. */
public interface Answered {
    /** Transactions sent. */
    int size();

    Transaction transaction(int number);

    /** What the transaction was answered, at least 0, {@link Ledger#OPEN} or {@link Ledger#REJECTED}. */
    int answer(int number);

    /** The answer to a transaction whose entry has that code: of the first set of rules it is the number of the rule. */
    default int heldAs(int code) {
        return code;
    }

    /** Whether it may be lost though it was answered. */
    boolean isExcused(int number);

    /** Whether members may have dropped some for lack of room: what is not held must then be rejected when it comes again. */
    default boolean mayBeDropped() {
        return false;
    }

    /** Whether no copy may hold it: its last answer was a rejection that says so, and no other answer is due. */
    default boolean isPromisedNotHeld(int number) {
        return false;
    }

    /** Transactions answered with a verdict. */
    int answeredCount();

    /** Pairs of answers that are not the same, in words. */
    List<String> differing();
}
