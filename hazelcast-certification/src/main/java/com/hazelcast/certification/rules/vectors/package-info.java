/**
 * Cases with known answers, and how a rule set agrees with them.
 *
 * <p>Enters: a file of cases, one JSON object a line. Leaves: how many agree, and each difference with its card masked. Runs on a
 * command's thread. Imports neither Hazelcast nor sockets nor metrics.
 */
package com.hazelcast.certification.rules.vectors;
