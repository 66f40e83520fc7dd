/**
 * Long runs: a cluster nearly full, cards that come and expire, members that join and leave, and whether any figure has a trend.
 *
 * <p>Enters: how long, a folder. Leaves: a line of figures for each member each few seconds, pictures, and an exit status that is
 * not 0 when a figure has a trend or an answer was wrong. What was done is kept in the folder, so that a run that was interrupted goes on.
 * The run has one thread, which samples and lets members join and leave; each way in has threads of its own.
 */
@NullMarked
package com.hazelcast.certification.systemtests.soak;

import org.jspecify.annotations.NullMarked;
