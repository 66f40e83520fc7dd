package com.hazelcast.certification.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.storage.files.FolderDisk;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file with the life of a data folder: whole, missing, cut off, changed. */
class LifeFileTest {
    private static final Life LIFE =
            new Life(UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e"), Instant.parse("2026-11-28T13:28:06Z"));

    @TempDir
    private Path folder;

    private FolderDisk disk;
    private LifeFile file;

    @BeforeEach
    void open() {
        disk = FolderDisk.open(folder);
        file = new LifeFile(disk);
    }

    @AfterEach
    void close() {
        disk.close();
    }

    @Test
    void shouldReadWhatWasWrittenAndLeaveNothingElse() throws IOException {
        file.write(LIFE);

        assertThat(new LifeFile(disk).read()).contains(LIFE);
        assertThat(disk.list()).containsExactly("life");
        assertThat(folder.resolve("life"))
                .hasContent("fraud-life 1\n0f8fad5b-d9cb-469f-a165-70867728950e since 2026-11-28T13:28:06Z\ncrc32c "
                        + "d473fa4f\n");
    }

    @Test
    void shouldHaveNoLifeWithoutAFileAndAfterAWriteThatWasCutOff() throws IOException {
        assertThat(file.read()).isEmpty();
        Files.writeString(folder.resolve("life.unfinished"), "fraud-li");

        assertThat(file.read()).isEmpty();
        file.write(LIFE);
        assertThat(file.read()).contains(LIFE);
    }

    @Test
    void shouldRefuseAFileOfAnyOtherLength() throws IOException {
        file.write(LIFE);
        byte[] whole = Files.readAllBytes(folder.resolve("life"));
        for (int length = 0; length < whole.length; length++) {
            Files.write(folder.resolve("life"), Arrays.copyOf(whole, length));
            assertIsRefused("move the folder away: sizeBytes=" + length);
        }
        Files.write(folder.resolve("life"), Arrays.copyOf(whole, whole.length + 1));
        assertIsRefused("it is damaged");
    }

    @Test
    void shouldRefuseAFileWithAnyBitFlipped() throws IOException {
        file.write(LIFE);
        byte[] whole = Files.readAllBytes(folder.resolve("life"));
        for (int bit = 0; bit < whole.length * Byte.SIZE; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            Files.write(folder.resolve("life"), flipped);
            assertIsRefused("it is damaged");
        }
    }

    @Test
    void shouldSayOfWhichFormatAFileIs() throws IOException {
        Files.writeString(folder.resolve("life"), "fraud-life 2\nwhatever\ncrc32c ed6b64fa\n");

        assertIsRefused("it is of format 2, and this release reads format 1; start the release that wrote it");
    }

    private void assertIsRefused(String why) {
        assertThatThrownBy(file::read)
                .isInstanceOf(StorageException.class)
                .hasMessageContaining(why)
                .hasMessageContaining("data-dir=" + folder);
    }

    @Test
    void shouldGiveEachLifeAnIdentityOfItsOwn() {
        Life one = Life.fresh(Clock.systemUTC());

        assertThat(Life.parse(one.toString())).contains(one);
        assertThat(Life.fresh(Clock.systemUTC()).id()).isNotEqualTo(one.id());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0f8fad5b-d9cb-469f-a165-70867728950e",
                "0f8fad5b-d9cb-469f-a165-70867728950e since yesterday",
                "------------------------------------ since 2026-11-28T13:28:06Z",
            })
    void shouldTakeNoOtherTextForALife(String text) {
        assertThat(Life.parse(text)).isEqualTo(Optional.empty());
    }
}
