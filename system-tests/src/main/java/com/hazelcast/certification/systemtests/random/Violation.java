package com.hazelcast.certification.systemtests.random;

import java.util.Locale;

/** What must not be, in a random run. */
enum Violation {
    /** Answered and not held by some copy. */
    LOST,
    /** Held more than once by some copy. */
    DOUBLED,
    /** Held with another verdict than answered, or held though rejected. */
    DIFFERS_HELD,
    /** Two answers with different verdicts. */
    DIFFERS_ANSWERED,
    /** Answered as scored now, though it was answered before or scored before: it is a duplicate. */
    SCORED_AGAIN,
    /** Answered with a verdict, sent again, and rejected. */
    RETRY_REJECTED,
    /** Rejected for a reason that this cluster cannot have. */
    REJECTED,
    /** Rejected because its shard is not loaded, or lost, though it was loaded and has a copy left. */
    NOT_LOADED,
    /** No answer to anything for a long time, though enough members are there. */
    SILENT,
    /** Sent to a member that is there, and not answered long after everything was healed. */
    UNANSWERED,
    /** All members are there and copies do not become complete, or {@code ctl verify} finds something. */
    NOT_VERIFIED,
    /** Members have something in flight, or unaccounted for, when nothing is sent. */
    IN_FLIGHT,
    /** A member ended by itself. */
    MEMBER_ENDED,
    /** A member did not leave in order, or did not come up, in its time. */
    MEMBER_HANGS,
    /** The run did not come to its end, or not in its time; the journal says where it was. */
    HANG;

    /** As in the file of results, for example {@code scored_again}. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
