package com.hazelcast.certification.storage.files;

import java.nio.ByteBuffer;

/**
 * A folder of files that are only read. Whatever would change one is refused with an {@link UnsupportedOperationException}. Thread-safe if
 * what extends it is.
 */
public abstract class ReadOnlyDisk implements Disk {
    @Override
    public final Output create(String name) {
        throw refused("create", name);
    }

    @Override
    public final void rename(String from, String to) {
        throw refused("rename", from);
    }

    @Override
    public final void delete(String name) {
        throw refused("delete", name);
    }

    @Override
    public final void sync() {
        throw refused("sync", "");
    }

    private UnsupportedOperationException refused(String call, String name) {
        return new UnsupportedOperationException(
                "these files are only read: call=" + call + " name=" + name + " folder=" + where());
    }

    /**
     * A file that is in memory, and costs no copy.
     *
     * @param bytes all of it, from offset 0 to the limit; must not change while the file is read
     */
    protected static Input fileOf(ByteBuffer bytes) {
        return new Bytes(bytes);
    }

    private record Bytes(ByteBuffer bytes) implements Input {
        @Override
        public int read(ByteBuffer into, long offset) {
            int at = (int) Math.min(offset, bytes.limit());
            int count = Math.min(into.remaining(), bytes.limit() - at);
            into.put(bytes.slice(at, count));
            return count;
        }

        @Override
        public long size() {
            return bytes.limit();
        }

        @Override
        public void close() {}
    }
}
