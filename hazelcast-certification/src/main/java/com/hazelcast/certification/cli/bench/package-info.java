/** The benches of members that score what a source sends, that come back from their disk, or that load payments of one's own; and of sweeps. */
@NullMarked
package com.hazelcast.certification.cli.bench;

import org.jspecify.annotations.NullMarked;
