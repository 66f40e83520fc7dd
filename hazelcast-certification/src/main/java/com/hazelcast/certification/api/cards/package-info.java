/**
 * Cards by themselves: opens them with an empty history, and reads a history page by page.
 *
 * <p>Enters: cards. Leaves: entry processors to owners and backups; entries of histories. Nothing blocks: what is asked of a shard is
 * answered on the thread that completed the call. Knows nothing of HTTP.
 */
package com.hazelcast.certification.api.cards;
