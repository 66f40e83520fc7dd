package com.hazelcast.certification.cluster;

/** What a member can be asked to do by a {@link ControlCall}. */
public enum ControlVerb {
    /** Tell the loader what to load; argument: {@code LoadSpec}. */
    ARM,
    /** Tell the loader to load nothing more. */
    DISARM,
    /** Load the whole cluster from this member, in the background; argument: {@code LoadSpec} or nothing. */
    LOAD,
    /** Answer {@link com.hazelcast.certification.loading.LoadState}; unlike a status it asks no shard, which would wait behind those that are loaded. */
    LOAD_STATE,
    /** Start this member's readers and gateway; argument: a {@link StartWhen}. */
    START,
    /** Stop this member's readers and wait for what is in flight; answer {@link StopReport}. */
    STOP,
    /** Answer {@link MemberStatus}. */
    STATUS,
    /** Forget the latencies recorded so far. */
    RESET_LATENCY,
    /** Make room for the digests of a comparison; argument: its number. */
    BEGIN_COMPARISON,
    /** Make room for the contents that a comparison reads; argument: its number. */
    BEGIN_READING,
    /** Hand out the digests of the backups held here; argument: the comparison. */
    TAKE_BACKUP_DIGESTS,
    /** Hand out all that the backup of a shard held here holds; argument: the comparison; answered in base 64. */
    TAKE_BACKUP_CONTENTS,
    /** Answer what another member's console asks; argument: its question. */
    CONSOLE,
    /** Go on with the members that are there and as many copies as they can hold; argument: how many there are. */
    EXPECT
}
