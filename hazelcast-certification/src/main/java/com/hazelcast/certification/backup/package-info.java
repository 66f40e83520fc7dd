/**
 * What a member does for a backup beside its own files: programs of the operator that bring it elsewhere and back.
 *
 * <p>Enters: folders of backups. Leaves: processes, and the end of what they write. Runs on threads of control calls, which wait for them.
 */
package com.hazelcast.certification.backup;
