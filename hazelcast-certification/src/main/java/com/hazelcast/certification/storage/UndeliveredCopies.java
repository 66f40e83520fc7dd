package com.hazelcast.certification.storage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.storage.files.Disk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The copies of shards that a member has read from its disk and that are not with their owners yet. Until a copy is, its snapshot and its part of
 * the log stay. Of a key there may be several, of which the newest comes first: where the cluster has gone on with a shard, the object that comes
 * from there is kept beside what was read, and the next start reads both.
 *
 * <p>The next start reads an older copy of a key only where a mark says that it was not delivered, an empty file {@code
 * undelivered-KEY-GENERATION}: without one it is a leftover, which may have cards that were removed since. So a mark is on the disk before
 * the newer copy is, and gone from it before the copy counts as delivered.
 *
 * <p>Thread-safe. Marks come and go under a lock of their own, because that waits for the disk; under it the locks of journals are taken.
 * The lock of the rest is held for a look.
 */
final class UndeliveredCopies {
    static final String MARK_PREFIX = "undelivered-";

    /** Beside so many copies of a shard another may be kept: the next start reads all of them into memory. */
    private static final int BESIDE_MAX = 2;

    private final Disk disk;

    /** Whoever makes or removes a mark holds it. */
    private final Object marksLock = new Object();

    /** By key, the newest first. */
    @GuardedBy("this")
    private final Map<Integer, List<Undelivered>> copies = new TreeMap<>();

    /** Keys of the shards with which the cluster has gone on. */
    @GuardedBy("this")
    private Set<Integer> goneOn = Set.of();

    /** Snapshots of copies that were delivered, until it is seen to their files. */
    @GuardedBy("this")
    private final List<CopyRegistry.Kept> delivered = new ArrayList<>();

    /** One of them. */
    private static final class Undelivered {
        final HistoryShard shard;

        /** Its newest snapshot. Under the lock of the rest. */
        CopyRegistry.Kept snapshot;

        /** The name of its mark that is on the disk; null: there is none. Changed under both locks. */
        @Nullable
        String mark;

        Undelivered(HistoryShard shard, CopyRegistry.Kept snapshot) {
            this.shard = shard;
            this.snapshot = snapshot;
        }

        boolean isOf(ShardJournal journal) {
            return shard.attachment() == journal;
        }

        /** The object itself, whatever it holds. */
        boolean isObject(Object object) {
            return shard == object;
        }
    }

    /** None yet. */
    UndeliveredCopies(Disk disk) {
        this.disk = disk;
    }

    /** The name of the mark of the copy with such a snapshot. */
    static String mark(Snapshot.Base base) {
        return MARK_PREFIX + base.key() + "-" + base.generation();
    }

    /** Adds one that was read, which is newer than those of its key that were added before. */
    synchronized void add(HistoryShard shard, CopyRegistry.Kept snapshot) {
        copies.computeIfAbsent(snapshot.base.key(), key -> new ArrayList<>()).add(0, new Undelivered(shard, snapshot));
    }

    /** Nobody needs that snapshot of an older copy, as if it had been delivered. */
    synchronized void addLeftover(CopyRegistry.Kept snapshot) {
        delivered.add(snapshot);
    }

    /** All are added: takes the marks of older ones as they are on the disk, and removes the other marks there. */
    void takeMarks() throws IOException {
        synchronized (marksLock) {
            Map<String, Undelivered> older = new HashMap<>();
            synchronized (this) {
                for (List<Undelivered> ofKey : copies.values()) {
                    ofKey.stream().skip(1).forEach(copy -> older.put(mark(copy.snapshot.base), copy));
                }
            }
            boolean isChanged = false;
            for (String name : disk.list()) {
                if (!name.startsWith(MARK_PREFIX)) {
                    continue;
                }
                Undelivered copy = older.get(name);
                if (copy == null) {
                    disk.delete(name);
                    isChanged = true;
                } else {
                    setMark(copy, name);
                }
            }
            if (isChanged) {
                disk.sync();
            }
        }
    }

    private synchronized void setMark(Undelivered copy, @Nullable String mark) {
        copy.mark = mark;
    }

    /** Keys of the shards of which there are some. */
    synchronized List<Integer> keys() {
        return List.copyOf(copies.keySet());
    }

    /** How many there are. */
    synchronized int count() {
        return copies.values().stream().mapToInt(List::size).sum();
    }

    /** Those of a shard, the newest first. */
    synchronized List<HistoryShard> of(int key) {
        return ofKey(key).stream().map(copy -> copy.shard).toList();
    }

    @GuardedBy("this")
    private List<Undelivered> ofKey(int key) {
        return copies.getOrDefault(key, List.of());
    }

    /** The cluster has gone on with the shards of these keys, and with no others: what it has of them is kept beside what was read. */
    synchronized void goneOn(Set<Integer> keys) {
        goneOn = Set.copyOf(keys);
    }

    /**
     * Whether a snapshot of that journal's object may be taken: it is the object that was read, or there is none, or it is to be kept beside what was
     * read.
     */
    synchronized boolean mayKeep(ShardJournal journal) {
        return mayKeepBeside(journal.key()) || ofKey(journal.key()).stream().anyMatch(copy -> copy.isOf(journal));
    }

    /** Whether what comes of that shard may be kept beside what was read, if there is some. What has been begun goes on. */
    synchronized boolean mayKeepBeside(int key) {
        List<Undelivered> ofKey = ofKey(key);
        boolean isBegun = ofKey.stream().allMatch(copy -> copy.mark != null);
        return isBegun || goneOn.contains(key) && ofKey.size() <= BESIDE_MAX;
    }

    /**
     * Prepares that a snapshot of that journal's object comes to the disk: the copies of its key that were read and are others get marks,
     * and their logs end. A copy whose log went on would be an older generation that has changed since. One that was put in place meanwhile
     * has a newer journal than that one, which stays.
     *
     * @throws IOException when the marks may not be on the disk: then the snapshot must not come there
     */
    void keepBeside(ShardJournal journal) throws IOException {
        synchronized (marksLock) {
            Map<Undelivered, String> fresh = new HashMap<>();
            List<Undelivered> others;
            synchronized (this) {
                others = ofKey(journal.key()).stream()
                        .filter(copy -> !copy.isOf(journal))
                        .toList();
                for (Undelivered copy : others) {
                    String mark = mark(copy.snapshot.base);
                    if (!mark.equals(copy.mark)) {
                        fresh.put(copy, mark);
                    }
                }
            }
            others.forEach(copy -> ShardJournal.endOf(copy.shard, journal.generation()));
            for (String mark : fresh.values()) {
                disk.create(mark).close();
            }
            if (!fresh.isEmpty()) {
                disk.sync();
                fresh.forEach(this::setMark);
            }
        }
    }

    /** That journal's object has another snapshot, if it was read. Its log may have ended since the snapshot was taken. */
    synchronized void keep(ShardJournal journal, CopyRegistry.Kept snapshot) {
        for (Undelivered copy : ofKey(journal.key())) {
            if (copy.isOf(journal) || copy.snapshot.base.generation() == journal.generation()) {
                copy.snapshot = snapshot;
            }
        }
    }

    /**
     * The owner of that shard has the copy, and so have its backups.
     *
     * @throws IOException when its mark may be on the disk still: it is not delivered then
     */
    void deliver(HistoryShard shard) throws IOException {
        synchronized (marksLock) {
            Undelivered copy = find(shard);
            if (copy == null) {
                return;
            }
            if (copy.mark != null) {
                disk.delete(copy.mark);
                disk.sync();
            }
            remove(copy);
        }
    }

    private synchronized @Nullable Undelivered find(HistoryShard shard) {
        return ofKey(shard.key()).stream()
                .filter(copy -> copy.isObject(shard))
                .findFirst()
                .orElse(null);
    }

    private synchronized void remove(Undelivered copy) {
        int key = copy.shard.key();
        List<Undelivered> ofKey = ofKey(key);
        ofKey.remove(copy);
        if (ofKey.isEmpty()) {
            copies.remove(key);
        }
        delivered.add(copy.snapshot);
    }

    /** Their snapshots, which are needed. */
    synchronized List<CopyRegistry.Kept> snapshots() {
        return copies.values().stream()
                .flatMap(List::stream)
                .map(copy -> copy.snapshot)
                .toList();
    }

    /** Snapshots of copies that were delivered, until they are {@linkplain #dropped dropped}. */
    synchronized List<CopyRegistry.Kept> delivered() {
        return List.copyOf(delivered);
    }

    /** It is seen to the file of that snapshot. */
    synchronized void dropped(CopyRegistry.Kept snapshot) {
        delivered.remove(snapshot);
    }
}
