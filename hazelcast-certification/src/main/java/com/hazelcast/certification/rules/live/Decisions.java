package com.hazelcast.certification.rules.live;

/**
 * How many decisions a set has made.
 *
 * @param declined those whose action is to decline
 */
public record Decisions(long made, long declined) {}
