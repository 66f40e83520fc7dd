package com.hazelcast.certification.cluster;

/**
 * How a member has stopped.
 *
 * @param address of the member, {@code host:port}
 * @param inFlight transactions that it has read and that are still not answered
 */
public record StopReport(String address, int inFlight) {}
