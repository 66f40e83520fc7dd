package com.hazelcast.certification.sending;

import com.hazelcast.certification.importing.ImportedFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;

/**
 * Sends a folder of histories to all members: each file to all that lack it, slice by slice, the next slice when all have written the one before.
 * So what is in memory is one slice, and a text of it for each member, whatever the size of the folder. All members get all files: any may
 * become the owner of any shard before the load has come to it, and each looks at all files before it loads one. It costs the
 * folder's size times the number of members on the network, and that size on each one's disk.
 *
 * <p>Used once, by one thread.
 *
 * @param <M> a member
 */
public final class FolderSender<M> {
    private final ImportedFolder folder;
    private final long send;
    private final Members<M> members;
    private final Progress progress;
    private final List<String> names;
    private final ByteBuffer slice = ByteBuffer.allocate(SendCall.SLICE_BYTES_MAX);

    private long sentBytes;
    private long allBytes;

    /**
     * How members are reached.
     *
     * @param <M> a member
     */
    public interface Members<M> {
        /** Those that are there now; one that has come back after a split is another. */
        Collection<M> now();

        /** Hands a part of a send to a member. */
        Future<String> ask(M member, String part);

        /**
         * Waits for an answer.
         *
         * @return empty: the member has left
         * @throws IllegalStateException when it fails or does not answer in time; says which it was
         */
        Optional<String> answer(M member, Future<String> asked);
    }

    /** Is notified of how far it is. */
    @FunctionalInterface
    public interface Progress {
        /** So many bytes are with members, counted for each of them, of as many as are to be sent. */
        void sent(long bytes, long of);
    }

    /**
     * Of a folder.
     *
     * @param send a number that no other send has
     */
    public FolderSender(ImportedFolder folder, long send, Members<M> members, Progress progress) {
        this.folder = folder;
        this.send = send;
        this.members = members;
        this.progress = progress;
        this.names = ImportedFolder.fileNames(folder.manifest().shardCount());
    }

    /**
     * Sends until all members that are there have all files. Members that leave meanwhile are left out, and those that join get them, too.
     * A send that fails or is stopped leaves whole files with members; the next one sends the others.
     *
     * @throws IOException when a file cannot be read, or has changed meanwhile
     * @throws IllegalStateException when a member has no room, before anything is sent; or when it does not take a slice. Says which it was
     */
    public void run() throws IOException {
        List<Long> sizes = sizes();
        Set<M> served = new HashSet<>();
        for (List<M> rest = rest(served); !rest.isEmpty(); rest = rest(served)) {
            served.addAll(rest);
            sendTo(rest, sizes);
        }
    }

    private List<M> rest(Set<M> served) {
        return members.now().stream().filter(member -> !served.contains(member)).toList();
    }

    private List<Long> sizes() throws IOException {
        List<Long> sizes = new ArrayList<>();
        for (String name : names) {
            Path file = folder.folder().resolve(name);
            if (!Files.isRegularFile(file)) {
                throw new IOException(
                        "the folder of histories lacks a file, and nothing was sent; import again: file=" + file);
            }
            sizes.add(Files.size(file));
        }
        return sizes;
    }

    private void sendTo(List<M> receivers, List<Long> sizes) throws IOException {
        Map<M, Set<String>> lacking = new LinkedHashMap<>();
        String begin = SendCall.text(new SendCall.Begin(send, folder.manifest().id(), sizes));
        ask(receivers, begin).forEach((member, whole) -> {
            Set<String> lacks = new HashSet<>(names);
            for (String name : whole.split("\n", -1)) {
                lacks.remove(name);
            }
            lacking.put(member, lacks);
        });
        for (Set<String> lacks : lacking.values()) {
            for (int file = 0; file < names.size(); file++) {
                allBytes += lacks.contains(names.get(file)) ? sizes.get(file) : 0;
            }
        }
        progress.sent(sentBytes, allBytes);
        for (int file = 0; file < names.size(); file++) {
            send(names.get(file), sizes.get(file), lacking);
        }
    }

    /** Sends a file to those that lack it; who leaves is taken out. */
    private void send(String name, long sizeBytes, Map<M, Set<String>> lacking) throws IOException {
        Set<M> receivers = new LinkedHashSet<>();
        lacking.forEach((member, lacks) -> {
            if (lacks.contains(name)) {
                receivers.add(member);
            }
        });
        try (FileChannel file = FileChannel.open(folder.folder().resolve(name), StandardOpenOption.READ)) {
            for (long offset = 0; offset < sizeBytes && !receivers.isEmpty(); offset += slice.limit()) {
                read(file, name, offset, sizeBytes);
                Set<M> there = ask(receivers, SendCall.text(new SendCall.Slice(send, name, offset, slice)))
                        .keySet();
                lacking.keySet().removeIf(member -> receivers.contains(member) && !there.contains(member));
                receivers.retainAll(there);
                sentBytes += (long) slice.limit() * receivers.size();
                progress.sent(sentBytes, allBytes);
            }
        }
    }

    private void read(FileChannel file, String name, long offset, long sizeBytes) throws IOException {
        slice.clear().limit((int) Math.min(slice.capacity(), sizeBytes - offset));
        while (slice.hasRemaining()) {
            if (file.read(slice, offset + slice.position()) < 0) {
                throw new IOException(
                        "a file of histories has become shorter while it was sent; run the command again: file="
                                + folder.folder().resolve(name) + " offset=" + offset);
            }
        }
        slice.flip();
    }

    /** The answers of those that are there. */
    private Map<M, String> ask(Collection<M> receivers, String part) {
        Map<M, Future<String>> asked = new LinkedHashMap<>();
        receivers.forEach(member -> asked.put(member, members.ask(member, part)));
        Map<M, String> answers = new LinkedHashMap<>();
        asked.forEach((member, answer) -> members.answer(member, answer).ifPresent(text -> answers.put(member, text)));
        return answers;
    }
}
