package com.hazelcast.certification.access;

import com.hazelcast.certification.chain.ChainVerifier;
import com.hazelcast.certification.chain.ChainedLine;
import com.hazelcast.certification.chain.HashChain;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/**
 * The file of an audit trail and those before it: {@code FILE}, {@code FILE.1}, ... up to {@value #FILES_MAX} files of at most some
 * {@value #SIZE_BYTES_MAX} bytes each; the oldest is removed. The chain goes on from file to file. What a crash left of a line that was never
 * acknowledged is cut off, and counted. Used by one thread at a time; blocks.
 */
final class AuditFile implements AutoCloseable {
    static final int FILES_MAX = 20;
    static final long SIZE_BYTES_MAX = 20L << 20;

    /** Longer than any line. */
    private static final int TAIL_BYTES = 32 << 10;

    private final Path file;
    private final long sizeBytesMax;
    private FileChannel channel;
    private String lastHash;
    private long cutBytes;

    /** @throws IOException when it cannot be used; says why */
    AuditFile(Path file, long sizeBytesMax) throws IOException {
        this.file = file;
        this.sizeBytesMax = sizeBytesMax;
        this.channel = open(file);
        this.lastHash = HashChain.START;
        try {
            lastHash = recover();
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static FileChannel open(Path file) throws IOException {
        if (!Files.exists(file)) {
            Path unused = Files.createFile(
                    file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----")));
        }
        FileChannel opened = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            FileLock lock = opened.tryLock();
            if (lock == null) {
                throw new IOException("another process writes it; give each member a file of its own");
            }
        } catch (OverlappingFileLockException e) {
            opened.close();
            throw new IOException("another member writes it; give each member a file of its own", e);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    /** Bytes of a line that was not whole, which were cut off when this was opened. */
    long cutBytes() {
        return cutBytes;
    }

    /** The hash of the last line, in this file or in the one before; cuts off what is no whole line. */
    private String recover() throws IOException {
        Optional<String> last = lastHash(channel);
        Path before = numbered(1);
        if (last.isPresent() || !Files.exists(before)) {
            return last.orElse(HashChain.START);
        }
        try (FileChannel older = FileChannel.open(before, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return lastHash(older).orElse(HashChain.START);
        }
    }

    /** The hash of a file's last line; empty: it has none. Of a file that has no such lines nothing is cut off. */
    private Optional<String> lastHash(FileChannel from) throws IOException {
        long begin = Math.max(0, from.size() - TAIL_BYTES);
        ByteBuffer bytes = ByteBuffer.allocate((int) (from.size() - begin));
        int unused = from.read(bytes, begin);
        byte[] tail = bytes.array();
        int end = tail.length;
        while (end > 0 && tail[end - 1] != '\n') {
            end--;
        }
        if (end == 0 && begin > 0) {
            throw new IOException("its last line is too long for one of this file; move the file away");
        }
        Optional<String> hash = Optional.empty();
        if (end > 0) {
            hash = Optional.of(hash(tail, end - 1));
        } else if (!ChainVerifier.ofPart().isBegin(text(tail, 0, tail.length))) {
            throw new IOException("it has no line of a chain; move the file away");
        }
        cutBytes += tail.length - end;
        FileChannel unusedChannel = from.truncate(begin + end);
        return hash;
    }

    /** The hash of the line that ends there. */
    private static String hash(byte[] tail, int lineEnd) throws IOException {
        int lineBegin = lineEnd;
        while (lineBegin > 0 && tail[lineBegin - 1] != '\n') {
            lineBegin--;
        }
        try {
            return ChainedLine.parse(text(tail, lineBegin, lineEnd)).hash();
        } catch (IllegalArgumentException e) {
            throw new IOException("its last line is no line of a chain; move the file away: " + e.getMessage(), e);
        }
    }

    private static String text(byte[] bytes, int begin, int end) {
        return new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
    }

    /** Appends contents as chained lines; when it returns, they are on disk. */
    void append(List<String> contents) throws IOException {
        StringBuilder text = new StringBuilder();
        String hash = lastHash;
        for (String content : contents) {
            ChainedLine line = ChainedLine.after(hash, content);
            text.append(line.text()).append('\n');
            hash = line.hash();
        }
        ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
        if (channel.size() > 0 && channel.size() + bytes.remaining() > sizeBytesMax) {
            rotate();
        }
        FileChannel unused = channel.position(channel.size());
        while (bytes.hasRemaining()) {
            int unusedCount = channel.write(bytes);
        }
        channel.force(false);
        lastHash = hash;
    }

    private void rotate() throws IOException {
        channel.close();
        for (int i = FILES_MAX - 1; i >= 1; i--) {
            Path from = i == 1 ? file : numbered(i - 1);
            if (Files.exists(from)) {
                Path unused = Files.move(from, numbered(i), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        channel = open(file);
    }

    private Path numbered(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
