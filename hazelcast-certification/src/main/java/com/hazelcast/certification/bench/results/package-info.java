/**
 * The tables of {@code TEST_RESULTS.md}: which command makes each row, what of its result stands there, and the run that writes them; and
 * which commands write the rows of a table themselves.
 *
 * <p>Enters: the JSON that a command of {@code ./fraud} prints. Leaves: rows in the file. A row says command, commit, date and machine.
 */
@NullMarked
package com.hazelcast.certification.bench.results;

import org.jspecify.annotations.NullMarked;
