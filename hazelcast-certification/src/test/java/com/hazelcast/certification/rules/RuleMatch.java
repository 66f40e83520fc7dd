package com.hazelcast.certification.rules;

/**
 * A rule that holds, and why.
 *
 * @param rule the rule
 * @param because the values that made it hold
 */
public record RuleMatch(Rule rule, String because) {}
