/**
 * A search for the settings with which members of this machine score most.
 *
 * <p>Enters: keys with the values to try, and a way to measure them. Leaves: what each trial gave, and the best. Runs on the caller's thread.
 */
@NullMarked
package com.hazelcast.certification.bench.tune;

import org.jspecify.annotations.NullMarked;
