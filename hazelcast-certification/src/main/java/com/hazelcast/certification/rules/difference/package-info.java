/**
 * How a set of rules, or one of its lists, differs from another.
 *
 * <p>Enters: two sets as they were written. Leaves: the rules, lists and entries that differ. Runs on whichever thread asks. Imports neither
 * Hazelcast nor sockets nor metrics.
 */
package com.hazelcast.certification.rules.difference;
