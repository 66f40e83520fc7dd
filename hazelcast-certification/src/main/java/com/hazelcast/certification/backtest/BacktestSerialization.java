package com.hazelcast.certification.backtest;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.config.SerializationConfig;

/** Identities of what this package sends to members: slices. */
public final class BacktestSerialization {
    /** Of this package's factory. */
    static final int FACTORY_ID = 4910;

    static final int BACKTEST_SLICE = 1;

    private BacktestSerialization() {}

    /** Adds the factory to the configuration of a member. */
    public static void register(SerializationConfig config) {
        config.addDataSerializableFactory(FACTORY_ID, classId -> {
            if (classId == BACKTEST_SLICE) {
                return new BacktestSlice();
            }
            throw WireFormat.unknownClass(FACTORY_ID, classId);
        });
    }
}
