package com.hazelcast.certification.api.decisions;

/** Notified of what becomes of deadlines. Thread-safe; must not block. */
public interface DecisionMeter {
    /** A caller is given a decision within its deadline, by the rules or by a stand-in; once for each transaction of a batch. */
    void decided(boolean byStandIn);

    /** A stand-in has answered. */
    void stoodIn(StandInReason reason);

    /** The rules have decided after a stand-in had answered for that reason; whether they decided otherwise. */
    void decidedLate(StandInReason reason, boolean differed);

    /** A transaction was rejected after a stand-in had answered for that reason: the rules will not decide it. */
    void rejectedLate(StandInReason reason);

    /** A request was turned away. */
    void turnedAway(TurnedAway.Reason reason);

    /** So many lines of a batch were turned away; the batch itself was not. */
    void turnedAwayLines(TurnedAway.Reason reason, int count);
}
