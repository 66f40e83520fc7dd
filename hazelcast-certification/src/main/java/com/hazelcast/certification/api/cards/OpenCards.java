package com.hazelcast.certification.api.cards;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardPresence;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.certification.storage.ShardJournal;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens cards of one shard with an empty history, on its owner and its backups. Answers an {@link OpeningAnswer}; null when the shard is not
 * there. Fails while more of the shard may come, to which what is there gives way: members of the release before have no other answer for
 * that, and take any number that they do not know for a full memory. Running it twice is safe: the second time the cards are known.
 *
 * <p>A backup without the shard acknowledges only where the owner does not count its copy; else the call fails, and Hazelcast copies the shard
 * from its owner again.
 */
final class OpenCards extends ShardProcessor<byte[]> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;
    private static final Logger LOG = LoggerFactory.getLogger(OpenCards.class);

    static final byte OPENED = 1;
    static final byte KNOWN = 2;
    static final byte MEMORY_FULL = 3;

    /** Where it runs, on the wire. */
    private static final byte ON_OWNER = 0;

    private static final byte ON_BACKUP = 1;

    /** On one that its owner counts. Members of releases before take it for {@link #ON_BACKUP}. */
    private static final byte ON_CONFIRMED_BACKUP = 2;

    private long[] cards = {};
    private boolean isBackup;

    /** Of a backup: its owner has not confirmed that all copies are there, so this one may be missing. */
    private boolean mayBeMissing = true;

    private transient byte[] answers = {};
    private transient ShardContext shards;
    private transient HazelcastInstance member;

    OpenCards() {}

    /** Of these cards, which must belong to the shard that is asked. */
    OpenCards(long[] cards) {
        this.cards = cards;
    }

    private OpenCards(long[] cards, boolean isBackup, boolean mayBeMissing) {
        this.cards = cards;
        this.isBackup = isBackup;
        this.mayBeMissing = mayBeMissing;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
        shards = ShardContext.of(hazelcast);
    }

    @Override
    public byte @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        // Before anything else: who answers compares it with a later look.
        MembersView.View view = shards.members().look(member.getCluster());
        HistoryShard shard = entry.getValue();
        answers = new byte[cards.length];
        if (shard == null || !shard.isInstalled()) {
            requireNotMissed(entry.getKey());
            return null;
        }
        if (isBackup) {
            shard.copies().forget();
        } else if (shards.presence(entry.getKey(), shard, view) == ShardPresence.AWAITED) {
            throw new IllegalStateException(
                    "no card is opened while more of its shard is to come from another member or a disk; try again: shardKey="
                            + entry.getKey());
        }
        ShardJournal journal = shards.openJournal(shard);
        try {
            for (int i = 0; i < cards.length; i++) {
                answers[i] = isBackup ? applied(shard, cards[i]) : opened(shard, cards[i]);
            }
            if (journal != null) {
                journal.appendCards(held());
            }
        } finally {
            if (journal != null) {
                journal.release();
            }
        }
        entry.setValue(shard);
        boolean isConfirmed = shard.copies().isComplete(view.number());
        mayBeMissing = !isConfirmed;
        if (journal != null) {
            journal.commit();
        }
        if (held().length == 0) {
            return OpeningAnswer.settled(answers);
        }
        return OpeningAnswer.of(
                answers, isConfirmed ? OpeningAnswer.State.CONFIRMED : OpeningAnswer.State.UNCONFIRMED, view.number());
    }

    private void requireNotMissed(Integer key) {
        if (isBackup && !mayBeMissing) {
            LOG.error(
                    "cards were not opened on a backup, which is copied from its owner again: the shard is not here: shard key {}",
                    key);
            throw new IllegalStateException(
                    "cards were not opened on a backup: the shard is not here: shardKey=" + key);
        }
    }

    private static byte opened(HistoryShard shard, long card) {
        if (shard.holds(card)) {
            shard.openAhead(card);
            return KNOWN;
        }
        byte[] located = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        TransactionLayout.putCard(located, 0, card);
        long unused = shard.locate(located, 0, 1);
        if (shard.openNew(0, card) == null) {
            return MEMORY_FULL;
        }
        shard.openAhead(card);
        return OPENED;
    }

    /** Whatever the bound of the backup's memory: its owner had room. */
    private static byte applied(HistoryShard shard, long card) {
        shard.openAhead(card);
        return OPENED;
    }

    private long[] held() {
        long[] held = new long[cards.length];
        int count = 0;
        for (int i = 0; i < answers.length; i++) {
            // Known ones too: a call that is made again may have lost its backup the first time.
            if (answers[i] == OPENED || answers[i] == KNOWN) {
                held[count++] = cards[i];
            }
        }
        return Arrays.copyOf(held, count);
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        long[] held = held();
        return isBackup || held.length == 0 ? null : new OpenCards(held, true, mayBeMissing);
    }

    @Override
    public int getFactoryId() {
        return CardsSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return CardsSerialization.OPEN_CARDS;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLongArray(cards);
        out.writeByte(!isBackup ? ON_OWNER : mayBeMissing ? ON_BACKUP : ON_CONFIRMED_BACKUP);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        long[] read = in.readLongArray();
        cards = read == null ? new long[0] : read;
        byte place = in.readByte();
        isBackup = place != ON_OWNER;
        mayBeMissing = place != ON_CONFIRMED_BACKUP;
    }
}
