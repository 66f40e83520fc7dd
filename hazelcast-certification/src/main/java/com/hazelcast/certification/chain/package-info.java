/**
 * Lines of text that are chained by hashes, so that a line that was changed, removed or added later is found.
 *
 * <p>Enters: contents, in their order. Leaves: lines to write, and where lines that are read do not fit. Runs on whichever
 * thread calls; reads and writes no file. Knows no other package.
 */
package com.hazelcast.certification.chain;
