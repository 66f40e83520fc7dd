package com.hazelcast.certification.rules.model;

/**
 * What a set decides.
 *
 * @param rule number of the rule that decided; 0 when points did, or nothing
 * @param points sum of the points of the rules that held before one decided
 */
public record Decision(Action action, int rule, int points) {}
