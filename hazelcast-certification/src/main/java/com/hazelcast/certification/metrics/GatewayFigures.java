package com.hazelcast.certification.metrics;

/**
 * What a member's gateway has done since its start, and does now.
 *
 * @param batches that it took
 * @param deferred records that it sent back without an answer
 * @param refused connections that were refused or ended out of order
 */
public record GatewayFigures(long connections, long batches, long deferred, long refused) {}
