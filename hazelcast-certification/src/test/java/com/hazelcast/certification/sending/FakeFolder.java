package com.hazelcast.certification.sending;

import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.importing.ShardTotals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Folders that have the files of histories, and anything in them: a send does not look into files. */
public final class FakeFolder {
    private FakeFolder() {}

    /** A folder whose files are a byte longer one after the other, from so many bytes on. */
    public static ImportedFolder write(Path folder, long importId, int shardCount, int bytes) throws IOException {
        Files.createDirectories(folder);
        List<String> names = ImportedFolder.fileNames(shardCount);
        Random random = new Random(importId);
        for (int i = 0; i < names.size(); i++) {
            byte[] content = new byte[bytes + i];
            random.nextBytes(content);
            Files.write(folder.resolve(names.get(i)), content);
        }
        ShardTotals none = new ShardTotals(0, 0, 0, 0, 0, 0, 0, 0, Long.MAX_VALUE, Long.MIN_VALUE);
        return new ImportedFolder(folder, new ImportedFolder.Manifest(1, importId, shardCount, "", 0, 0, 0, none));
    }
}
