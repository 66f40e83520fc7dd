package com.hazelcast.certification.importing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * How far a reader is: written after whole parts of the source, so that an import goes on behind the last of them.
 *
 * @param done the parts, by their number in the plan
 * @param rows that it has read, without those that were refused
 * @param refusals by reason
 * @param refusalBytes size of its file of refusals
 * @param spillBytes sizes of its files of rows, by shard
 */
record ReaderState(
        List<Integer> done, long rows, Map<String, RefusalReason> refusals, long refusalBytes, List<Long> spillBytes) {
    private static final String FILE = "state.json";

    static ReaderState begin(int shardCount) {
        return new ReaderState(List.of(), 0, Map.of(), 0, Collections.nCopies(shardCount, 0L));
    }

    /** What is in the folder of a reader; its beginning when there is nothing. */
    static ReaderState read(Path folder, int shardCount) throws IOException {
        Path file = folder.resolve(FILE);
        return Files.exists(file) ? ImportPlan.JSON.readValue(file.toFile(), ReaderState.class) : begin(shardCount);
    }

    /** The same without rows of shards that are sorted already: their spills are not read again, and may be deleted. */
    ReaderState withoutSpillsOf(IntPredicate isSorted) {
        List<Long> needed = IntStream.range(0, spillBytes.size())
                .mapToObj(shard -> isSorted.test(shard) ? Long.valueOf(0) : spillBytes.get(shard))
                .toList();
        return new ReaderState(done, rows, refusals, refusalBytes, needed);
    }

    void write(Path folder) throws IOException {
        ImportPlan.writeWhole(folder.resolve(FILE), this);
    }
}
