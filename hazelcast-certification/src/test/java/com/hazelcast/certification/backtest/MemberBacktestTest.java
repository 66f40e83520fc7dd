package com.hazelcast.certification.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemberBacktestTest {
    /** Each takes a quarter of it at most, while the member scores. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void shouldHaveTwoThreadsForEachPartitionThread(int partitionThreads) {
        Config config = new Config();
        config.setProperty("hazelcast.operation.thread.count", Integer.toString(partitionThreads));

        assertThat(MemberBacktest.threads(config)).isEqualTo(2 * partitionThreads);
    }

    @Test
    void shouldTakeEachProcessorForAPartitionThreadWhereTheirNumberIsNotGiven() {
        int processors = Runtime.getRuntime().availableProcessors();

        assertThat(MemberBacktest.threads(new Config())).isEqualTo(2 * processors);
    }
}
