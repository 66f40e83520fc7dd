package com.hazelcast.certification.storage.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A disk that passes all on to another one, for tests that see or spoil some of it. As thread-safe as the other. */
public abstract class PassingDisk implements Disk {
    private final Disk disk;

    protected PassingDisk(Disk disk) {
        this.disk = disk;
    }

    /** Called before a file is written to. */
    protected void beforeWrite() throws IOException {}

    /** Called when a file was created, written to, renamed or deleted. */
    protected void changed() {}

    @Override
    public List<String> list() throws IOException {
        return disk.list();
    }

    @Override
    public Output create(String name) throws IOException {
        Output created = disk.create(name);
        changed();
        return new Output() {
            @Override
            public void write(ByteBuffer bytes, long offset) throws IOException {
                beforeWrite();
                created.write(bytes, offset);
                changed();
            }

            @Override
            public void sync() throws IOException {
                created.sync();
            }

            @Override
            public void close() throws IOException {
                created.close();
            }
        };
    }

    @Override
    public Input open(String name) throws IOException {
        return disk.open(name);
    }

    @Override
    public long size(String name) throws IOException {
        return disk.size(name);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        disk.rename(from, to);
        changed();
    }

    @Override
    public void delete(String name) throws IOException {
        disk.delete(name);
        changed();
    }

    @Override
    public void sync() throws IOException {
        disk.sync();
    }

    @Override
    public String where() {
        return disk.where();
    }

    @Override
    public void close() {
        disk.close();
    }
}
