package com.hazelcast.certification.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.logs.LoggedLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedLinesTest {
    private static final long SECOND_NS = 1_000_000_000L;

    /** A file that cannot be used stays so for this long. */
    private static final int LOOKS = 150;

    @TempDir
    Path folder;

    private long nowNs;
    private long writtenS;

    private Path file() {
        return folder.resolve("names");
    }

    /** Each time with another time of change, whatever the file system's grain. */
    private void write(String text) throws IOException {
        Files.writeString(file(), text);
        Files.setLastModifiedTime(file(), FileTime.from(Instant.ofEpochSecond(1_000_000 + writtenS++)));
    }

    private NamedLines<String> lines() {
        return new NamedLines<>("key", "names", file(), columns -> columns[0], name -> name, () -> nowNs);
    }

    /** A look a second, as its users make. */
    private void look(NamedLines<String> lines) {
        for (int i = 0; i < LOOKS; i++) {
            boolean unused = lines.look();
            nowNs += SECOND_NS;
        }
    }

    @Test
    void shouldLogOnceAMinuteThatItsFileCannotBeUsed() throws IOException {
        write("one");
        NamedLines<String> lines = lines();
        try (LoggedLines logged = new LoggedLines(NamedLines.class)) {
            write("-");
            look(lines);

            assertThat(logged.messages())
                    .hasSize(3)
                    .allSatisfy(message -> assertThat(message).contains("key=" + file(), "line=1"));
            assertThat(lines.lines()).containsExactly("one");
        }
    }

    @Test
    void shouldLogAtOnceThatItsFileHasChangedAndCannotBeUsedEither() throws IOException {
        write("one");
        NamedLines<String> lines = lines();
        try (LoggedLines logged = new LoggedLines(NamedLines.class)) {
            write("-");
            boolean unusedFirst = lines.look();
            write("-");
            boolean unusedSecond = lines.look();
            Files.delete(file());
            boolean unusedThird = lines.look();

            assertThat(logged.messages()).hasSize(3);
            assertThat(logged.messages().get(2)).contains("key=" + file(), "NoSuchFileException");
        }
    }

    @Test
    void shouldLogAtOnceAFailureThatComesAgainAfterTheFileWasAsBefore() throws IOException {
        write("one");
        FileTime readAt = Files.getLastModifiedTime(file());
        NamedLines<String> lines = lines();
        try (LoggedLines logged = new LoggedLines(NamedLines.class)) {
            Files.delete(file());
            boolean unusedFirst = lines.look();
            Files.writeString(file(), "one");
            Files.setLastModifiedTime(file(), readAt);
            assertThat(lines.look()).isFalse();
            Files.delete(file());
            boolean unusedSecond = lines.look();

            assertThat(logged.messages()).hasSize(2);
        }
    }
}
