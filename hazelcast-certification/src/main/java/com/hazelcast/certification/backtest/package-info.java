/**
 * Runs a set of rules over the histories that members hold, where they are: each transaction against what its card had before it.
 *
 * <p>Enters: a {@code BacktestPlan} with the texts of sets. Leaves: a {@code BacktestTally}: counts, sums, changes and examples. Slices
 * run on partition threads, between batches; threads of {@code MemberBacktest} hand in one after the other. Changes nothing.
 */
package com.hazelcast.certification.backtest;
