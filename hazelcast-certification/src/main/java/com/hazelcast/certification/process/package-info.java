/**
 * Starts members and sources as processes of their own, and servers of others such as PostgreSQL, for the demo, the benches and the tests;
 * and says which options the JVM of each kind of process has.
 *
 * <p>Enters: command lines of {@code ./fraud}. Leaves: running processes, which end with the one that started them; options of
 * the JVM, for the launcher.
 */
package com.hazelcast.certification.process;
