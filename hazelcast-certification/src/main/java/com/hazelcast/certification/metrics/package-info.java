/**
 * Every metric of a member, described in one place: {@link com.hazelcast.certification.metrics.FraudMetrics}.
 *
 * <p>Enters: the meters' calls from source, routing and scoring, once a batch. Leaves: the Prometheus text on {@code /metrics}.
 * Other packages see the meter interfaces that they define themselves, not this package.
 */
package com.hazelcast.certification.metrics;
