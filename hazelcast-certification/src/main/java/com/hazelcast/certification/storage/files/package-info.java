/**
 * A folder of files, and what their bytes look like, whatever they hold.
 *
 * <p>Enters: payloads. Leaves: files of a head and frames, each with a checksum and, with a {@linkplain
 * com.hazelcast.certification.storage.files.DataKey key}, encrypted; and payloads again, or the offset where a frame is damaged. Runs on the
 * threads of the callers. {@link com.hazelcast.certification.storage.files.FolderDisk} is the one class here that touches the file system.
 * Knows neither logs nor snapshots nor shards.
 */
package com.hazelcast.certification.storage.files;
