/**
 * What members do in the course of a run: samples of what they have done, and the figures between two of them.
 *
 * <p>Enters: a cluster that scores, and the HTTP ports of its members. Leaves: figures of each minute. All but the samples is pure.
 */
@NullMarked
package com.hazelcast.certification.bench.watch;

import org.jspecify.annotations.NullMarked;
