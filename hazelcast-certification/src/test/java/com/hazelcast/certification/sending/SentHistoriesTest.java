package com.hazelcast.certification.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A member that is sent a folder of one shard of five bytes, with a manifest of three. */
class SentHistoriesTest {
    private static final String SHARD = "shard-00000.histories";
    private static final String MANIFEST = "manifest.json";
    private static final long IMPORT = 0xabc;
    private static final List<Long> SIZES = List.of(5L, 3L);
    private static final String PREFIX = "sent-";

    @TempDir
    Path outside;

    private Path folder;
    private long freeBytes = 8;
    private SentHistories sent;

    @BeforeEach
    void start() throws IOException {
        folder = Files.createDirectories(outside.resolve("of-member"));
        sent = started(1);
    }

    private SentHistories started(int times) {
        return new SentHistories(folder, PREFIX, times, where -> freeBytes);
    }

    private String begin(long send, long importId) {
        return sent.take(SendCall.text(new SendCall.Begin(send, importId, SIZES)));
    }

    private void slice(long send, String file, long offset, int... content) {
        byte[] bytes = new byte[content.length];
        for (int i = 0; i < content.length; i++) {
            bytes[i] = (byte) content[i];
        }
        assertThat(sent.take(SendCall.text(new SendCall.Slice(send, file, offset, ByteBuffer.wrap(bytes)))))
                .isEmpty();
    }

    private void sendAll(long send) {
        slice(send, SHARD, 0, 1, 2, 3);
        slice(send, SHARD, 3, 4, 5);
        slice(send, MANIFEST, 0, 6, 7, 8);
    }

    private List<Path> all(Path where) throws IOException {
        try (Stream<Path> paths = Files.walk(where)) {
            return paths.filter(path -> !path.equals(where)).toList();
        }
    }

    @Test
    void shouldHaveTheFilesWhenAllSlicesHaveCome() throws IOException {
        assertThat(begin(1, IMPORT)).isEmpty();
        slice(1, SHARD, 0, 1, 2, 3);
        slice(1, SHARD, 3, 4, 5);
        assertThatThrownBy(() -> sent.folder(IMPORT)).hasMessageContaining("missingFiles=1");
        slice(1, MANIFEST, 0, 6, 7, 8);

        Path received = sent.folder(IMPORT);
        assertThat(received.resolve(SHARD)).hasBinaryContent(new byte[] {1, 2, 3, 4, 5});
        assertThat(received.resolve(MANIFEST)).hasBinaryContent(new byte[] {6, 7, 8});
        assertThat(all(received)).hasSize(2);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(received)))
                .isEqualTo("rwx------");
        assertThatThrownBy(() -> sent.folder(IMPORT + 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not have the histories")
                .hasMessageContaining("load --send");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../x",
                "../x",
                "/tmp/x",
                "shard-00000.histories/../../x",
                "./shard-00000.histories",
                "shard-00001.histories",
                "manifest.json.part",
                "refusals.csv",
                ".",
                ""
            })
    void shouldWriteNoFileOfAnotherName(String name) throws IOException {
        begin(1, IMPORT);
        List<Path> before = all(outside);

        assertThatThrownBy(() -> slice(1, name, 0, 1, 2, 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no file of these histories")
                .hasMessageEndingWith("file=" + name);

        assertThat(all(outside)).containsExactlyInAnyOrderElementsOf(before);
    }

    @Test
    void shouldRefuseASliceThatDoesNotFollow() {
        begin(1, IMPORT);

        assertThatThrownBy(() -> slice(1, SHARD, 1, 2)).hasMessageContaining("does not follow");
        slice(1, SHARD, 0, 1, 2);
        assertThatThrownBy(() -> slice(1, SHARD, 3, 4)).hasMessageContaining("does not follow");
        assertThatThrownBy(() -> slice(1, MANIFEST, 2, 8)).hasMessageContaining("does not follow");
        assertThatThrownBy(() -> slice(1, SHARD, -2, 8)).hasMessageContaining("does not follow");
        assertThatThrownBy(() -> slice(1, SHARD, 2, 3, 4, 5, 6)).hasMessageContaining("sizeBytes=5 written=2");
        assertThatThrownBy(() -> slice(1, SHARD, 2)).as("of no bytes").hasMessageContaining("does not follow");
        slice(1, SHARD, 2, 3, 4, 5);
        slice(1, MANIFEST, 0, 6, 7, 8);

        assertThat(sent.folder(IMPORT).resolve(SHARD)).hasBinaryContent(new byte[] {1, 2, 3, 4, 5});
    }

    @Test
    void shouldTakeNothingWithoutRoomForAll() throws IOException {
        freeBytes = 7;
        assertThatThrownBy(() -> begin(1, IMPORT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no room")
                .hasMessageContaining("folder=" + folder + " neededBytes=8 freeBytes=7");
        assertThat(all(folder)).isEmpty();
        assertThatThrownBy(() -> slice(1, SHARD, 0, 1)).isInstanceOf(IllegalStateException.class);

        freeBytes = 8;
        sent = started(2);
        assertThatThrownBy(() -> begin(1, IMPORT)).hasMessageContaining("neededBytes=16 freeBytes=8");
        freeBytes = 16;
        assertThat(begin(1, IMPORT)).isEmpty();

        slice(1, SHARD, 0, 1, 2, 3, 4, 5);
        freeBytes = 10;
        assertThatThrownBy(() -> begin(2, IMPORT))
                .as("a load writes all of them once more")
                .hasMessageContaining("neededBytes=11 freeBytes=10");
    }

    @Test
    void shouldRemoveAllWhenItCannotWrite() throws IOException {
        begin(1, IMPORT);
        slice(1, SHARD, 0, 1, 2, 3, 4, 5);
        // No file can be opened for writing where there is a folder of its name.
        Files.createDirectory(all(folder).get(0).resolve(MANIFEST + ".part"));

        assertThatThrownBy(() -> slice(1, MANIFEST, 0, 6, 7, 8))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot be written")
                .hasMessageContaining("folder=" + folder);

        assertThat(all(folder)).isEmpty();
        assertThat(begin(2, IMPORT)).isEmpty();
    }

    @Test
    void shouldGoOnWithTheFilesThatAreNotWhole() {
        begin(1, IMPORT);
        slice(1, SHARD, 0, 1, 2, 3, 4, 5);
        slice(1, MANIFEST, 0, 9);
        freeBytes = 3;

        assertThat(begin(2, IMPORT)).isEqualTo(SHARD);
        assertThatThrownBy(() -> slice(2, MANIFEST, 1, 7))
                .as("a file begins again")
                .hasMessageContaining("does not follow");
        slice(2, MANIFEST, 0, 6, 7, 8);

        assertThat(sent.folder(IMPORT).resolve(SHARD)).hasBinaryContent(new byte[] {1, 2, 3, 4, 5});
        assertThat(sent.folder(IMPORT).resolve(MANIFEST)).hasBinaryContent(new byte[] {6, 7, 8});
    }

    @Test
    void shouldBeginAgainWhenSomebodyHasRemovedAFile() throws IOException {
        begin(1, IMPORT);
        sendAll(1);
        Files.delete(all(folder).stream()
                .filter(path -> path.endsWith(SHARD))
                .findFirst()
                .orElseThrow());

        assertThat(begin(2, IMPORT)).isEmpty();
        assertThat(all(folder)).as("the new folder alone").hasSize(1);
    }

    @Test
    void shouldEndASendByANewerOne() throws IOException {
        begin(1, IMPORT);
        slice(1, SHARD, 0, 1, 2, 3);
        begin(2, IMPORT + 1);

        assertThatThrownBy(() -> slice(1, SHARD, 3, 4, 5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("another send");
        assertThat(all(folder)).as("the new folder alone").hasSize(1);
        sendAll(2);
        assertThat(sent.folder(IMPORT + 1)).isDirectory();
    }

    /** A controller that found no load may begin a send a moment after one has begun. */
    @Test
    void shouldKeepWhatALoadReadsBesideOthersThatAreSent() throws IOException {
        begin(1, IMPORT);
        sendAll(1);
        Path read = sent.folder(IMPORT);

        begin(2, IMPORT + 1);
        sendAll(2);

        assertThat(read.resolve(SHARD)).hasBinaryContent(new byte[] {1, 2, 3, 4, 5});
        assertThat(sent.folder(IMPORT)).as("of the next round").isEqualTo(read);

        sent.loadEnded(IMPORT);

        assertThat(read).doesNotExist();
        assertThat(sent.folder(IMPORT + 1).resolve(SHARD)).hasBinaryContent(new byte[] {1, 2, 3, 4, 5});
        sent.loadEnded(IMPORT + 1);
        assertThat(all(folder)).isEmpty();
    }

    /** The member that drove the load has failed, so that nobody has told the others of its end. */
    @Test
    void shouldRemoveWhatALoadHasReadWhenAnotherBegins() throws IOException {
        begin(1, IMPORT);
        sendAll(1);
        Path read = sent.folder(IMPORT);
        begin(2, IMPORT + 1);
        freeBytes = 7;
        assertThatThrownBy(() -> begin(3, IMPORT + 2)).hasMessageEndingWith(" keptForALoad=" + read);
        freeBytes = 8;
        begin(4, IMPORT + 1);
        sendAll(4);
        assertThat(read).isDirectory();

        Path next = sent.folder(IMPORT + 1);

        assertThat(read).doesNotExist();
        assertThat(all(folder)).containsExactlyInAnyOrder(next, next.resolve(SHARD), next.resolve(MANIFEST));
    }

    @Test
    void shouldReadWhatWasSentAgainWhenSomebodyHasRemovedAFileThatALoadReads() throws IOException {
        begin(1, IMPORT);
        sendAll(1);
        Path read = sent.folder(IMPORT);
        Files.delete(read.resolve(SHARD));

        begin(2, IMPORT);
        sendAll(2);

        Path again = sent.folder(IMPORT);
        assertThat(again).isNotEqualTo(read);
        assertThat(all(folder)).containsExactlyInAnyOrder(again, again.resolve(SHARD), again.resolve(MANIFEST));
    }

    @Test
    void shouldRemoveTheFilesWhenALoadHasEnded() throws IOException {
        begin(1, IMPORT);
        slice(1, SHARD, 0, 1, 2, 3, 4, 5);
        sent.loadEnded(IMPORT);
        assertThat(begin(2, IMPORT)).as("another load").isEqualTo(SHARD);
        slice(2, MANIFEST, 0, 6, 7, 8);
        sent.loadEnded(IMPORT + 1);
        assertThat(sent.folder(IMPORT)).as("of another import").isDirectory();

        sent.loadEnded(IMPORT);

        assertThat(all(folder)).isEmpty();
        assertThatThrownBy(() -> sent.folder(IMPORT)).hasMessageContaining("does not have the histories");
        sent.loadEnded(IMPORT);
    }

    @Test
    void shouldRemoveAtItsStartWhatAnEarlierProcessHasLeftAndNothingElse() throws IOException {
        begin(1, IMPORT);
        slice(1, SHARD, 0, 1, 2, 3);
        Path precious = Files.createDirectories(outside.resolve("precious"));
        Path file = Files.writeString(precious.resolve("file"), "kept");
        Path link = Files.createSymbolicLink(folder.resolve(PREFIX + "link"), precious);
        Path other = Files.createDirectories(folder.resolve("snapshots"));

        sent = started(1);

        assertThat(file).hasContent("kept");
        assertThat(all(folder)).containsExactlyInAnyOrder(link, other);
    }

    @Test
    void shouldNameItsTemporaryFolderByTheAddress() {
        assertThat(SentHistories.temporaryPrefix("127.0.0.1:5701")).isEqualTo("fraud-sent-127.0.0.1-5701-");
        assertThat(SentHistories.temporaryPrefix("../x")).isEqualTo("fraud-sent-..-x-");
    }
}
