/**
 * Every metric of a member, in one class: {@link com.hazelcast.certification.metrics.FraudMetrics}.
 *
 * <p>Enters: the meters' calls from routing and scoring, once a batch. Leaves: the Prometheus text on {@code /metrics}.
 * Other packages see the meter interfaces that they define themselves, not this package.
 */
package com.hazelcast.certification.metrics;
