package com.hazelcast.certification.storage;

import com.hazelcast.certification.storage.files.Disk;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A folder in memory that fails where it is told to, and can lose its power. Thread-safe. */
final class MemoryDisk implements Disk {
    private static final int SECTOR = 512;

    private final TreeMap<String, Content> files = new TreeMap<>();
    private final Map<String, Long> unreadableFrom = new HashMap<>();
    private final Set<String> withoutMemory = new HashSet<>();
    private long roomBytes = Long.MAX_VALUE;
    private boolean failsSyncs;
    private boolean failsNextSync;
    private boolean closesNextWrite;
    private boolean takesMemoryOfNextWrite;
    private long syncMs;
    private int syncsBegun;
    private volatile Consumer<String> beforeCreation = name -> {};
    private volatile Consumer<String> beforeWrite = name -> {};
    private volatile Consumer<String> beforeDeletion = name -> {};

    private static final class Content {
        byte[] bytes = {};
        byte[] synced = {};

        /** What a sync that failed has dropped: later ones do not bring it to the disk. */
        final BitSet dropped = new BitSet();

        byte[] withoutDropped(byte[] all) {
            byte[] left = all.clone();
            dropped.stream().filter(i -> i < left.length).forEach(i -> left[i] = 0);
            return left;
        }
    }

    /** So many bytes can still be written; a write that does not fit writes what fits, and fails. */
    synchronized void setRoom(long bytes) {
        roomBytes = bytes;
    }

    synchronized void failSyncs(boolean fails) {
        failsSyncs = fails;
    }

    /** The next sync of a file fails, as the system says it: once. What was not on the disk never comes there. */
    synchronized void failNextSync() {
        failsNextSync = true;
    }

    /** The next write to a file closes it, as that of an interrupted thread does. */
    synchronized void closeNextWrite() {
        closesNextWrite = true;
    }

    /** Whoever writes next finds no memory for it. */
    synchronized void takeMemoryOfNextWrite() {
        takesMemoryOfNextWrite = true;
    }

    /** Takes the name of each file that is to be created, on the thread that does, which waits for it. */
    void beforeCreation(Consumer<String> action) {
        beforeCreation = action;
    }

    /** Takes the name, as it was created, of each file that is to be written to, on the thread that does, which waits for it. */
    void beforeWrite(Consumer<String> action) {
        beforeWrite = action;
    }

    /** Takes the name of each file that is to be deleted, on the thread that does, which waits for it. */
    void beforeDeletion(Consumer<String> action) {
        beforeDeletion = action;
    }

    /** Syncs of files that have begun. */
    synchronized int syncsBegun() {
        return syncsBegun;
    }

    synchronized void slowSyncs(long ms) {
        syncMs = ms;
    }

    synchronized void makeUnreadable(String name) {
        makeUnreadable(name, 0);
    }

    /** Up to that offset it can be read. */
    synchronized void makeUnreadable(String name, long from) {
        unreadableFrom.put(name, from);
    }

    /** Whoever opens the file finds no memory for it. */
    synchronized void takeMemory(String name) {
        withoutMemory.add(name);
    }

    synchronized byte[] bytes(String name) {
        return files.get(name).bytes.clone();
    }

    synchronized void put(String name, byte[] bytes) {
        Content content = new Content();
        content.bytes = bytes.clone();
        content.synced = bytes.clone();
        files.put(name, content);
    }

    synchronized void flipBit(String name, long bit) {
        files.get(name).bytes[(int) (bit / 8)] ^= (byte) (1 << bit % 8);
    }

    /** What is there when every process ends now. */
    synchronized MemoryDisk copy() {
        MemoryDisk copy = new MemoryDisk();
        files.forEach((name, content) -> copy.put(name, content.bytes));
        return copy;
    }

    /** What is there when the power goes now: of what was not synced, any sectors. */
    synchronized MemoryDisk withoutPower(Random random) {
        MemoryDisk copy = new MemoryDisk();
        files.forEach((name, content) -> {
            byte[] bytes = content.withoutDropped(content.bytes);
            byte[] kept = Arrays.copyOf(content.synced, content.bytes.length);
            for (int from = 0; from < kept.length; from += SECTOR) {
                if (random.nextBoolean()) {
                    int to = Math.min(kept.length, from + SECTOR);
                    System.arraycopy(bytes, from, kept, from, to - from);
                }
            }
            int length = kept.length == content.synced.length
                    ? kept.length
                    : content.synced.length + random.nextInt(kept.length - content.synced.length + 1);
            copy.put(name, Arrays.copyOf(kept, length));
        });
        return copy;
    }

    @Override
    public synchronized List<String> list() {
        return List.copyOf(files.keySet());
    }

    @Override
    public Output create(String name) throws IOException {
        beforeCreation.accept(name);
        return createNow(name);
    }

    private synchronized Output createNow(String name) throws IOException {
        if (roomBytes <= 0) {
            throw new IOException("No space left on device");
        }
        Content content = new Content();
        files.put(name, content);
        return new Output() {
            private boolean isClosed;

            @Override
            public void write(ByteBuffer bytes, long offset) throws IOException {
                beforeWrite.accept(name);
                isClosed |= closesNextWrite();
                if (isClosed) {
                    throw new ClosedChannelException();
                }
                requireMemory();
                writeTo(content, bytes, offset);
            }

            @Override
            public void sync() throws IOException {
                syncContent(content, isClosed);
            }

            @Override
            public void close() {
                isClosed = true;
            }
        };
    }

    private synchronized void requireMemory() {
        if (takesMemoryOfNextWrite) {
            takesMemoryOfNextWrite = false;
            throw new OutOfMemoryError("planted");
        }
    }

    private synchronized boolean closesNextWrite() {
        boolean closes = closesNextWrite;
        closesNextWrite = false;
        return closes;
    }

    private void syncContent(Content content, boolean isClosed) throws IOException {
        long ms;
        byte[] now;
        boolean fails;
        synchronized (this) {
            if (isClosed) {
                throw new ClosedChannelException();
            }
            if (failsSyncs) {
                throw new IOException("Input/output error");
            }
            ms = syncMs;
            now = content.bytes.clone();
            fails = failsNextSync;
            failsNextSync = false;
            syncsBegun++;
        }
        try {
            // A slow disk is what is tested: nobody waits here for another thread.
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            if (fails) {
                content.dropped.set(content.synced.length, Math.max(now.length, content.synced.length));
                throw new IOException("Input/output error");
            }
            content.synced = content.withoutDropped(now);
        }
    }

    private synchronized void writeTo(Content content, ByteBuffer bytes, long offset) throws IOException {
        int fitting = (int) Math.min(bytes.remaining(), roomBytes);
        int end = (int) offset + fitting;
        if (content.bytes.length < end) {
            content.bytes = Arrays.copyOf(content.bytes, end);
        }
        bytes.get(content.bytes, (int) offset, fitting);
        roomBytes -= fitting;
        if (bytes.hasRemaining()) {
            throw new IOException("No space left on device");
        }
    }

    @Override
    public synchronized Input open(String name) throws IOException {
        byte[] bytes = content(name).bytes;
        long failsFrom = unreadableFrom.getOrDefault(name, Long.MAX_VALUE);
        if (withoutMemory.contains(name)) {
            throw new OutOfMemoryError("planted");
        }
        return new Input() {
            @Override
            public int read(ByteBuffer into, long offset) throws IOException {
                int count = (int) Math.max(0, Math.min(into.remaining(), bytes.length - offset));
                if (offset + count > failsFrom) {
                    throw new IOException("Input/output error");
                }
                into.put(bytes, (int) Math.min(offset, bytes.length), count);
                return count;
            }

            @Override
            public long size() {
                return bytes.length;
            }

            @Override
            public void close() {}
        };
    }

    private Content content(String name) throws IOException {
        Content content = files.get(name);
        if (content == null) {
            throw new FileNotFoundException(name);
        }
        return content;
    }

    @Override
    public synchronized long size(String name) throws IOException {
        return content(name).bytes.length;
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        Content content = content(from);
        files.remove(from);
        files.put(to, content);
    }

    @Override
    public void delete(String name) {
        beforeDeletion.accept(name);
        synchronized (this) {
            files.remove(name);
        }
    }

    @Override
    public synchronized void sync() throws IOException {
        if (failsSyncs) {
            throw new IOException("Input/output error");
        }
    }

    @Override
    public String where() {
        return "memory";
    }

    @Override
    public void close() {}

    /** All bytes of all files. */
    synchronized byte[] all() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        files.values().forEach(content -> all.writeBytes(content.bytes));
        return all.toByteArray();
    }
}
