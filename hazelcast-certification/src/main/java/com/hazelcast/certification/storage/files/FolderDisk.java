package com.hazelcast.certification.storage.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder of the file system, locked for this process. Thread-safe. */
public final class FolderDisk implements Disk {
    private static final String LOCK_FILE = "in-use.lock";
    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rwx------");

    private final Path folder;
    private final @Nullable FileChannel lockFile;

    private FolderDisk(Path folder, @Nullable FileChannel lockFile) {
        this.folder = folder;
        this.lockFile = lockFile;
    }

    /**
     * The folder, which is made if it is not there.
     *
     * @throws StorageException when it cannot be used, or another process uses it; says what to do
     */
    public static FolderDisk open(Path folder) {
        try {
            createPrivate(folder);
            FileChannel lockFile =
                    FileChannel.open(folder.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(lockFile) == null) {
                lockFile.close();
                throw new StorageException(
                        "another process uses the data folder; give each member one of its own: data-dir=" + folder);
            }
            return new FolderDisk(folder, lockFile);
        } catch (IOException e) {
            throw new StorageException(
                    "the data folder cannot be used; check that it is a folder that this user may write to: data-dir="
                            + folder + ": " + e,
                    e);
        }
    }

    /** Makes a folder, if there is none, that only this user may enter, where the file system has permissions: it gets card numbers. */
    public static void createPrivate(Path folder) throws IOException {
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNER));
        } else {
            Files.createDirectories(folder);
        }
    }

    /** A folder that is not locked, because it is only read. */
    public static FolderDisk toRead(Path folder) {
        return new FolderDisk(folder, null);
    }

    private static @Nullable FileLock tryLock(FileChannel lockFile) throws IOException {
        try {
            return lockFile.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public List<String> list() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !name.equals(LOCK_FILE))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public Output create(String name) throws IOException {
        return new ChannelOutput(FileChannel.open(
                folder.resolve(name),
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE));
    }

    @Override
    public Input open(String name) throws IOException {
        return new ChannelInput(FileChannel.open(folder.resolve(name), StandardOpenOption.READ));
    }

    @Override
    public long size(String name) throws IOException {
        return Files.size(folder.resolve(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        try {
            Files.move(
                    folder.resolve(from),
                    folder.resolve(to),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException("the file system of " + folder + " cannot rename a file in one step", e);
        }
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(folder.resolve(name));
    }

    @Override
    public void sync() throws IOException {
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        }
    }

    @Override
    public String where() {
        return folder.toString();
    }

    @Override
    public void close() {
        if (lockFile == null) {
            return;
        }
        try {
            lockFile.close();
        } catch (IOException e) {
            throw new StorageException("the lock of the data folder could not be given back: data-dir=" + folder, e);
        }
    }

    private record ChannelOutput(FileChannel channel) implements Output {
        @Override
        public void write(ByteBuffer bytes, long offset) throws IOException {
            long at = offset;
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
        }

        @Override
        public void sync() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private record ChannelInput(FileChannel channel) implements Input {
        @Override
        public int read(ByteBuffer into, long offset) throws IOException {
            int total = 0;
            while (into.hasRemaining()) {
                int read = channel.read(into, offset + total);
                if (read < 0) {
                    break;
                }
                total += read;
            }
            return total;
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
