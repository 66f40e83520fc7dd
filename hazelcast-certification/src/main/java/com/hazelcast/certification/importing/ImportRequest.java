package com.hazelcast.certification.importing;

import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.MappingFile;
import com.hazelcast.certification.transaction.CardKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What to import.
 *
 * @param source files, or the address of a database
 * @param mapFile of the mapping
 * @param mapping what is in it
 * @param shardCount shards of the cluster that is to load it
 * @param cardKey by which that cluster identifies cards
 * @param readers threads that read, and that sort
 * @param memoryBytes that the import may take
 * @param clock says what is the future now
 */
public record ImportRequest(
        String source,
        Path mapFile,
        Mapping mapping,
        int shardCount,
        Optional<CardKey> cardKey,
        int readers,
        long memoryBytes,
        Clock clock) {
    /** As far ahead of the clock a transaction may be, as by default where members take them in. */
    private static final Duration FUTURE_TOLERANCE = Duration.ofHours(1);

    /** As the other one, with the mapping read from its file. */
    public static ImportRequest of(
            String source,
            Path mapFile,
            int shardCount,
            Optional<CardKey> cardKey,
            int readers,
            long memoryBytes,
            Clock clock) {
        return new ImportRequest(
                source, mapFile, MappingFile.read(mapFile), shardCount, cardKey, readers, memoryBytes, clock);
    }

    Duration futureTolerance() {
        return FUTURE_TOLERANCE;
    }

    String mappingHash() throws IOException {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(mapFile));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256; this one is broken", e);
        }
    }
}
