package com.hazelcast.certification.storage.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ReadOnlyDiskTest {
    private static final String NAME = "snapshot-1";

    private final OneFile disk = new OneFile("0123456789");

    private static final class OneFile extends ReadOnlyDisk {
        private final ByteBuffer bytes;

        OneFile(String text) {
            bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public List<String> list() {
            return List.of(NAME);
        }

        @Override
        public Input open(String name) {
            return fileOf(bytes);
        }

        @Override
        public long size(String name) {
            return bytes.limit();
        }

        @Override
        public String where() {
            return "here";
        }

        @Override
        public void close() {}
    }

    @Test
    void shouldRefuseWhateverWouldChangeAFile() {
        Map<String, ThrowingCallable> calls = Map.of(
                "create", () -> disk.create(NAME),
                "rename", () -> disk.rename(NAME, "other"),
                "delete", () -> disk.delete(NAME));
        calls.forEach((call, refused) -> assertThatThrownBy(refused)
                .as(call)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("these files are only read: call=" + call + " name=" + NAME + " folder=here"));
        assertThatThrownBy(disk::sync)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("call=sync");
    }

    @Test
    void shouldReadAFileInMemoryFromEachOffsetAsFarAsItGoes() throws IOException {
        assertThat(read(0, 4)).isEqualTo("0123");
        assertThat(read(8, 4)).isEqualTo("89");
        assertThat(read(10, 4)).isEmpty();
        assertThat(read(11, 4)).isEmpty();
        assertThat(disk.open(NAME).size()).isEqualTo(10);
    }

    /** Twice from one file: reading does not move it. */
    private String read(long offset, int count) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(count);
        int read = disk.open(NAME).read(into, offset);
        assertThat(into.position()).isEqualTo(read);
        return new String(into.array(), 0, read, StandardCharsets.US_ASCII);
    }
}
