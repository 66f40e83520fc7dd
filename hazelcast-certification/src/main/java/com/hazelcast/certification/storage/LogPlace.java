package com.hazelcast.certification.storage;

/** A place in the log: a file's number, and an offset in it. */
record LogPlace(long file, long offset) implements Comparable<LogPlace> {
    @Override
    public int compareTo(LogPlace other) {
        int byFile = Long.compare(file, other.file);
        return byFile != 0 ? byFile : Long.compare(offset, other.offset);
    }
}
