/**
 * Lists and tables that rules look things up in: read from CSV, immutable, up to a million entries.
 *
 * <p>Enters: text of a file. Leaves: maps from {@code long} to {@code long}, and rates between currencies. Thread-safe. Imports
 * neither Hazelcast nor sockets nor metrics.
 */
package com.hazelcast.certification.rules.lists;
