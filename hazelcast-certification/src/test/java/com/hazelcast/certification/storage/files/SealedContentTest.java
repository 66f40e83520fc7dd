package com.hazelcast.certification.storage.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.storage.files.FileHead.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contents that are encrypted as a whole: what comes back is what went in, or an error. */
class SealedContentTest {
    @TempDir
    private Path folder;

    private DataKey key(String digit) throws IOException {
        return DataKey.read(Files.writeString(folder.resolve(digit), digit.repeat(64)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1 << 20, (1 << 20) + 1, 3_500_000})
    void shouldOpenWhatWasSealed(int sizeBytes) throws IOException {
        byte[] content = new byte[sizeBytes];
        new Random(sizeBytes).nextBytes(content);

        byte[] file = SealedContent.seal(Kind.RULES, content, key("a"));

        assertThat(SealedContent.isSealed(Kind.RULES, file)).isTrue();
        assertThat(SealedContent.open(Kind.RULES, file, Optional.of(key("a")))).isEqualTo(content);
        assertThatThrownBy(() -> SealedContent.open(Kind.RULES, file, Optional.empty()))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("data-key-file");
        assertThatThrownBy(() -> SealedContent.open(Kind.RULES, file, Optional.of(key("b"))))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("another key");
    }

    @Test
    void shouldOpenWhatWasWrittenWithoutAKey() throws IOException {
        byte[] plain = "{\"version\": 1}".getBytes(StandardCharsets.UTF_8);

        assertThat(SealedContent.isSealed(Kind.RULES, plain)).isFalse();
        assertThat(SealedContent.open(Kind.RULES, plain, Optional.of(key("a")))).isEqualTo(plain);
    }

    @Test
    void shouldOpenNothingThatIsDamagedOrCut() throws IOException {
        byte[] file = SealedContent.seal(Kind.RULES, "4000123412341234".getBytes(StandardCharsets.UTF_8), key("a"));
        // Behind the four bytes that say that it is encrypted.
        for (int at = Integer.BYTES; at < file.length; at++) {
            byte[] damaged = file.clone();
            damaged[at] ^= 4;
            assertThatThrownBy(() -> SealedContent.open(Kind.RULES, damaged, Optional.of(key("a"))))
                    .as("byte %d", at)
                    .isInstanceOf(IOException.class);
            byte[] cut = Arrays.copyOf(file, at);
            assertThatThrownBy(() -> SealedContent.open(Kind.RULES, cut, Optional.of(key("a"))))
                    .as("length %d", at)
                    .isInstanceOf(IOException.class);
        }
    }
}
