/**
 * The words and bytes that histories are made of: a class for each layout, with its ruler.
 *
 * <p>Enters and leaves: longs and ints, by static methods that keep nothing, so any thread may use them. A method costs some
 * nanoseconds at most. Imports nothing but the layout of a transaction.
 */
package com.hazelcast.certification.history.layout;
