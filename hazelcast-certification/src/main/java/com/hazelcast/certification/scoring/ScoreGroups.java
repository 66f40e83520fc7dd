package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A message: batches for several shards, for the member that owns them. There each is submitted to its shard, as its lane would do it, and
 * the answer is {@link GroupAnswers}. Runs on an executor of its own, whose thread waits for the shards and works on none.
 *
 * <p>What fails, or takes longer than {@link MessagePatience} has, is not answered: its lane then submits it by a call of its own, where
 * the failure shows. The batch may be scored twice by that, which is safe: see {@link ScoreBatch}. A shard that has moved away is called where it is.
 *
 * <p><b>The later look.</b> A strict answer needs a look of the owner at the members after the backups have acknowledged ({@link
 * BatchAnswer#needsLaterLook}). It is made here, after the last batch that is answered, and what it does not confirm is marked so. No two
 * members have views of the same number, so the answer of an owner on another member is never confirmed by a look of this one.
 */
public final class ScoreGroups implements Callable<byte[]>, IdentifiedDataSerializable, HazelcastInstanceAware {
    /** The executor of messages. */
    public static final String EXECUTOR = "fraud-messages";

    private static final byte FORMAT_VERSION = 1;
    private static final Logger LOG = LoggerFactory.getLogger(ScoreGroups.class);

    private Integer[] keys = {};
    private BatchId[] ids = {};
    private byte[][] transactions = {};
    private int[] counts = {};
    private int size;

    private transient @Nullable HazelcastInstance member;

    /** For deserialisation, and to be filled. */
    public ScoreGroups() {}

    /** A message for so many batches, which are to be added. */
    public ScoreGroups(int capacity) {
        allocate(capacity);
    }

    private void allocate(int capacity) {
        keys = new Integer[capacity];
        ids = new BatchId[capacity];
        transactions = new byte[capacity][];
        counts = new int[capacity];
    }

    /** Adds a batch of the first transactions in the array for the shard with that key. */
    public void add(Integer key, BatchId id, byte[] batch, int count) {
        keys[size] = key;
        ids[size] = id;
        transactions[size] = batch;
        counts[size] = count;
        size++;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public byte[] call() throws InterruptedException {
        HazelcastInstance here = Objects.requireNonNull(member, "set by Hazelcast");
        MessagePatience patience = ScoringContext.of(here).patience();
        long beginNs = System.nanoTime();
        CountDownLatch unanswered = new CountDownLatch(size);
        AtomicReferenceArray<byte[]> done = new AtomicReferenceArray<>(size);
        IMap<Integer, HistoryShard> map = ShardMap.of(here);
        for (int i = 0; i < size; i++) {
            submit(map, i, done, unanswered);
        }
        boolean isWhole = unanswered.await(patience.limitNs(), TimeUnit.NANOSECONDS);
        patience.took(System.nanoTime() - beginNs);
        if (!isWhole) {
            LOG.debug("a message is answered without {} of {} batches", unanswered.getCount(), size);
        }
        return GroupAnswers.pack(lookedAt(here, done));
    }

    private void submit(
            IMap<Integer, HistoryShard> map, int i, AtomicReferenceArray<byte[]> done, CountDownLatch unanswered) {
        try {
            map.submitToKey(keys[i], new ScoreBatch(ids[i], transactions[i], counts[i]))
                    .whenCompleteAsync(
                            (answer, failure) -> {
                                if (failure == null) {
                                    done.set(i, answer);
                                }
                                unanswered.countDown();
                            },
                            Runnable::run);
        } catch (RuntimeException e) {
            LOG.debug("a batch could not be submitted; its lane does it", e);
            unanswered.countDown();
        }
    }

    /** The answers that are there now; what a look after that does not confirm is unconfirmed. */
    private byte[] @Nullable [] lookedAt(HazelcastInstance here, AtomicReferenceArray<byte[]> done) {
        byte[] @Nullable [] answers = new byte[size][];
        for (int i = 0; i < size; i++) {
            answers[i] = done.get(i);
        }
        long view = ShardContext.of(here).members().look(here.getCluster()).number();
        for (int i = 0; i < size; i++) {
            byte[] answer = answers[i];
            if (answer != null && BatchAnswer.needsLaterLook(answer) && BatchAnswer.view(answer) != view) {
                answers[i] = BatchAnswer.unconfirmed(answer);
            }
        }
        return answers;
    }

    @Override
    public int getFactoryId() {
        return ScoringSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return ScoringSerialization.SCORE_GROUPS;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
        out.writeInt(size);
        for (int i = 0; i < size; i++) {
            out.writeInt(keys[i]);
            ids[i].writeTo(out);
            TransactionsOnTheWire.write(out, transactions[i], counts[i], index -> true);
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, "ScoreGroups");
        int count = in.readInt();
        allocate(count);
        for (int i = 0; i < count; i++) {
            Integer key = in.readInt();
            BatchId id = BatchId.readFrom(in);
            byte[] batch = TransactionsOnTheWire.read(in);
            add(key, id, batch, batch.length / TransactionLayout.TRANSACTION_SIZE_BYTES);
        }
    }
}
