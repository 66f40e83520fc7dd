/**
 * The rule language: from text to a checked set of rules, and text in its usual form.
 *
 * <p>Enters: text, and the files of its lists and tables. Leaves: a {@link
 * com.hazelcast.certification.rules.model.RuleSetDefinition}, or all problems with their places. Runs on a command's or a
 * caller's thread; thread-safe, as nothing is kept. Imports neither Hazelcast nor sockets nor metrics.
 */
package com.hazelcast.certification.rules.language;
