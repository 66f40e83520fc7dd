package com.hazelcast.certification.storage;

import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.FileHead;
import com.hazelcast.certification.storage.files.Frames;
import com.hazelcast.certification.storage.files.ReadOnlyDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a member's folder in a backup, as they were when the backup was made: those that its manifest names, each of the size that it has
 * there. What is missing of one reads as zeros, which are no frame. Behind the last log file there is one more, in memory, that says that all
 * before it was on the disk: so an end of the log that is missing is not taken for one that was being written. Thread-safe.
 */
final class BackupDisk extends ReadOnlyDisk {
    private static final Pattern LOG_FILE = Pattern.compile(LogFiles.PREFIX + "(\\d{1,18})" + LogFiles.SUFFIX);

    private final Disk folder;
    private final BackupManifest manifest;
    private final String endName;
    private final ByteBuffer end = end();

    /** @param folder is closed with this */
    BackupDisk(Disk folder, BackupManifest manifest) {
        this.folder = folder;
        this.manifest = manifest;
        long last = manifest.files().stream()
                .map(file -> LOG_FILE.matcher(file.name()))
                .filter(Matcher::matches)
                .map(MatchResult::group)
                .mapToLong(BackupDisk::number)
                .max()
                .orElse(0);
        this.endName = LogFiles.name(last + 1);
    }

    private static long number(String logFile) {
        return Long.parseLong(logFile.substring(LogFiles.PREFIX.length(), logFile.length() - LogFiles.SUFFIX.length()));
    }

    /** A log file without records, whose one frame says that all before it was on the disk. */
    private static ByteBuffer end() {
        FileHead head = FileHead.fresh(FileHead.Kind.LOG, false);
        ByteBuffer promise = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(ChangeLog.ALL)
                .putLong(ChangeLog.ALL)
                .flip();
        ByteBuffer frame = new Frames(head, Optional.empty()).frame(promise, FileHead.SIZE_BYTES);
        return ByteBuffer.allocate(FileHead.SIZE_BYTES + frame.remaining())
                .put(head.toBytes())
                .put(frame)
                .flip();
    }

    @Override
    public List<String> list() {
        return Stream.concat(manifest.files().stream().map(BackupManifest.File::name), Stream.of(endName))
                .toList();
    }

    @Override
    public Input open(String name) throws IOException {
        if (name.equals(endName)) {
            return fileOf(end.asReadOnlyBuffer());
        }
        long sizeBytes = size(name);
        try {
            return new Padded(folder.open(name), sizeBytes);
        } catch (NoSuchFileException e) {
            throw new IOException("it is missing", e);
        }
    }

    @Override
    public long size(String name) throws IOException {
        return name.equals(endName)
                ? end.limit()
                : manifest.file(name)
                        .orElseThrow(() -> new NoSuchFileException(name))
                        .sizeBytes();
    }

    @Override
    public String where() {
        return folder.where();
    }

    @Override
    public void close() {
        folder.close();
    }

    /** A file that has so many bytes, or is read as if it had. */
    private record Padded(Input file, long sizeBytes) implements Input {
        @Override
        public int read(ByteBuffer into, long offset) throws IOException {
            int count = (int) Math.max(0, Math.min(into.remaining(), sizeBytes - offset));
            ByteBuffer part = into.slice(into.position(), count);
            int unused = file.read(part, offset);
            while (part.hasRemaining()) {
                part.put((byte) 0);
            }
            into.position(into.position() + count);
            return count;
        }

        @Override
        public long size() {
            return sizeBytes;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
