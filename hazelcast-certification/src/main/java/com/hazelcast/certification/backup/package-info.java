/**
 * What a member does for a backup beside its own files: a member that keeps nothing on disk writes the shards that it owns from memory, and
 * programs of the operator bring a backup elsewhere and back. Also what a backup is worth, without a member.
 *
 * <p>Enters: folders of backups. Leaves: entry processors to owned shards, files, processes and the end of what they write. Runs on threads of
 * control calls, which wait for that; a shard is taken on its partition thread.
 */
package com.hazelcast.certification.backup;
