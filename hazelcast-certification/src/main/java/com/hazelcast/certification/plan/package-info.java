/**
 * How many machines, and how many shards, a load takes.
 *
 * <p>Enters: cards, transactions a second, and a kind of machine. Leaves: numbers, each with the arithmetic behind it. Pure but for the
 * table of machines, which is read from the jar. Depends on no other package.
 */
package com.hazelcast.certification.plan;
