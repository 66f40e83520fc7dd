/**
 * What is left of a run to read: the report, its pictures, rows of tables in Markdown files.
 *
 * <p>Enters: outcomes. Leaves: files. Runs on the main thread.
 */
@NullMarked
package com.hazelcast.certification.systemtests.reports;

import org.jspecify.annotations.NullMarked;
