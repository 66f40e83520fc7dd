/**
 * What members do in the course of a run: samples of what they have done, and the figures between two of them. And what a load tool does
 * itself, which shows whether it was the bound.
 *
 * <p>Enters: a cluster that scores, and the HTTP ports of its members; figures of the tool's own process. Leaves: figures of each minute; a
 * file of what the tool does, written on a thread of its own. All but the samples and that file is pure.
 */
@NullMarked
package com.hazelcast.certification.bench.watch;

import org.jspecify.annotations.NullMarked;
