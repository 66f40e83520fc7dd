package com.hazelcast.certification.backtest;

import java.util.List;

/**
 * How far a member is with a backtest.
 *
 * @param id of the backtest; 0 when there has been none
 * @param shards that the member goes through: those that it owned at the beginning
 * @param done the share of them that is done
 * @param failure why it has ended before its end; empty when it has not
 * @param counts the tally, once it has ended well; or empty
 */
public record BacktestState(
        long id, List<Integer> shards, boolean running, double done, String failure, List<Long> counts) {
    /** None. */
    static final BacktestState NONE = new BacktestState(0, List.of(), false, 0, "", List.of());

    public BacktestState {
        shards = List.copyOf(shards);
        counts = List.copyOf(counts);
    }
}
