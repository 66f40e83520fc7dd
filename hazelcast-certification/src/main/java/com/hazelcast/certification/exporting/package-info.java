/**
 * Histories for those who analyse: the shards of a backup as Parquet.
 *
 * <p>Enters: the folder of a backup. Leaves: a file a shard, written by DuckDB. Runs on the caller's thread. Knows no cluster.
 */
package com.hazelcast.certification.exporting;
