/**
 * Starts members and sources as processes of their own, for the demo, the end-to-end bench and the tests.
 *
 * <p>Enters: command lines of {@code ./fraud}. Leaves: running processes, which end with the one that started them.
 */
package com.hazelcast.certification.process;
