package com.hazelcast.certification.bench.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskUseTest {
    @TempDir
    Path folder;

    @Test
    void shouldTellLogFromSnapshots() throws Exception {
        Files.write(folder.resolve("log-000000000001.log"), new byte[100]);
        Files.write(folder.resolve("shard-7-1.snapshot"), new byte[40]);
        Files.write(folder.resolve("life"), new byte[2]);

        DiskUse use = DiskUse.of(folder);

        assertThat(use).isEqualTo(new DiskUse(42, 100));
        assertThat(use.bytes()).isEqualTo(142);
    }
}
