package com.hazelcast.certification.storage;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Loads the snapshots of a data folder, several at once: of each key the newest one, and older ones whose marks say that they are
 * {@linkplain UndeliveredCopies not delivered}. Used once, by one thread.
 */
final class SnapshotLoader {
    /** Threads that read snapshots wait for the disk most of the time, and it answers several at once faster. */
    private static final int READERS_PER_WORKER = 4;

    private final Disk disk;
    private final Optional<DataKey> dataKey;
    private final HistoryMemory memory;
    private final IntPredicate keys;
    private final Set<String> marks = new HashSet<>();
    private final Found found = new Found(new TreeMap<>(), new TreeMap<>(), new ArrayList<>(), new ArrayList<>());
    private final Object foundLock = new Object();
    private long generationMax;
    private volatile @Nullable StorageException keyFailure;

    /** What ended a thread of this, which then has not done its part. */
    private final AtomicReference<@Nullable Throwable> ended = new AtomicReference<>();

    /**
     * What the folder has. Changed under a lock while it is read.
     *
     * @param copies by key, the newest first
     * @param broken why there is no copy of others, by key
     * @param damages why older copies beside a newer one cannot be used
     * @param leftovers names of the files of older copies that nobody needs or can use
     */
    record Found(
            SortedMap<Integer, List<Recovery.Copy>> copies,
            SortedMap<Integer, String> broken,
            List<String> damages,
            List<String> leftovers) {}

    /** @param keys of the shards that are wanted */
    SnapshotLoader(Disk disk, Optional<DataKey> dataKey, HistoryMemory memory, IntPredicate keys) {
        this.disk = disk;
        this.dataKey = dataKey;
        this.memory = memory;
        this.keys = keys;
    }

    /**
     * Loads them, and deletes those that were being written.
     *
     * @throws StorageException when not all could be read for want of memory, or none by their key; says what to do
     */
    Found load() throws IOException, InterruptedException {
        Map<Integer, List<String>> names = new TreeMap<>();
        for (String name : disk.list()) {
            if (name.endsWith(Snapshot.UNFINISHED)) {
                disk.delete(name);
            } else if (name.startsWith(UndeliveredCopies.MARK_PREFIX)) {
                marks.add(name);
            } else if (name.startsWith(Snapshot.PREFIX) && name.endsWith(Snapshot.SUFFIX)) {
                Snapshot.Base.ofName(name).filter(base -> keys.test(base.key())).ifPresent(base -> {
                    generationMax = Math.max(generationMax, base.generation());
                    names.computeIfAbsent(base.key(), key -> new ArrayList<>()).add(name);
                });
            }
        }
        loadAll(new ArrayList<>(names.values()));
        Recovery.requireNoneEnded(disk, ended.get());
        if (found.copies.isEmpty() && keyFailure != null) {
            throw keyFailure;
        }
        return found;
    }

    /** The highest generation that any file names. */
    long generationMax() {
        return generationMax;
    }

    private void loadAll(List<List<String>> namesByKey) throws InterruptedException {
        BlockingQueue<List<String>> queue = new ArrayBlockingQueue<>(Math.max(1, namesByKey.size()), false, namesByKey);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < READERS_PER_WORKER * Recovery.workers(); i++) {
            threads.add(Recovery.started("fraud-snapshots-" + i, () -> {
                try {
                    for (List<String> names = queue.poll(); names != null; names = queue.poll()) {
                        loadKey(names);
                    }
                } catch (Throwable e) {
                    ended.compareAndSet(null, e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void loadKey(List<String> names) {
        SortedMap<Long, List<String>> newestFirst = new TreeMap<>(Comparator.reverseOrder());
        names.forEach(name -> newestFirst
                .computeIfAbsent(base(name).generation(), generation -> new ArrayList<>())
                .add(name));
        List<Recovery.Copy> loaded = new ArrayList<>();
        List<String> unneeded = new ArrayList<>();
        List<String> damages = new ArrayList<>();
        for (List<String> ofGeneration : newestFirst.values()) {
            Snapshot.Base base = base(ofGeneration.get(0));
            // One of another generation is of another object: it is an old state, which only its owner may take.
            if (!loaded.isEmpty() && !marks.contains(UndeliveredCopies.mark(base))) {
                unneeded.addAll(ofGeneration);
                continue;
            }
            List<String> failures = new ArrayList<>();
            Recovery.Copy copy = newestOf(ofGeneration, failures);
            if (copy != null) {
                loaded.add(copy);
            } else if (loaded.isEmpty()) {
                synchronized (foundLock) {
                    found.broken.put(base.key(), String.join("; ", failures));
                }
                return;
            } else {
                damages.addAll(failures);
                unneeded.addAll(ofGeneration);
            }
        }
        synchronized (foundLock) {
            found.copies.put(base(names.get(0)).key(), loaded);
            found.damages.addAll(damages);
            found.leftovers.addAll(unneeded);
        }
    }

    /** The newest of these snapshots of one generation that is whole; null: none is. */
    private Recovery.@Nullable Copy newestOf(List<String> names, List<String> failures) {
        Comparator<String> age = Comparator.comparingLong(name -> base(name).sequence());
        for (String name : names.stream().sorted(age.reversed()).toList()) {
            try {
                return new Recovery.Copy(name, Snapshot.read(disk, dataKey, name, memory), disk.size(name));
            } catch (IOException | RuntimeException e) {
                boolean isSaid = e instanceof IOException || e instanceof StorageException;
                failures.add(name + ": " + (isSaid ? e.getMessage() : e.toString()));
                if (e instanceof StorageException wrongKey) {
                    keyFailure = new StorageException(
                            "no shard of the data folder " + disk.where() + " can be read: " + name + ": "
                                    + e.getMessage(),
                            wrongKey);
                }
            }
        }
        return null;
    }

    private static Snapshot.Base base(String name) {
        return Snapshot.Base.ofName(name).orElseThrow();
    }
}
