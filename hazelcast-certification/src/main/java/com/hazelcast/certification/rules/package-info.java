/**
 * What rules and histories share: transactions and histories as text, and the flags that a history keeps for the rules.
 *
 * <p>Pure and single-threaded; runs on partition threads. Imports neither Hazelcast nor sockets nor metrics. The rules themselves are sets
 * in the rule language ({@code rules.language}); the tests have the certification's rules in Java, too, and hold the set against them.
 */
package com.hazelcast.certification.rules;
