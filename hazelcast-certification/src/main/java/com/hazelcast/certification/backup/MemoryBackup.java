package com.hazelcast.certification.backup;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.life.LifeAgreement;
import com.hazelcast.certification.rules.live.BookJson;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.Snapshot;
import com.hazelcast.certification.storage.files.ReadOnlyDisk;
import com.hazelcast.certification.storage.files.StorageException;
import com.hazelcast.cluster.Address;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Backups of a member that keeps nothing on disk: snapshots of the shards that it owns, one after the other, and its book of rules. Each shard
 * is as it was at one moment. Nothing is taken from an earlier backup, and the folder has the same name as long as the member has its address.
 * Thread-safe; one backup at a time.
 */
public final class MemoryBackup implements BackupSource {
    private final HazelcastInstance hazelcast;
    private final IMap<Integer, HistoryShard> map;
    private final String cluster;
    private final LifeAgreement life;
    private final Supplier<RuleBook> rules;

    /**
     * Of a member.
     *
     * @param cluster of the shards, as in {@link com.hazelcast.certification.storage.StorageSettings}
     * @param rules its book
     */
    public MemoryBackup(
            HazelcastInstance hazelcast,
            IMap<Integer, HistoryShard> map,
            String cluster,
            LifeAgreement life,
            Supplier<RuleBook> rules) {
        this.hazelcast = hazelcast;
        this.map = map;
        this.cluster = cluster;
        this.life = life;
        this.rules = rules;
    }

    @Override
    public synchronized Backup.Report prepare(Path folder, long takenAtMs) throws InterruptedException {
        Map<String, Integer> keys = new LinkedHashMap<>();
        for (int key : new TreeSet<>(map.localKeySet())) {
            keys.put(Snapshot.wholeName(key, takenAtMs), key);
        }
        try (Taken taken = new Taken(keys, takenAtMs)) {
            if (!keys.isEmpty()) {
                // Without one, folders of a cluster that was started anew could not be told from those of this one.
                life.require();
            }
            return Backup.prepare(
                    taken,
                    List.copyOf(keys.keySet()),
                    folder.resolve(Backup.memberFolder(name())),
                    cluster,
                    life.text(),
                    takenAtMs,
                    new TreeSet<>(keys.values()));
        } catch (IOException e) {
            throw new StorageException(
                    "the backup could not be written; check that all members see the folder, may write to it, and that it has room: folder="
                            + folder + ": " + e.getMessage(),
                    e);
        }
    }

    private String name() {
        Address address = hazelcast.getCluster().getLocalMember().getAddress();
        return (address.getHost() + "-" + address.getPort()).replaceAll("[^a-zA-Z0-9.-]", "-");
    }

    /** The files that a data folder would have, each made when it is asked for; the last one is kept. Used by one thread. */
    private final class Taken extends ReadOnlyDisk {
        private final Map<String, Integer> keys;
        private final long takenAtMs;
        private String lastName = "";
        private byte[] last = {};

        Taken(Map<String, Integer> keys, long takenAtMs) {
            this.keys = keys;
            this.takenAtMs = takenAtMs;
        }

        private byte[] bytes(String name) throws IOException {
            if (!name.equals(lastName)) {
                last = new byte[0];
                last = make(name);
                lastName = name;
            }
            return last;
        }

        private byte[] make(String name) throws IOException {
            if (name.equals(Backup.RULES_IN_USE)) {
                return BookJson.toBytes(rules.get());
            }
            Integer key = keys.get(name);
            if (key == null) {
                throw new NoSuchFileException(name);
            }
            byte[] snapshot = map.executeOnKey(key, new TakeShard(takenAtMs));
            if (snapshot == null) {
                throw new IOException("a shard is not in place; repeat the backup when all are loaded: key=" + key);
            }
            return snapshot;
        }

        @Override
        public long size(String name) throws IOException {
            return bytes(name).length;
        }

        @Override
        public Input open(String name) throws IOException {
            return fileOf(ByteBuffer.wrap(bytes(name)));
        }

        @Override
        public List<String> list() {
            return List.copyOf(keys.keySet());
        }

        @Override
        public String where() {
            return "memory";
        }

        @Override
        public void close() {
            last = new byte[0];
        }
    }
}
