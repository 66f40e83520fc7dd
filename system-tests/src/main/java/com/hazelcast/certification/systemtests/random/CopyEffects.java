package com.hazelcast.certification.systemtests.random;

/** What the steps of a random run do to the copies that are certain. */
final class CopyEffects {
    private CopyEffects() {}

    /**
     * Enters a step that has been done.
     *
     * @param wasOrderly whether a member that stopped then could hand its shards over
     * @param cluster as it is after the step
     * @param nowNs when the step was done
     */
    static void enter(Step step, boolean wasOrderly, PlannedCluster cluster, CopyModel copies, long nowNs) {
        int answering = cluster.answeringCount();
        switch (step.act()) {
            case KILL -> copies.destroyed(answering, nowNs);
            case STOP, BEGIN_STOP -> {
                // Nobody takes the shards of the last member that had joined.
                if (wasOrderly && answering > 0) {
                    copies.left(answering, nowNs);
                } else {
                    copies.destroyed(answering, nowNs);
                }
            }
            case AWAIT_COPIES -> {
                copies.answering(answering, nowNs);
                copies.complete();
            }
            default -> copies.answering(answering, nowNs);
        }
    }
}
