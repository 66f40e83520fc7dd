/**
 * The cluster's sets of rules on a member: its copy of the book, on disk if it has a folder, what it compiles of it, and changes to all
 * members.
 *
 * <p>Enters: changes from people, books from other members. Leaves: the rules that scorers read. Above {@code cluster}, by whose calls
 * members reach each other, and {@code scoring}, by which sets are warmed up.
 */
package com.hazelcast.certification.rulebook;
