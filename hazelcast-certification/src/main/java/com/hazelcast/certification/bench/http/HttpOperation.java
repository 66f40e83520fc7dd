package com.hazelcast.certification.bench.http;

/** One piece of work, of one call or of several that follow each other on one connection; used again when it is over. */
final class HttpOperation {
    /** Its number in the run, from 0. */
    long number;

    /** When its first call was due, by {@code System.nanoTime()}. */
    long dueNs;

    /** When its present call was due: the first one with it, a later one with the answer before. */
    long callDueNs;

    /** When its present call was sent. */
    long sentNs;

    /** Which call of the workload's list it makes. */
    int call;

    /** What the workload has to remember of the answer before. */
    String name = "";
}
