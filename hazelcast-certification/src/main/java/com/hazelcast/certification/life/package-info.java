/**
 * Which life of the cluster a data folder is of: the identity, the file that keeps it, and how members agree on it. What enters: the folder of a
 * member. What leaves: whether the member may bring what it has, and keep what comes. Runs on a thread of its own. And whether a restore
 * into this life has begun and not ended.
 */
@NullMarked
package com.hazelcast.certification.life;

import org.jspecify.annotations.NullMarked;
