package com.hazelcast.certification.removing;

import java.time.Duration;
import java.util.Optional;

/**
 * How a member sweeps the shards that it owns.
 *
 * @param interval in which every card is looked at once; empty: never
 * @param cardTtl how long a card without an entry stays
 */
public record SweepSettings(Optional<Duration> interval, Duration cardTtl) {}
