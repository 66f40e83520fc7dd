package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the history of one card: compact transactions one behind the other, newest first, with verdicts, labels and whether they were
 * decided promptly; none when the card is unknown. Changes nothing, and its cost is that of one walk. Answers null when the shard is not
 * there.
 */
public final class ReadCard extends ShardProcessor<byte[]> {
    private static final long serialVersionUID = 1;

    private long card;

    ReadCard() {}

    /** Of that card, which must belong to the shard asked. */
    public ReadCard(long card) {
        this.card = card;
    }

    @Override
    public byte @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        return shard == null || !shard.isInstalled() ? null : read(shard, card);
    }

    /** The history of that card in its shard, as this class answers it. */
    public static byte[] read(HistoryShard shard, long card) {
        if (!shard.holds(card)) {
            // To open an unknown card would add it.
            return new byte[0];
        }
        CardHistory history = shard.open(card);
        byte[] transactions = new byte[history.count() * TransactionLayout.TRANSACTION_SIZE_BYTES];
        int offset = 0;
        history.rewind();
        while (history.next()) {
            TransactionLayout.put(
                    transactions,
                    offset,
                    card,
                    history.times(),
                    history.payment(),
                    history.outcome(),
                    TransactionLayout.kept(history.tag(), history.label(), history.isPrompt()));
            TransactionLayout.putVerdict(transactions, offset, history.verdict());
            offset += TransactionLayout.TRANSACTION_SIZE_BYTES;
        }
        return transactions;
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        return null;
    }

    @Override
    public int getFactoryId() {
        return AuditSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return AuditSerialization.READ_CARD;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(card);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        card = in.readLong();
    }
}
