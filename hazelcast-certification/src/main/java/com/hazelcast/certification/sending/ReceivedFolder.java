package com.hazelcast.certification.sending;

import com.hazelcast.certification.importing.ImportedFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder into which the files of a send are written, slice by slice. A file has its name when it is whole, so that a send that is repeated
 * goes on with the others. Used by one thread at a time.
 */
final class ReceivedFolder {
    private static final String PART = ".part";
    private static final Set<StandardOpenOption> FIRST =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    private static final Set<StandardOpenOption> NEXT = Set.of(StandardOpenOption.WRITE);

    private final Path folder;
    private final long importId;

    /** Of the folder that was made: in a folder of temporary files somebody else may make one of its name, when it is gone. */
    private final @Nullable Object key;

    /** Of the files that there are: no other name is ever written. */
    private final Map<String, Long> sizeByName = new LinkedHashMap<>();

    private final Set<String> whole = new HashSet<>();

    private long send;

    /** The file whose slices come now, and how much of it is written. */
    private String current = "";

    private long written;

    /** @param folder is there and empty */
    ReceivedFolder(Path folder, SendCall.Begin begin) throws IOException {
        this.folder = folder;
        this.key = key();
        this.importId = begin.importId();
        List<String> names = ImportedFolder.fileNames(begin.sizes().size() - 1);
        for (int i = 0; i < names.size(); i++) {
            sizeByName.put(names.get(i), begin.sizes().get(i));
        }
    }

    Path folder() {
        return folder;
    }

    private @Nullable Object key() throws IOException {
        return Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    /** Whether the folder is the one that was made. */
    private boolean isThere() throws IOException {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && Objects.equals(key, key());
    }

    /** Whether these are the histories of that import. */
    boolean isOf(long requested) {
        return importId == requested;
    }

    /** Whether a send of the same files may go on here: those that are whole are still there. */
    boolean fits(SendCall.Begin begin) throws IOException {
        if (!isOf(begin.importId()) || !List.copyOf(sizeByName.values()).equals(begin.sizes()) || !isThere()) {
            return false;
        }
        for (String name : whole) {
            Path file = folder.resolve(name);
            if (!Files.isRegularFile(file) || Files.size(file) != size(name)) {
                return false;
            }
        }
        return true;
    }

    /** Slices of that send come from now on, and of no other. */
    void begin(long begun) {
        send = begun;
        current = "";
        written = 0;
    }

    boolean isOfSend(long requested) {
        return send == requested;
    }

    /** The names of the files that need not be sent. */
    List<String> wholeNames() {
        return sizeByName.keySet().stream().filter(whole::contains).toList();
    }

    boolean isWhole() {
        return whole.size() == sizeByName.size();
    }

    /** How many files are still to be written. */
    int missingFiles() {
        return sizeByName.size() - whole.size();
    }

    /** What is still to be written. */
    long missingBytes() {
        return sizeByName.entrySet().stream()
                .filter(file -> !whole.contains(file.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private long size(String name) {
        return sizeByName.getOrDefault(name, 0L);
    }

    /**
     * Writes a slice. A file begins with its first byte, again if it was begun before.
     *
     * @throws IllegalArgumentException when it is of another file than those, or does not follow what was written of its file; nothing has
     *     changed then
     */
    void write(SendCall.Slice slice) throws IOException {
        String name = slice.file();
        if (!sizeByName.containsKey(name)) {
            throw new IllegalArgumentException(
                    "it is no file of these histories, and was not written; run one version of the product: file="
                            + name);
        }
        int bytes = slice.content().remaining();
        boolean isFirst = slice.offset() == 0;
        boolean follows = isFirst || name.equals(current) && slice.offset() == written;
        if (!follows || bytes == 0 || bytes > size(name) - slice.offset()) {
            throw new IllegalArgumentException(
                    "a slice does not follow what was written of its file; run the command again: file=" + name
                            + " offset=" + slice.offset() + " bytes=" + bytes + " sizeBytes=" + size(name)
                            + " written=" + (name.equals(current) ? written : 0));
        }
        Path part = folder.resolve(name + PART);
        try (FileChannel file = FileChannel.open(part, isFirst ? FIRST : NEXT)) {
            ByteBuffer content = slice.content().duplicate();
            long at = slice.offset();
            while (content.hasRemaining()) {
                at += file.write(content, at);
            }
        }
        current = name;
        written = slice.offset() + bytes;
        if (written == size(name)) {
            Path unused = Files.move(
                    part, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            whole.add(name);
        }
    }

    /** Removes the folder with all that is in it. */
    void remove() throws IOException {
        if (!isThere()) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
