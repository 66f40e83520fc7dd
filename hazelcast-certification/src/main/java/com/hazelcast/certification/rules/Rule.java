package com.hazelcast.certification.rules;

/**
 * A rule as people see it.
 *
 * @param id its number, which is its place in the order of evaluation and the verdict when it holds
 * @param name short and stable, for tables and metrics
 * @param description when it holds, in one line
 */
public record Rule(int id, String name, String description) {}
