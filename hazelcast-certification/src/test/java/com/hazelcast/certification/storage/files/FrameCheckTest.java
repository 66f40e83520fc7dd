package com.hazelcast.certification.storage.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damages a file at every place: its frame is named, and no other. */
class FrameCheckTest {
    private static final int[] PAYLOADS = {40, 1, 0, 300, 7};

    @TempDir
    private Path folder;

    private final Random random = new Random(5);

    /** Where frames begin, and behind them the end of the file. */
    private final List<Integer> borders = new ArrayList<>();

    private byte[] file = {};

    @BeforeEach
    void write() throws Exception {
        Path key = Files.writeString(folder.resolve("key"), "a".repeat(64));
        FileHead head = FileHead.fresh(FileHead.Kind.LOG, true);
        Frames frames = new Frames(head, Optional.of(DataKey.read(key)));
        ByteBuffer bytes = ByteBuffer.allocate(1_000).put(head.toBytes());
        for (int size : PAYLOADS) {
            borders.add(bytes.position());
            byte[] payload = new byte[size];
            random.nextBytes(payload);
            bytes.put(frames.frame(ByteBuffer.wrap(payload), bytes.position()));
        }
        borders.add(bytes.position());
        file = Arrays.copyOf(bytes.array(), bytes.position());
    }

    /** As the bytes come from a disk: in parts of any size. */
    private FrameCheck check(byte[] bytes) {
        FrameCheck check = new FrameCheck(FileHead.Kind.LOG);
        for (int at = 0; at < bytes.length; ) {
            int count = Math.min(bytes.length - at, 1 + random.nextInt(50));
            check.accept(ByteBuffer.wrap(bytes, at, count));
            at += count;
        }
        return check;
    }

    /** The begin of the frame that has that place; of the head: 0. */
    private long begin(int at) {
        return borders.stream()
                .filter(border -> border <= at)
                .reduce((one, other) -> other)
                .orElse(0);
    }

    @Test
    void shouldFindNothingInAWholeFile() {
        FrameCheck check = check(file);

        assertThat(check.damagedAt()).isEmpty();
        assertThat(check.isSealed()).isTrue();
    }

    @Test
    void shouldNameTheFrameOfEachFlippedBit() {
        for (int at = 0; at < file.length; at++) {
            byte[] damaged = file.clone();
            damaged[at] ^= (byte) (1 << random.nextInt(8));

            FrameCheck check = check(damaged);

            assertThat(check.damagedAt()).as("byte %d", at).isEqualTo(OptionalLong.of(begin(at)));
            boolean isBody = begin(at) > 0 && at >= begin(at) + Frames.HEAD_SIZE_BYTES;
            boolean isLast = begin(at) == borders.get(PAYLOADS.length - 1);
            if (isBody || isLast) {
                assertThat(check.isDamagedWithin()).as("byte %d", at).isEqualTo(!isLast);
            }
        }
    }

    @Test
    void shouldNameTheFrameThatIsCutOff() {
        for (int length = 0; length < file.length; length++) {
            FrameCheck check = check(Arrays.copyOf(file, length));

            boolean isAtBorder = borders.contains(length);
            assertThat(check.damagedAt())
                    .as("length %d", length)
                    .isEqualTo(isAtBorder ? OptionalLong.empty() : OptionalLong.of(begin(length)));
            assertThat(check.isDamagedWithin()).isFalse();
        }
    }
}
