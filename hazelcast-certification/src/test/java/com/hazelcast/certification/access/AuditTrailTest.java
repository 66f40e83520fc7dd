package com.hazelcast.certification.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.chain.ChainVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class AuditTrailTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-25T16:00:00Z"), ZoneOffset.UTC);
    private static final AuditEvent EVENT =
            new AuditEvent("anna", "analyst", "10.0.0.7", "look-up", "400022****7531", "by number", "found");

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("audit.jsonl");
    }

    private AuditTrail open() {
        return AuditTrail.open(Optional.of(file()), CLOCK);
    }

    private void assertGood(List<String> lines, int count) {
        ChainVerifier verifier = ChainVerifier.fromStart();
        lines.forEach(verifier::accept);
        assertThat(verifier.broken()).isEmpty();
        assertThat(verifier.lines()).isEqualTo(count);
    }

    @Test
    void shouldHaveWrittenAnEventWhenItReturns() throws IOException {
        try (AuditTrail trail = open()) {
            trail.write(EVENT);
            assertThat(Files.readAllLines(file()))
                    .singleElement()
                    .asString()
                    .endsWith(
                            "\"time\":\"2026-11-25T16:00:00Z\",\"user\":\"anna\",\"role\":\"analyst\",\"from\":\"10.0.0.7\","
                                    + "\"what\":\"look-up\",\"card\":\"400022****7531\",\"detail\":\"by number\",\"result\":\"found\"}");
        }
    }

    @Test
    void shouldGoOnWithTheChainAndCutOffWhatACrashLeftOfALine() throws IOException {
        try (AuditTrail trail = open()) {
            trail.write(EVENT);
        }
        Files.writeString(file(), "{\"previous\":\"", StandardOpenOption.APPEND);
        try (AuditTrail trail = open()) {
            trail.write(EVENT);
            trail.offer(EVENT);
        }
        List<String> lines = Files.readAllLines(file());
        assertGood(lines, 4);
        assertThat(lines.get(1))
                .contains("\"what\":\"cut-off\"", "13 bytes of it were cut off", "\"result\":\"cut_off\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello\n", "hello\nworld", "hello", "{\"previous\":1"})
    void shouldNotGoOnWithWhatIsNoChain(String content) throws IOException {
        Files.writeString(file(), content);
        assertThatThrownBy(this::open)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("audit-log=" + file())
                .hasMessageContaining("move the file away");
        assertThat(Files.readString(file())).isEqualTo(content);
    }

    @Test
    void shouldRefuseAFileThatAnotherWrites() {
        try (AuditTrail first = open()) {
            first.write(EVENT);
            assertThatThrownBy(this::open).hasMessageContaining("give each member a file of its own");
        }
    }

    @Test
    void shouldRefuseAnEventThatCannotBeWrittenAndSayLaterHowManyWereLost() throws IOException {
        Path moved = folder.resolve("moved");
        Path inside = Files.createDirectory(folder.resolve("disk")).resolve("audit.jsonl");
        AuditFile[] full = {new AuditFile(inside, AuditFile.SIZE_BYTES_MAX)};
        full[0].close();
        assertThatThrownBy(() -> full[0].append(List.of("{\"a\":1}"))).isInstanceOf(IOException.class);
        try (AuditTrail trail = AuditTrail.open(Optional.of(inside), CLOCK)) {
            trail.write(EVENT);
            // The writer is interrupted in its file, as by a disk that is gone, and there is no folder to open it in
            // again.
            trail.breakFile();
            Files.move(inside.getParent(), moved);
            assertThatThrownBy(() -> trail.write(EVENT))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("this is refused")
                    .hasMessageContaining("audit-log=" + inside);
            Files.move(moved, inside.getParent());
            trail.write(EVENT);
        }
        List<String> lines = Files.readAllLines(inside);
        assertGood(lines, 3);
        assertThat(lines.get(1)).contains("1 events were not written");
    }

    @Test
    void shouldBeginAnotherFileAndKeepABoundedNumber() throws IOException {
        List<String> lines = new ArrayList<>();
        int files = AuditFile.FILES_MAX + 3;
        try (AuditFile out = new AuditFile(file(), 100)) {
            for (int i = 0; i < files; i++) {
                out.append(List.of("{\"n\":" + i + "}"));
            }
        }
        for (int i = AuditFile.FILES_MAX - 1; i >= 1; i--) {
            lines.addAll(Files.readAllLines(folder.resolve("audit.jsonl." + i)));
        }
        lines.addAll(Files.readAllLines(file()));
        ChainVerifier verifier = ChainVerifier.ofPart();
        lines.forEach(verifier::accept);
        assertThat(verifier.broken()).isEmpty();
        assertThat(lines).hasSize(AuditFile.FILES_MAX);
        try (var all = Files.list(folder)) {
            assertThat(all).hasSize(AuditFile.FILES_MAX);
        }
    }
}
