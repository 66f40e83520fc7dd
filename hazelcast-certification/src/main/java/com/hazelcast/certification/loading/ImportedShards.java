package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryNeed;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.importing.ShardFile;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.transaction.CardKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The shards of a folder that {@code ./fraud import} has made. Some fifty nanoseconds a transaction, and the reading of 22 bytes. */
final class ImportedShards implements LoadableShards {
    private final LoadSpec spec;
    private final HistoryMemory memory;
    private final int entriesPerCardMax;
    private final ImportedFolder folder;

    /** What the files say of themselves. */
    private final ShardFile.Size[] sizes;

    /**
     * Opens the folder, and looks at the beginning of each file.
     *
     * @param where the folder is on this member
     * @throws IllegalStateException when it is not there, is another import's or another cluster's, or lacks a file
     */
    ImportedShards(
            LoadSpec spec,
            Path where,
            int shardCount,
            HistoryMemory memory,
            int entriesPerCardMax,
            Optional<CardKey> key) {
        this.spec = spec;
        this.memory = memory;
        this.entriesPerCardMax = entriesPerCardMax;
        this.folder = opened(where);
        ImportedFolder.Manifest manifest = folder.manifest();
        require(manifest.id() == spec.seed(), "it holds another import than when the load was requested; load again");
        require(
                manifest.shardCount() == shardCount,
                "it is made for another number of shards; import again with --shards " + shardCount + ": shardCount="
                        + manifest.shardCount());
        require(
                manifest.cardKey().equals(key.map(CardKey::fingerprint).orElse("")),
                "its cards are identified by another key than this cluster's, or by none; import again with the card-key-file of the members");
        this.sizes = new ShardFile.Size[shardCount];
        for (int shard = 0; shard < shardCount; shard++) {
            try {
                sizes[shard] = folder.size(shard);
            } catch (IOException e) {
                throw new IllegalStateException("nothing was loaded: " + e.getMessage(), e);
            }
        }
    }

    private static ImportedFolder opened(Path where) {
        try {
            return ImportedFolder.open(where);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "nothing was loaded: this member does not see the histories; mount the folder at the same place on every member: "
                            + e.getMessage(),
                    e);
        }
    }

    private void require(boolean isGood, String what) {
        if (!isGood) {
            throw new IllegalStateException(
                    "nothing was loaded: the folder does not fit this cluster: " + what + " folder=" + spec.folder());
        }
    }

    @Override
    public LoadSpec spec() {
        return spec;
    }

    @Override
    public int count() {
        return sizes.length;
    }

    @Override
    public HistoryMemory memory() {
        return memory;
    }

    @Override
    public MemoryNeed need(int shard) {
        return MemoryNeed.ofChunks(sizes[shard].cards(), sizes[shard].chunks());
    }

    @Override
    public HistoryShard make(int shard) {
        HistoryShard made = new HistoryShard(memory, entriesPerCardMax, sizes[shard].cards());
        try {
            folder.read(shard, new Filler(made));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
        return made;
    }

    /** Puts what is read into a shard. */
    static final class Filler implements ShardFile.Visitor {
        private final HistoryShard shard;
        private @Nullable CardHistory history;

        Filler(HistoryShard shard) {
            this.shard = shard;
        }

        @Override
        public void card(long card) {
            history = shard.open(card);
        }

        @Override
        public void row(long times, long payment, int outcome, int verdict, int tag, int label) {
            if (history != null) {
                history.insert(times, payment, outcome, verdict, tag, HistoryFlags.of(payment));
                history.setLabel(label);
            }
        }
    }
}
