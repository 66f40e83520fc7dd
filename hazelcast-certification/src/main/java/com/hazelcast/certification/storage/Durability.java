package com.hazelcast.certification.storage;

/** How much of a change is on disk before it is answered. */
public enum Durability {
    /** Nothing: the log follows within some milliseconds. */
    MEMORY,
    /** The log is with the kernel: it survives the end of every process. */
    WRITTEN,
    /** The log is on the disk: it survives the loss of power. */
    SYNCED
}
