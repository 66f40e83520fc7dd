/**
 * From a source of payments, files or a database, to a folder of histories: a file a shard, sorted by card and time. No cluster takes part,
 * and memory is bounded whatever the size of the source.
 *
 * <p>Enters: rows, by JDBC (DuckDB reads files), through a {@linkplain com.hazelcast.certification.mapping.Mapping mapping}. Leaves: a
 * folder with a manifest ({@link com.hazelcast.certification.importing.ImportedFolder}), which {@code loading} reads. Runs on threads of its
 * own: some read, then some sort. A reader writes each row to a spill file of its shard; spills are sorted one by one.
 */
package com.hazelcast.certification.importing;
