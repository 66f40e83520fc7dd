/**
 * Cases for a set of rules: transactions with the decisions that somebody expects, in a file beside the rules.
 *
 * <p>Enters: a set and a file, one JSON object a line. Leaves: how many agree, and each difference with its reasons. Runs on a
 * command's thread. Imports neither Hazelcast nor sockets nor metrics.
 */
package com.hazelcast.certification.rules.cases;
