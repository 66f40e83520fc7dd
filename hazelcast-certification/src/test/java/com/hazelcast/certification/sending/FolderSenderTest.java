package com.hazelcast.certification.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.importing.ImportedFolder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two members in this process, which are sent two shards and a manifest of two and a half slices each. */
class FolderSenderTest {
    private static final int SHARDS = 2;
    private static final int FILE_BYTES = SendCall.SLICE_BYTES_MAX * 5 / 2;
    private static final int SLICES_PER_FILE = 3;
    private static final long IMPORT = 0xabc;

    @TempDir
    Path folder;

    private final Map<String, SentHistories> there = new LinkedHashMap<>();
    private final List<String> parts = new ArrayList<>();
    private final List<Long> progress = new ArrayList<>();
    private long ofBytes;

    /** Receives how many parts there were before each. */
    private IntConsumer beforePart = count -> {};

    private ImportedFolder imported;

    private final FolderSender.Members<String> members = new FolderSender.Members<>() {
        @Override
        public Collection<String> now() {
            return List.copyOf(there.keySet());
        }

        @Override
        public Future<String> ask(String member, String part) {
            beforePart.accept(parts.size());
            parts.add(part);
            SentHistories sent = there.get(member);
            try {
                return CompletableFuture.completedFuture(sent == null ? "" : sent.take(part));
            } catch (RuntimeException e) {
                return CompletableFuture.failedFuture(e);
            }
        }

        @Override
        public Optional<String> answer(String member, Future<String> asked) {
            try {
                return there.containsKey(member) ? Optional.of(asked.get()) : Optional.empty();
            } catch (ExecutionException e) {
                throw new IllegalStateException(member + ": " + e.getCause().getMessage(), e.getCause());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    };

    @BeforeEach
    void start() throws IOException {
        imported = FakeFolder.write(folder.resolve("imported"), IMPORT, SHARDS, FILE_BYTES);
        join("a", Long.MAX_VALUE);
        join("b", Long.MAX_VALUE);
    }

    private void join(String member, long freeBytes) {
        try {
            Path own = Files.createDirectories(folder.resolve(member));
            there.put(member, new SentHistories(own, "sent-", 1, where -> freeBytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void send(long send) throws IOException {
        new FolderSender<>(imported, send, members, (bytes, of) -> {
                    progress.add(bytes);
                    ofBytes = of;
                })
                .run();
    }

    private long allBytes() throws IOException {
        long all = 0;
        for (String name : ImportedFolder.fileNames(SHARDS)) {
            all += Files.size(imported.folder().resolve(name));
        }
        return all;
    }

    private void assertHasAll(String member) throws IOException {
        Path received = there.get(member).folder(IMPORT);
        for (String name : ImportedFolder.fileNames(SHARDS)) {
            assertThat(received.resolve(name))
                    .hasSameBinaryContentAs(imported.folder().resolve(name));
        }
    }

    @Test
    void shouldSendEveryFileToEveryMemberInSlices() throws IOException {
        send(1);

        assertHasAll("a");
        assertHasAll("b");
        assertThat(parts).hasSize(2 + 2 * (SHARDS + 1) * SLICES_PER_FILE);
        assertThat(parts.subList(0, 2)).as("room is looked at before").allMatch(SendCall::isBegin);
        assertThat(parts.subList(2, parts.size()))
                .allSatisfy(
                        part -> assertThat(SendCall.readSlice(part).content().remaining())
                                .isLessThanOrEqualTo(SendCall.SLICE_BYTES_MAX));
        assertThat(progress).isSorted().startsWith(0L).endsWith(2 * allBytes());
        assertThat(ofBytes).isEqualTo(2 * allBytes());
    }

    @Test
    void shouldSendNothingWhenOneHasNoRoom() {
        join("c", 1);

        assertThatThrownBy(() -> send(1)).hasMessageStartingWith("c: there is no room");
        assertThat(parts).hasSize(3).allMatch(SendCall::isBegin);
    }

    @Test
    void shouldSendToOneThatJoinsMeanwhile() throws IOException {
        beforePart = count -> {
            if (count == 5) {
                join("c", Long.MAX_VALUE);
            }
        };

        send(1);

        assertHasAll("a");
        assertHasAll("b");
        assertHasAll("c");
        assertThat(ofBytes).isEqualTo(3 * allBytes());
    }

    @Test
    void shouldGoOnWithoutOneThatLeaves() throws IOException {
        beforePart = count -> {
            if (count == 5) {
                there.remove("b");
            }
        };

        send(1);

        assertHasAll("a");
        assertThat(parts).as("nothing more to b").hasSize(2 + 2 * 2 + (SHARDS + 1) * SLICES_PER_FILE - 2);
    }

    @Test
    void shouldSendOnlyTheRestAfterItWasStopped() throws IOException {
        int stopAt = 2 + 2 * SLICES_PER_FILE + 1;
        beforePart = count -> {
            if (count == stopAt) {
                throw new IllegalStateException("stopped");
            }
        };
        assertThatThrownBy(() -> send(1)).hasMessage("stopped");
        beforePart = count -> {};
        parts.clear();

        send(2);

        assertHasAll("a");
        assertHasAll("b");
        assertThat(parts).hasSize(2 + 2 * SHARDS * SLICES_PER_FILE).noneMatch(part -> part.contains("shard-00000"));
        assertThat(ofBytes)
                .isEqualTo(2 * (allBytes() - Files.size(imported.folder().resolve("shard-00000.histories"))));

        parts.clear();
        send(3);
        assertThat(parts).as("all is there").hasSize(2);
        assertThat(ofBytes).isZero();
    }

    @Test
    void shouldFailWhenAFileIsMissingOrHasBecomeShorter() throws IOException {
        Path file = imported.folder().resolve("shard-00001.histories");
        beforePart = count -> {
            if (count == 2) {
                cut(file);
            }
        };
        assertThatThrownBy(() -> send(1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("shorter")
                .hasMessageContaining(file.toString());

        Files.delete(file);
        parts.clear();
        assertThatThrownBy(() -> send(2)).isInstanceOf(IOException.class).hasMessageContaining("lacks a file");
        assertThat(parts).isEmpty();
    }

    private static void cut(Path file) {
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
            opened.setLength(10);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
