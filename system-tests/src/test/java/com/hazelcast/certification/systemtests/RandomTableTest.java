package com.hazelcast.certification.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RandomTableTest {
    @TempDir
    private Path folder;

    private static RandomResult result(long seed, String group, String violations) {
        return new RandomResult(seed, "c0ffee", group, "setup", 9, 1_000, 990, 10, 3_000, 1_234, 70, violations);
    }

    @Test
    void shouldReadTheLineThatItWrites() throws IOException {
        RandomResult result = result(7, "2 members, 1 backup, heap", "lost=3 silent=1");

        assertThat(RandomResult.of(result.line())).isEqualTo(result);
        assertThat(RandomResult.HEADER.split("\t")).hasSameSizeAs(result.line().split("\t"));
    }

    @Test
    void shouldWriteARowForEachGroupAndNameTheSeeds() throws IOException {
        Path file = folder.resolve("results.md");
        List<String> head = List.of("<!-- faults: random -->", "| configuration |", "| --- |");
        Files.write(file, head);
        Files.write(
                file,
                List.of("| old | 1 |", "<!-- end of faults -->", "after"),
                java.nio.file.StandardOpenOption.APPEND);

        new RandomTable(file)
                .record(
                        List.of(
                                result(1, "2 members, 1 backup, heap", "-"),
                                result(2, "3 members, 1 backup, heap", "lost=3"),
                                result(3, "2 members, 1 backup, heap", "-"),
                                result(5, "2 members, 1 backup, heap", "-")),
                        "c0ffee");

        assertThat(Files.readAllLines(file))
                .startsWith(head.toArray(String[]::new))
                .endsWith(
                        "| 2 members, 1 backup, heap | 3 | 27 | 3,000 | 9,000 | 30 | 0 |",
                        "| 3 members, 1 backup, heap | 1 | 9 | 1,000 | 3,000 | 10 | 1 |",
                        "| all, at c0ffee | 4 | 36 | 4,000 | 12,000 | 40 | 1 |",
                        "",
                        "Seeds 1-3, 5. With violations: 2 (lost=3).",
                        "<!-- end of faults -->",
                        "after");
    }
}
