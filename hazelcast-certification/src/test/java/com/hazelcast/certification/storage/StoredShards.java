package com.hazelcast.certification.storage;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.removal.RemovalRecord;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.waiting.Await;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** A member's shards with their storage: changes them as batches do, and knows the digest after each change. Used by one thread. */
final class StoredShards implements AutoCloseable {
    static final StorageSettings WRITTEN = settings(Durability.WRITTEN, Optional.empty());
    private static final int CARDS = 40;
    private static final int BATCH = 20;
    private static final long DAY_MS = Duration.ofDays(1).toMillis();
    private static final long LOOK_NS = 200_000;

    final ShardStorage storage;
    private final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
    private final TreeMap<Integer, HistoryShard> shards = new TreeMap<>();
    private final TreeMap<Integer, List<Long>> digests = new TreeMap<>();
    private final Random random;

    private StoredShards(Disk disk, StorageSettings settings, Random random) {
        this.random = random;
        storage = ShardStorage.open(disk, settings, memory, StoredShards::replay);
        storage.touchBy(key -> storage.open(shards.get(key)).release());
        for (int key : storage.recoveredKeys()) {
            HistoryShard shard = storage.recovered(key).get(0);
            shard.install();
            put(key, shard);
            storage.recovered(key).forEach(storage::delivered);
        }
    }

    /** Whose log is kept until it is sent, up to so many bytes; snapshots let go of all but some files of it. */
    static StorageSettings sending(long unsentMaxBytes) {
        return new StorageSettings(Durability.WRITTEN, Optional.empty(), "13-shards", 4_096, 20_000, unsentMaxBytes);
    }

    static StorageSettings settings(Durability durability, Optional<DataKey> key) {
        return new StorageSettings(durability, key, "13-shards", 4_096, 1 << 30, 0);
    }

    static StoredShards on(Disk disk) {
        return on(disk, WRITTEN);
    }

    static StoredShards on(Disk disk, StorageSettings settings) {
        return new StoredShards(disk, settings, new Random(1));
    }

    /**
     * What is read from a disk, without going on with it.
     *
     * @param digests of the newest copies of the shards that are whole, by key
     * @param broken keys of the others
     * @param damages that were named
     */
    record Found(TreeMap<Integer, Long> digests, Set<Integer> broken, int damages) {}

    /** Reads a disk. */
    static Found read(Disk disk) {
        return read(disk, StoredShards::replay);
    }

    /** As above, and that applies outcomes. */
    static Found read(Disk disk, ShardStorage.OutcomeReplayer replayer) {
        Recovery recovery = new Recovery(disk, Optional.empty(), HistoryMemory.unbounded(MemoryKind.HEAP), replayer);
        TreeMap<Integer, Long> digests = new TreeMap<>();
        try {
            recovery.run().forEach(copy -> digests.put(copy.base.key(), digest(copy.shard)));
        } catch (IOException | InterruptedException e) {
            throw new AssertionError("the disk can be listed", e);
        }
        return new Found(digests, recovery.broken().keySet(), recovery.damages().size());
    }

    /** What a member's folder of a backup has of the shards with keys 0 and 1. */
    static Found readBackup(Path member) throws InterruptedException {
        HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
        Backup.Shards read =
                Backup.read(member, Set.of(0, 1), WRITTEN.cluster(), Optional.empty(), memory, StoredShards::replay);
        TreeMap<Integer, Long> digests = new TreeMap<>();
        read.shards().forEach(shard -> digests.put(shard.key(), digest(shard)));
        return new Found(digests, read.broken().keySet(), 0);
    }

    private void put(int key, HistoryShard shard) {
        shards.put(key, shard);
        digests.computeIfAbsent(key, unused -> new ArrayList<>()).add(digest(shard));
    }

    /** Adds shards with some histories, and waits until they are on disk. */
    StoredShards withShards(int count) {
        for (int key = 0; key < count; key++) {
            HistoryShard shard = new HistoryShard(memory, 100, CARDS);
            shard.keptAt(key);
            apply(shard, outcome());
            shard.install();
            put(key, shard);
        }
        awaitKept();
        return this;
    }

    void awaitKept() {
        await(() -> storage.figures().pending() == 0);
    }

    static void await(BooleanSupplier state) {
        Await.until("the state of the storage", state, LOOK_NS);
    }

    /** Changes each shard so many times. */
    StoredShards change(int times) {
        for (int i = 0; i < times; i++) {
            shards.keySet().forEach(this::changeOne);
            if (i % 3 == 2) {
                shards.keySet().forEach(this::removeFrom);
            }
        }
        return this;
    }

    void changeOne(int key) {
        HistoryShard shard = shards.get(key);
        byte[] outcome = outcome();
        ShardJournal journal = storage.open(shard);
        try {
            apply(shard, outcome);
            journal.append(ChangeType.OUTCOME, outcome, outcome.length);
        } finally {
            journal.release();
        }
        digests.get(key).add(digest(shard));
        journal.commit();
    }

    /** Sweeps half of the shard, at some time that comes to it, or forgets a card. */
    void removeFrom(int key) {
        HistoryShard shard = shards.get(key);
        ShardJournal journal = storage.open(shard);
        try {
            long half = CardHash.POSITIONS / 2;
            long from = random.nextInt(2) * half;
            RemovalRecord record = random.nextInt(4) == 0
                    ? RemovalRecord.forget(shard, card(random)).record()
                    : RemovalRecord.sweep(
                                    shard, from, from + half, shard.newestMs() + random.nextInt(60) * DAY_MS, DAY_MS)
                            .record();
            journal.append(ChangeType.REMOVAL, record.toBytes(), record.toBytes().length);
        } finally {
            journal.release();
        }
        digests.get(key).add(digest(shard));
        journal.commit();
    }

    /** Of its histories, and of how many cards it has. */
    static long digest(HistoryShard shard) {
        return shard.digest() + shard.cardCount() + shard.recount();
    }

    private static long card(Random random) {
        return 4_000_000_000_000_000L + random.nextInt(CARDS);
    }

    HistoryShard shard(int key) {
        return shards.get(key);
    }

    /** Digests of the shards of now, by key. */
    TreeMap<Integer, Long> digestsNow() {
        TreeMap<Integer, Long> now = new TreeMap<>();
        shards.forEach((key, shard) -> now.put(key, digest(shard)));
        return now;
    }

    /** All digests that the shard has had, from the first on. */
    List<Long> digestsOf(int key) {
        return digests.get(key);
    }

    private byte[] outcome() {
        return outcome(random);
    }

    /** Of a batch that somebody has scored. */
    static byte[] outcome(Random random) {
        ByteBuffer bytes = ByteBuffer.allocate(BATCH * TransactionLayout.TRANSACTION_SIZE_BYTES);
        for (int i = 0; i < BATCH; i++) {
            byte[] one = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
            // Over more than 90 days, so that some expire and some come too late.
            long timeMs = DAY_MS * 20_000 + (long) (random.nextDouble() * 120 * DAY_MS);
            TransactionLayout.put(
                    one,
                    0,
                    card(random),
                    TransactionLayout.times(timeMs, random.nextInt(200), 7),
                    TransactionLayout.payment(random.nextInt(50_000), random.nextInt(100), random.nextInt(500)),
                    TransactionLayout.outcome(random.nextInt(1_000), 0),
                    random.nextInt(3) == 0 ? random.nextLong() : TransactionLayout.NO_REFERENCE);
            TransactionLayout.putVerdict(one, 0, random.nextInt(TransactionLayout.VERDICTS));
            bytes.put(one);
        }
        return bytes.array();
    }

    static void replay(HistoryShard shard, ByteBuffer outcome) {
        byte[] bytes = new byte[outcome.remaining()];
        outcome.get(bytes);
        apply(shard, bytes);
    }

    private static void apply(HistoryShard shard, byte[] outcome) {
        for (int at = 0; at < outcome.length; at += TransactionLayout.TRANSACTION_SIZE_BYTES) {
            long card = TransactionLayout.cardAt(outcome, at);
            long times = TransactionLayout.timesAt(outcome, at);
            long payment = TransactionLayout.paymentAt(outcome, at);
            int place = TransactionLayout.outcomeAt(outcome, at);
            int verdict = TransactionLayout.verdictAt(outcome, at);
            long reference = TransactionLayout.referenceAt(outcome, at);
            int tag = TransactionLayout.tag(reference);
            CardHistory history = shard.open(card);
            if (history.place(times, payment, place, tag) == Placement.FRESH) {
                history.recordAs(false, times, payment, place, verdict, tag, 0, verdict % 3 > 0);
            }
            shard.references().record(card, reference, times, payment, place);
        }
    }

    @Override
    public void close() {
        storage.close();
    }
}
