package com.hazelcast.certification.rulebook;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.rules.live.RuleBook;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** The book of rules in a member's data folder: {@value #NAME}, replaced as a whole and synced. Used by one thread at a time. */
final class BookFile {
    static final String NAME = "rule-sets.json";

    private static final ObjectMapper JSON =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    private final Path folder;
    private final Path file;

    BookFile(Path folder) {
        this.folder = folder;
        file = folder.resolve(NAME);
    }

    /**
     * What was written last; empty when nothing was.
     *
     * @throws IllegalStateException when it cannot be read: a member must not decide by other rules than it had
     */
    Optional<RuleBook> read() {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(file.toFile(), RuleBook.class));
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the file with the sets of rules cannot be read (" + e.getMessage()
                            + "); copy it from another member's data folder, or move it away to begin with the configured rules: "
                            + file,
                    e);
        }
    }

    /** @throws IllegalStateException when it cannot be written */
    void write(RuleBook book) {
        Path unfinished = file.resolveSibling(NAME + ".new");
        try {
            Files.createDirectories(folder);
            try (FileChannel out = FileChannel.open(
                    unfinished,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(JSON.writeValueAsBytes(book));
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
                out.force(true);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the sets of rules cannot be written to the data folder (" + e.getMessage() + "): " + file, e);
        }
    }
}
