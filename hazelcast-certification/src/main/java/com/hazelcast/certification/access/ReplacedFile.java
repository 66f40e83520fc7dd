package com.hazelcast.certification.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;

/**
 * Writes a file that people keep: beside it, and then into its place in one step. Whoever reads it, and whoever finds it after a full disk or
 * the end of the process, has the old content or the new one, whole. Pure.
 */
public final class ReplacedFile {
    private ReplacedFile() {}

    /**
     * Writes the content of a file. One that is there keeps owner, group and permissions, and so does a link that leads to it; a new one is
     * readable for its owner alone. Two at once: the later one stays.
     *
     * @throws IOException when the folder or the file cannot be written; what was there stays as it was
     */
    public static void write(Path file, byte[] content) throws IOException {
        boolean isThere = Files.exists(file);
        Path target = isThere ? file.toRealPath() : file.toAbsolutePath();
        // Made for its owner alone.
        Path written = Files.createTempFile(target.resolveSibling(""), "." + target.getFileName(), ".tmp");
        try {
            Files.write(written, content);
            if (isThere) {
                takeRights(target, written);
            }
            Files.move(written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    private static void takeRights(Path from, Path to) throws IOException {
        PosixFileAttributes old = Files.readAttributes(from, PosixFileAttributes.class);
        PosixFileAttributeView rights = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        PosixFileAttributes now = rights.readAttributes();
        if (!now.owner().equals(old.owner())) {
            rights.setOwner(old.owner());
        }
        if (!now.group().equals(old.group())) {
            rights.setGroup(old.group());
        }
        rights.setPermissions(old.permissions());
    }
}
