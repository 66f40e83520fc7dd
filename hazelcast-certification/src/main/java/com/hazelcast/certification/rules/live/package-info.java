/**
 * Sets of rules as members run them: read from files, checked, compiled, and in use.
 *
 * <p>Enters: the text of a set with its lists and tables. Leaves: a {@link
 * com.hazelcast.certification.rules.live.RuleSet} that any thread may make a decider of. Imports neither Hazelcast nor sockets nor
 * metrics.
 */
package com.hazelcast.certification.rules.live;
