package com.hazelcast.certification.life;

import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The file {@value #NAME} of a data folder. It says of which life of the cluster the folder is, as text that people can read; it is not encrypted,
 * because it has nothing of cards:
 *
 * <pre>
 * fraud-life 1
 * ID since TIME
 * crc32c OF-THE-LINES-BEFORE
 * </pre>
 *
 * <p>It is there before the first copy of a shard, and never changes. A folder of an earlier release has none. Used by one thread at a time.
 */
final class LifeFile {
    static final String NAME = "life";
    private static final String UNFINISHED = NAME + ".unfinished";
    private static final String FORMAT_VERSION = "1";

    /** A longer file is no file of a life. */
    private static final int SIZE_BYTES_MAX = 1_024;

    private static final Pattern CONTENT =
            Pattern.compile("(fraud-life (\\d{1,6})\n([^\n]*)\n)crc32c ([0-9a-f]{8})\n", Pattern.DOTALL);

    private final Disk disk;

    LifeFile(Disk disk) {
        this.disk = disk;
    }

    /**
     * The life that the folder is of; empty: it has no such file.
     *
     * @throws StorageException when it cannot be read, or is damaged; says what to do
     */
    Optional<Life> read() {
        try {
            return disk.list().contains(NAME) ? Optional.of(parse(content())) : Optional.empty();
        } catch (IOException e) {
            throw new StorageException(
                    "the file with the life of the cluster of the data folder cannot be used: data-dir=" + disk.where()
                            + " file=" + NAME + ": " + e.getMessage(),
                    e);
        }
    }

    private String content() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SIZE_BYTES_MAX);
        try (Disk.Input in = disk.open(NAME)) {
            int unused = in.read(bytes, 0);
        }
        return StandardCharsets.ISO_8859_1.decode(bytes.flip()).toString();
    }

    private static Life parse(String content) throws IOException {
        Matcher found = CONTENT.matcher(content);
        if (!found.matches() || !crc(found.group(1)).equals(found.group(4))) {
            throw new IOException(
                    "it is damaged; if you are sure that the folder is of this cluster, delete the file, else move the folder away: sizeBytes="
                            + content.length());
        }
        if (!found.group(2).equals(FORMAT_VERSION)) {
            throw new IOException("it is of format " + found.group(2) + ", and this release reads format "
                    + FORMAT_VERSION + "; start the release that wrote it");
        }
        return Life.parse(found.group(3)).orElseThrow(() -> new IOException("it has no identity: " + found.group(3)));
    }

    /** Returns when it is on the disk. */
    void write(Life life) throws IOException {
        String lines = "fraud-life " + FORMAT_VERSION + "\n" + life + "\n";
        byte[] content = (lines + "crc32c " + crc(lines) + "\n").getBytes(StandardCharsets.ISO_8859_1);
        try (Disk.Output out = disk.create(UNFINISHED)) {
            out.write(ByteBuffer.wrap(content), 0);
            out.sync();
        }
        disk.rename(UNFINISHED, NAME);
        disk.sync();
    }

    private static String crc(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.ISO_8859_1));
        return String.format("%08x", crc.getValue());
    }
}
