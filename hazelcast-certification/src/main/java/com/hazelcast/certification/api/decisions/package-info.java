/**
 * Decisions on single transactions, each in time: what a caller gives becomes a compact transaction, goes to its lane, and is answered by
 * the rules, or by a stand-in when the deadline passes first.
 *
 * <p>Enters: JSON. Leaves: compact transactions, into {@code routing}; decisions, to whoever submitted them. A decision of the rules
 * comes on the thread that completed the call of the lane, a stand-in on that of the timer; neither may block. Knows nothing of HTTP.
 */
package com.hazelcast.certification.api.decisions;
