package com.hazelcast.certification.importing;

/**
 * A part of a source that one reader reads in one piece; an import that is stopped goes on behind the last whole one.
 *
 * @param name of the file, or what is read of a database
 * @param from the first row of the file, or the first value of a database's range
 * @param to behind the last one; {@link #TO_THE_END}: all of them
 * @param rows how many these are; {@link #UNKNOWN}: not known before it is read
 */
public record SourceUnit(String name, long from, long to, long rows) {
    static final long TO_THE_END = Long.MAX_VALUE;
    static final long UNKNOWN = -1;
}
