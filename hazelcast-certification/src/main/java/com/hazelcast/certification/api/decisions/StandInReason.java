package com.hazelcast.certification.api.decisions;

import java.util.Locale;

/** Why a stand-in has answered. */
public enum StandInReason {
    /** The decision was on its way when the deadline passed. */
    DEADLINE,
    /** The shard of the card gave no answers at all: a member or a copy is missing. */
    SHARD_SILENT;

    /** The value of the metric label {@code reason}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
