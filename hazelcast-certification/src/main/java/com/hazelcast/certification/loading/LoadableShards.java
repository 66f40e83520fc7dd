package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryNeed;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The shards of a load, which are made one by one where they live. Thread-safe. */
interface LoadableShards {
    /** What they are made of. */
    LoadSpec spec();

    int count();

    /** Where they go. */
    HistoryMemory memory();

    /** What that shard will take. */
    MemoryNeed need(int shard);

    /**
     * The histories of a shard, not yet installed; takes its memory whether or not it fits under the bound.
     *
     * @throws UncheckedIOException when what it is made of cannot be read, or is broken; names the file
     */
    HistoryShard make(int shard);

    /**
     * As {@link #make}, when there is room for it.
     *
     * @param whyNot receives why it cannot be made otherwise, such as how much is lacking
     */
    default @Nullable HistoryShard makeIfItFits(int shard, Consumer<String> whyNot) {
        Optional<String> shortage = memory().whyDoesNotFit(need(shard));
        if (shortage.isPresent()) {
            whyNot.accept(shortage.get());
            return null;
        }
        try {
            return make(shard);
        } catch (UncheckedIOException e) {
            whyNot.accept(String.valueOf(e.getMessage()));
            return null;
        } catch (OutOfMemoryError e) {
            // Nobody has yet what was being made, so nothing is broken by its end.
            whyNot.accept("the bound on histories allows it, but the system has no memory for it: " + e.getMessage()
                    + "; lower history-memory or --native-size, or give the machine more memory");
            return null;
        }
    }
}
