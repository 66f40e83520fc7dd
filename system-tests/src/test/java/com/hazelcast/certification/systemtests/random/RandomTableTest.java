package com.hazelcast.certification.systemtests.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RandomTableTest {
    private static final String COMMAND = "`system-tests/run random --seeds N --again`";

    @TempDir
    private Path folder;

    private static RandomResult result(long seed, String commit, String group, String violations) {
        return new RandomResult(
                seed,
                commit,
                group,
                "setup",
                9,
                1_000,
                990,
                10,
                3_000,
                1_234,
                70,
                violations,
                2,
                "2026-11-" + (20 + seed),
                "Linux");
    }

    @Test
    void shouldReadTheLineThatItWrites() throws IOException {
        RandomResult result = result(7, "c0ffee", "2 members, 1 backup, heap", "lost=3 silent=1");

        assertThat(RandomResult.of(result.line())).isEqualTo(result);
        assertThat(RandomResult.HEADER.split("\t")).hasSameSizeAs(result.line().split("\t"));
    }

    @Test
    void shouldWriteARowForEachGroupAndNameTheSeeds() throws IOException {
        Path file = folder.resolve("results.md");
        List<String> head = List.of("<!-- faults: random -->", "| configuration |", "| --- |");
        Files.write(file, head);
        Files.write(file, List.of("| old | 1 |", "<!-- end of faults -->", "after"), StandardOpenOption.APPEND);

        RandomList results = new RandomList(folder.resolve("lists/results.tsv"));
        results.append(result(5, "c0ffee", "2 members, 1 backup, heap", "-"));
        results.append(result(2, "c0ffee", "3 members, 1 backup, heap", "lost=3"));
        results.append(result(4, "c0ffee", "3 members, 1 backup, heap", "silent=1"));
        results.append(result(3, "decade", "2 members, 1 backup, heap", "-"));
        results.append(result(1, "c0ffee", "2 members, 1 backup, heap", "-"));
        results.append(result(2, "decade", "3 members, 1 backup, heap", "-"));
        new RandomTable(file).record(results.read());

        assertThat(Files.readAllLines(file))
                .startsWith(head.toArray(String[]::new))
                .endsWith(
                        "| 2 members, 1 backup, heap | 3 | 27 | 3,000 | 9,000 | 30 | 0 | " + COMMAND
                                + " | 2 commits, each in its row | 2026-11-21 to 2026-11-25 | Linux |",
                        "| 3 members, 1 backup, heap | 2 | 18 | 2,000 | 6,000 | 20 | 1 | " + COMMAND
                                + " | 2 commits, each in its row | 2026-11-22 to 2026-11-24 | Linux |",
                        "| seeds 1, 4-5 | 3 | 27 | 3,000 | 9,000 | 30 | 1 | " + COMMAND
                                + " | c0ffee | 2026-11-21 to 2026-11-25 | Linux |",
                        "| seeds 2-3 | 2 | 18 | 2,000 | 6,000 | 20 | 0 | " + COMMAND
                                + " | decade | 2026-11-22 to 2026-11-23 | Linux |",
                        "| all | 5 | 45 | 5,000 | 15,000 | 50 | 1 | " + COMMAND
                                + " | 2 commits, each in its row | 2026-11-21 to 2026-11-25 | Linux |",
                        "",
                        "4 seeds ended without a violation; 500 were required. 10 times a member was killed while it"
                                + " delivered its shards after a merge.",
                        "",
                        "Runs of the list with a violation: 2. In its last run, too: seed 4 at c0ffee (silent=1).",
                        "",
                        "N is a seed of the row. Run it at its commit.",
                        "<!-- end of faults -->",
                        "after");
    }

    @Test
    void shouldSayThatEachSeedWithAViolationHadNoneInItsLastRun() throws IOException {
        Path file = folder.resolve("results.md");
        Files.write(
                file,
                List.of(
                        "<!-- faults: random -->",
                        "| configuration |",
                        "| --- |",
                        "| old | 1 |",
                        "<!-- end of faults -->"));
        RandomList results = new RandomList(folder.resolve("results.tsv"));
        results.append(result(2, "c0ffee", "3 members, 1 backup, heap", "lost=3"));
        results.append(result(2, "decade", "3 members, 1 backup, heap", "-"));
        new RandomTable(file).record(results.read());

        assertThat(Files.readAllLines(file))
                .contains("Runs of the list with a violation: 1. In its last run none of these seeds had one.");
    }

    @Test
    void shouldReadListsThatWerePutBehindOneAnother() throws IOException {
        RandomList results = new RandomList(folder.resolve("results.tsv"));
        RandomResult first = result(1, "c0ffee", "2 members, 1 backup, heap", "-");
        String withoutDate = first.line().replaceFirst("\\t[^\\t]*\\t[^\\t]*$", "");
        String withoutKills = withoutDate.substring(0, withoutDate.lastIndexOf('\t'));
        RandomResult second = result(1, "decade", "2 members, 1 backup, heap", "-");
        results.append(first);
        Files.write(
                results.file(),
                List.of(RandomResult.HEADER, withoutKills, withoutDate, second.line()),
                StandardOpenOption.APPEND);

        assertThat(results.read())
                .containsOnly(Map.entry(
                        1L, List.of(first, RandomResult.of(withoutKills), RandomResult.of(withoutDate), second)));
        assertThat(RandomResult.of(withoutKills).killsInDelivery()).isZero();
        assertThat(RandomResult.of(withoutDate).killsInDelivery()).isEqualTo(2);
        assertThat(RandomResult.of(withoutDate).date()).isEqualTo("–");
    }
}
