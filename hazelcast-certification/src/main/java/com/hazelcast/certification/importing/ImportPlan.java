package com.hazelcast.certification.importing;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * What an import does, written before it begins: one that was stopped goes on with it.
 *
 * @param id of the import
 * @param source as the user named it, {@linkplain RowSource#shown without passwords}
 * @param mapping a hash of the mapping's text
 * @param shardCount shards of the cluster
 * @param cardKey which key identifies cards; empty: none
 * @param readers threads that read
 * @param units the parts of the source
 */
record ImportPlan(
        long id, String source, String mapping, int shardCount, String cardKey, int readers, List<SourceUnit> units) {
    ImportPlan {
        source = RowSource.shown(source);
    }

    private static final String FILE = "plan.json";
    static final ObjectMapper JSON =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    static Path file(Path work) {
        return work.resolve(FILE);
    }

    static ImportPlan read(Path work) throws IOException {
        return JSON.readValue(file(work).toFile(), ImportPlan.class);
    }

    void write(Path work) throws IOException {
        writeWhole(file(work), this);
    }

    /** The file into which that one is written until it is whole; it is left when that fails. */
    static Path unfinished(Path file) {
        return file.resolveSibling(file.getFileName() + ".part");
    }

    /** Writes a file that is there whole or not at all. */
    static void writeWhole(Path file, Object content) throws IOException {
        Path part = unfinished(file);
        JSON.writerWithDefaultPrettyPrinter().writeValue(part.toFile(), content);
        Path unused = Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    ImportPlan withUnits(List<SourceUnit> found) {
        return new ImportPlan(id, source, mapping, shardCount, cardKey, readers, found);
    }

    /** Whether an import with this plan is the requested one, so that it can go on. */
    boolean isSame(ImportPlan requested) {
        return difference(requested).isEmpty();
    }

    private Optional<String> difference(ImportPlan requested) {
        if (!source.equals(requested.source)) {
            return Optional.of("SOURCE=" + requested.source + " there=" + source);
        }
        if (!mapping.equals(requested.mapping)) {
            return Optional.of("the mapping");
        }
        if (shardCount != requested.shardCount) {
            return Optional.of("shards=" + requested.shardCount + " there=" + shardCount);
        }
        return cardKey.equals(requested.cardKey) ? Optional.empty() : Optional.of("the card key");
    }

    /**
     * Holds a plan that is there against what is requested now.
     *
     * @throws IllegalArgumentException when it is another one
     */
    void requireSame(ImportPlan requested, Path folder) {
        difference(requested).ifPresent(difference -> {
            throw new IllegalArgumentException(
                    "the folder holds another import; name another folder, or remove it: folder=" + folder
                            + " differs in " + difference);
        });
    }
}
