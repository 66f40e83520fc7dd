package com.hazelcast.certification.storage.files;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a key fits a folder. Of one that had no key at first, only the files that were written since are encrypted. Stateless; reads
 * heads of files, and frames until it has decrypted one.
 */
public final class KeyCheck {
    private KeyCheck() {}

    /**
     * Requires that one of the frames that are encrypted can be decrypted, if there are any. What is damaged is left to whoever reads all.
     *
     * @param kinds of the files of that disk, by name
     * @throws StorageException when none can be: there is no key, or it is another one; says what to do
     */
    public static void require(Disk disk, Map<String, FileHead.Kind> kinds, Optional<DataKey> key) {
        StorageException failure = null;
        for (Map.Entry<String, FileHead.Kind> file : kinds.entrySet()) {
            try {
                if (isDecrypted(disk, file.getKey(), file.getValue(), key)) {
                    return;
                }
            } catch (StorageException e) {
                failure = failure == null ? unfit(disk, file.getKey(), e) : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static StorageException unfit(Disk disk, String name, StorageException why) {
        return new StorageException(
                "some of the data folder " + disk.where()
                        + " is encrypted and cannot be read, so nothing of it is used: " + name + ": "
                        + why.getMessage(),
                why);
    }

    /** False also where nothing can be read: whoever reads the whole file finds that, and says what it means. */
    private static boolean isDecrypted(Disk disk, String name, FileHead.Kind kind, Optional<DataKey> key) {
        try (Disk.Input in = disk.open(name)) {
            FileHead head = FileHead.read(in, kind);
            return head.isSealed()
                    && new Frames(head, key)
                            .read(in, FileHead.SIZE_BYTES)
                            .payload()
                            .isPresent();
        } catch (IOException e) {
            return false;
        }
    }
}
