package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.rules.live.BookJson;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.FileHead;
import com.hazelcast.certification.storage.files.SealedContent;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The books of rules in a member's data folder, each replaced as a whole and synced: {@value #IN_USE}, and of a next one {@value #PREPARED}
 * while this member has agreed to it, and {@value #AGREED} in its place when all have. JSON, or encrypted ({@link SealedContent}) where the
 * folder has a key; what was written without one is read, too. Beside them {@value #GIVEN_UP}, a hash a line. A release before has neither
 * that nor {@value #PREPARED}. Used by one thread at a time.
 */
public final class BookFiles {
    static final String IN_USE = Backup.RULES_IN_USE;
    static final String AGREED = Backup.RULES_AGREED;
    static final String PREPARED = "rule-sets-prepared.json";
    static final String GIVEN_UP = "rule-sets-given-up";

    private static final String UNFINISHED = ".new";

    private final Path folder;
    private final Optional<DataKey> key;

    /**
     * The books of a data folder.
     *
     * @param key by which files are encrypted; empty: they are not
     */
    public BookFiles(Path folder, Optional<DataKey> key) {
        this.folder = folder;
        this.key = key;
    }

    /**
     * The book that was used last; empty when none was.
     *
     * @throws IllegalStateException when it cannot be read: a member must not decide by other rules than it had
     */
    Optional<RuleBook> inUse() {
        return read(IN_USE);
    }

    /**
     * The book that all have agreed to last, which may be in use by now; empty when there is none.
     *
     * @throws IllegalStateException when it cannot be read: others may decide by it
     */
    Optional<RuleBook> agreed() {
        return read(AGREED);
    }

    /**
     * Hashes of the last books that were given up, the oldest first.
     *
     * @throws IllegalStateException when they cannot be read: a change that was cancelled might be completed
     */
    List<String> givenUp() {
        Path file = folder.resolve(GIVEN_UP);
        try {
            return Files.exists(file) ? Files.readAllLines(file, StandardCharsets.ISO_8859_1) : List.of();
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the file with the changes of rules that were given up cannot be read (" + e.getMessage()
                            + "); repair the disk, or move the file away: " + file,
                    e);
        }
    }

    private Optional<RuleBook> read(String name) {
        Path file = folder.resolve(name);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Backup.readRules(file, key));
        } catch (StorageException e) {
            throw new IllegalStateException(e.getMessage(), e);
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
        write(IN_USE, book);
    }

    /** @throws IllegalStateException when it cannot be written */
    void writeGivenUp(Collection<String> hashes) {
        byte[] lines = (String.join("\n", hashes) + "\n").getBytes(StandardCharsets.ISO_8859_1);
        try {
            write(GIVEN_UP, lines);
        } catch (IOException e) {
            throw unwritable(folder.resolve(GIVEN_UP), e);
        }
    }

    /**
     * A book that this member has agreed to, in place of an earlier one.
     *
     * @throws IllegalStateException when it cannot be written
     */
    void writePrepared(RuleBook book) {
        write(PREPARED, book);
        remove(AGREED);
    }

    /**
     * A book that all have agreed to.
     *
     * @throws IllegalStateException when it cannot be written
     */
    void writeAgreed(RuleBook book) {
        write(AGREED, book);
        remove(PREPARED);
    }

    /**
     * All have agreed to the book that is {@linkplain #writePrepared prepared}. Does nothing when that is kept already.
     *
     * @throws IllegalStateException when it cannot be kept
     */
    void commit() {
        Path prepared = folder.resolve(PREPARED);
        try {
            if (Files.exists(prepared)) {
                move(prepared, folder.resolve(AGREED));
            }
        } catch (IOException e) {
            throw unwritable(folder.resolve(AGREED), e);
        }
    }

    /**
     * The book that was agreed to is used from now on. Where its file is not there, because an earlier try failed behind the move, it is written.
     *
     * @throws IllegalStateException when that cannot be kept
     */
    void useAgreed(RuleBook book) {
        Path agreed = folder.resolve(AGREED);
        // A maker of a release before has it used without a commit.
        Path kept = Files.exists(agreed) ? agreed : folder.resolve(PREPARED);
        if (!Files.exists(kept)) {
            write(book);
            return;
        }
        try {
            move(kept, folder.resolve(IN_USE));
        } catch (IOException e) {
            throw unwritable(folder.resolve(IN_USE), e);
        }
    }

    /** @throws IllegalStateException when it cannot be removed */
    void removeAgreed() {
        remove(AGREED);
        remove(PREPARED);
    }

    /**
     * Gives up what this member had agreed to when it ended, and not all: nobody uses it.
     *
     * @throws IllegalStateException when it cannot be removed
     */
    void removePrepared() {
        remove(PREPARED);
    }

    private void remove(String name) {
        try {
            Files.deleteIfExists(folder.resolve(name + UNFINISHED));
            Files.deleteIfExists(folder.resolve(name));
        } catch (IOException e) {
            throw new IllegalStateException(
                    "a file of the data folder cannot be removed (" + e.getMessage() + "): " + folder.resolve(name), e);
        }
    }

    private void write(String name, RuleBook book) {
        try {
            write(name, content(book));
        } catch (IOException e) {
            throw unwritable(folder.resolve(name), e);
        }
    }

    private void write(String name, byte[] content) throws IOException {
        Path unfinished = folder.resolve(name + UNFINISHED);
        Files.createDirectories(folder);
        try (FileChannel out = FileChannel.open(
                unfinished,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        move(unfinished, folder.resolve(name));
    }

    private byte[] content(RuleBook book) throws IOException {
        byte[] json = BookJson.toBytes(book);
        return key.map(used -> SealedContent.seal(FileHead.Kind.RULES, json, used))
                .orElse(json);
    }

    /** In one step, which is on the disk afterwards. */
    private void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        }
    }

    private static IllegalStateException unwritable(Path file, IOException e) {
        return new IllegalStateException(
                "the sets of rules cannot be written to the data folder (" + e.getMessage() + "): " + file, e);
    }
}
