/**
 * Sets of rules, evaluated by walking their tree: what rules mean, plainly and slowly. The compiled form is held against it, and
 * explanations come from it.
 *
 * <p>Enters: a set, a transaction and its card's history. Leaves: a decision, or all rules that hold with the values that were
 * compared. Single-threaded. Imports neither Hazelcast nor sockets nor metrics.
 */
package com.hazelcast.certification.rules.interpreted;
