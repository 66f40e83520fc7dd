/**
 * Members that read a topic of real brokers while members and brokers are killed, and the command.
 *
 * <p>Enters: how many payments, how many kills. Leaves: what a reader found that knows nothing of the members. Runs on the main
 * thread; payments are sent on a thread of their own.
 */
@NullMarked
package com.hazelcast.certification.systemtests.kafka;

import org.jspecify.annotations.NullMarked;
