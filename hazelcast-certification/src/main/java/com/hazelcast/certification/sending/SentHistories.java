package com.hazelcast.certification.sending;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The histories that a controller has sent to this member: those of one import, in a folder that only this user may enter. They stay until a
 * load has ended, well or not, until others are sent, or until the member starts again. A send that was stopped leaves what it has sent, so that
 * it can go on; a newer send ends an older one. Those that a load {@linkplain #folder has begun to read} stay beside others that are sent, until
 * it has ended or another has begun: a controller that found no load may begin a send a moment after one has begun.
 *
 * <p>Thread-safe: called on threads of control calls. A call writes one slice at most, and others wait for it.
 */
public final class SentHistories {
    private static final Logger LOG = LoggerFactory.getLogger(SentHistories.class);

    /** In a data folder: the files, and snapshots of the shards that are loaded from them. */
    private static final int TIMES_OF_DATA = 2;

    private final Object lock = new Object();
    private final Path parent;
    private final String prefix;
    private final int times;
    private final Room room;

    @GuardedBy("lock")
    private @Nullable ReceivedFolder received;

    /** What a load reads, or has read without an end, as when its driver has failed: what was received last, or before that. */
    @GuardedBy("lock")
    private @Nullable ReceivedFolder loading;

    /** How much may be written. */
    @FunctionalInterface
    interface Room {
        long freeBytes(Path folder) throws IOException;
    }

    /**
     * Removes what an earlier process of this member has left.
     *
     * @param parent is there; the member alone uses names in it that begin with the prefix
     * @param times of their size the histories need
     */
    SentHistories(Path parent, String prefix, int times, Room room) {
        this.parent = parent;
        this.prefix = prefix;
        this.times = times;
        this.room = room;
        removeLeft();
    }

    /**
     * Those of a member.
     *
     * @param dataFolder of the member; empty: its folder of temporary files is used, {@code java.io.tmpdir}
     * @param address by which no other member on this host is known
     */
    public static SentHistories of(Optional<Path> dataFolder, String address) {
        Room room = folder -> Files.getFileStore(folder).getUsableSpace();
        if (dataFolder.isPresent()) {
            return new SentHistories(dataFolder.get(), "sent-histories-", TIMES_OF_DATA, room);
        }
        return new SentHistories(Path.of(System.getProperty("java.io.tmpdir")), temporaryPrefix(address), 1, room);
    }

    /** How names in the folder of temporary files begin. */
    public static String temporaryPrefix(String address) {
        return "fraud-sent-" + address.replaceAll("[^A-Za-z0-9.-]", "-") + "-";
    }

    /**
     * Takes a part of a send: see {@link SendCall}.
     *
     * @return of one that begins, names of the files that are here already, a line each
     * @throws IllegalArgumentException when it is none, is damaged, or is no part of what was begun; nothing has changed then
     * @throws IllegalStateException when there is no room for all of them, another send has begun, or they cannot be written, and what had come
     *     was removed; says what to do
     */
    public String take(String part) {
        synchronized (lock) {
            try {
                if (SendCall.isBegin(part)) {
                    return begin(SendCall.readBegin(part));
                }
                write(SendCall.readSlice(part));
                return "";
            } catch (IOException e) {
                // A full disk may hold up the log of a data folder.
                drop();
                throw new IllegalStateException(
                        "the histories that are sent cannot be written, and what had come was removed; look at the disk and its rights, and run"
                                + " the command again: folder=" + parent + ": " + e,
                        e);
            }
        }
    }

    @GuardedBy("lock")
    private String begin(SendCall.Begin begin) throws IOException {
        ReceivedFolder folder = received;
        if (folder == null || !folder.fits(begin)) {
            drop();
            requireRoom(begin.bytes(), begin.bytes());
            folder = new ReceivedFolder(Files.createTempDirectory(parent, prefix), begin);
            received = folder;
        } else {
            requireRoom(folder.missingBytes(), begin.bytes());
        }
        folder.begin(begin.send());
        return String.join("\n", folder.wholeNames());
    }

    /** Of what is sent, only what is missing; of what a load writes into a data folder, all. */
    @GuardedBy("lock")
    private void requireRoom(long missingBytes, long allBytes) throws IOException {
        long neededBytes = missingBytes + (times - 1) * allBytes;
        long freeBytes = room.freeBytes(parent);
        if (neededBytes > freeBytes) {
            ReceivedFolder kept = loading;
            throw new IllegalStateException(
                    "there is no room for the histories, and none of them was sent; make room, or let this member have its folder elsewhere"
                            + " (data-dir, or -Djava.io.tmpdir without one): folder="
                            + parent + " neededBytes=" + neededBytes + " freeBytes=" + freeBytes
                            + (kept == null ? "" : " keptForALoad=" + kept.folder()));
        }
    }

    @GuardedBy("lock")
    private void write(SendCall.Slice slice) throws IOException {
        ReceivedFolder folder = received;
        if (folder == null || !folder.isOfSend(slice.send())) {
            throw new IllegalStateException(
                    "another send of histories has begun, or this member has started again; run the command again: file="
                            + slice.file());
        }
        folder.write(slice);
    }

    /**
     * Where the histories of an import are, for a load of them that begins, or goes on with another round. They stay there until it has {@linkplain
     * #loadEnded ended}, or one of others begins.
     *
     * @throws IllegalStateException when not all of them are here; says what to do
     */
    public Path folder(long importId) {
        synchronized (lock) {
            ReceivedFolder folder = received;
            if (folder != null && folder.isOf(importId) && folder.isWhole()) {
                if (folder != loading) {
                    remove(loading);
                    loading = folder;
                }
                return folder.folder();
            }
            ReceivedFolder before = loading;
            if (before != null && before.isOf(importId)) {
                return before.folder();
            }
            if (folder == null || !folder.isOf(importId)) {
                throw new IllegalStateException(
                        "this member does not have the histories that the controller has sent, because it has joined or started since;"
                                + " run 'load --send' again: shards that are in place stay");
            }
            throw new IllegalStateException(
                    "this member does not have all histories that the controller sends; run 'load --send' again: missingFiles="
                            + folder.missingFiles());
        }
    }

    /** A load of the histories of that import has ended, well or not: removes them if they were sent to their end. */
    public void loadEnded(long importId) {
        synchronized (lock) {
            ReceivedFolder read = loading;
            if (read != null && read.isOf(importId)) {
                loading = null;
                if (read != received) {
                    remove(read);
                }
            }
            if (received != null && received.isOf(importId) && received.isWhole()) {
                drop();
            }
        }
    }

    /** What was received is of no use any more, but for a load that reads it. */
    @GuardedBy("lock")
    private void drop() {
        ReceivedFolder folder = received;
        received = null;
        if (folder != loading) {
            remove(folder);
        }
    }

    private static void remove(@Nullable ReceivedFolder folder) {
        if (folder == null) {
            return;
        }
        try {
            folder.remove();
        } catch (IOException e) {
            warnOfLeft(folder.folder(), e);
        }
    }

    /** Never follows a link: others may make names in a folder of temporary files. */
    private void removeLeft() {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(parent)) {
            if (!(all instanceof SecureDirectoryStream<Path> names)) {
                return;
            }
            for (Path path : names) {
                Path name = Path.of(String.valueOf(path.getFileName()));
                if (name.toString().startsWith(prefix)) {
                    removeLeft(names, name);
                }
            }
        } catch (IOException e) {
            LOG.warn("it is not known whether histories were left that had been sent; look: folder={}", parent, e);
        }
    }

    private void removeLeft(SecureDirectoryStream<Path> names, Path name) {
        try {
            try (SecureDirectoryStream<Path> files = names.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                for (Path file : files) {
                    files.deleteFile(Path.of(String.valueOf(file.getFileName())));
                }
            }
            names.deleteDirectory(name);
            LOG.info("removed histories that were sent and not loaded: folder={}", parent.resolve(name));
        } catch (IOException e) {
            warnOfLeft(parent.resolve(name), e);
        }
    }

    private static void warnOfLeft(Path folder, IOException failure) {
        LOG.warn("histories that were sent could not be removed; remove them by hand: folder={}", folder, failure);
    }
}
