package com.hazelcast.certification.source;

/**
 * What a member sees of one of its sources while its readers run.
 *
 * @param address of the source, {@code host:port}
 * @param readers connections that it should have
 * @param connected of these, connected now
 * @param quietMs how long the readers have waited for the source; 0 while one of them works on what came
 */
public record SourceFigures(String address, int readers, int connected, long quietMs) {}
