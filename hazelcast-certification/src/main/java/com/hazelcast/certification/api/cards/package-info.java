/**
 * Cards by themselves: opens them with an empty history, reads a history page by page, and makes the reasons of a decision from it.
 *
 * <p>Enters: cards. Leaves: entry processors to owners and backups; entries of histories; reasons. Nothing blocks: what is asked of a shard
 * is answered on the thread that completed the call. Reasons take their time, on the thread that asks. Knows nothing of HTTP.
 */
package com.hazelcast.certification.api.cards;
