package com.hazelcast.certification.storage.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A folder of files, as much of it as logs and snapshots need. Thread-safe. */
public interface Disk extends AutoCloseable {
    /** Names of the files. */
    List<String> list() throws IOException;

    /** A new, empty file; one of that name is replaced. */
    Output create(String name) throws IOException;

    /** A file to be read. */
    Input open(String name) throws IOException;

    /** Bytes of a file. */
    long size(String name) throws IOException;

    /** Gives a file another name, in one step; a file of that name is replaced. */
    void rename(String from, String to) throws IOException;

    /** Deletes a file, if it is there. */
    void delete(String name) throws IOException;

    /** Brings the names of the files to the disk. */
    void sync() throws IOException;

    /** Where the folder is, for messages. */
    String where();

    @Override
    void close();

    /** A file that is written. Used by one thread at a time. */
    interface Output extends Closeable {
        /** Writes all that the buffer has left, from that offset of the file on. */
        void write(ByteBuffer bytes, long offset) throws IOException;

        /** Brings what was written to the disk. May be called beside {@link #write}. */
        void sync() throws IOException;
    }

    /** A file that is read. Used by one thread at a time. */
    interface Input extends Closeable {
        /** Fills the buffer from that offset on, as far as the file goes; returns how many bytes. */
        int read(ByteBuffer into, long offset) throws IOException;

        /** Bytes of the file. */
        long size() throws IOException;
    }
}
