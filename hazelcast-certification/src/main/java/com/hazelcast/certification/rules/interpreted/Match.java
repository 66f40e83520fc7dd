package com.hazelcast.certification.rules.interpreted;

import com.hazelcast.certification.rules.model.RuleDefinition;

/**
 * A rule that holds, and why.
 *
 * @param because made from the rule and the values that were compared
 */
public record Match(RuleDefinition rule, String because) {}
