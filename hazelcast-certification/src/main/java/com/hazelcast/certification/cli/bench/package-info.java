/** The benches of members that score what a source sends. */
@NullMarked
package com.hazelcast.certification.cli.bench;

import org.jspecify.annotations.NullMarked;
