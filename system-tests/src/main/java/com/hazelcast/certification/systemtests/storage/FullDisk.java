package com.hazelcast.certification.systemtests.storage;

import com.hazelcast.certification.systemtests.cluster.Impossible;
import com.hazelcast.certification.systemtests.cluster.Network;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.Fault;
import com.hazelcast.certification.systemtests.faults.Fuzz;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A small disk of its own for the members' logs, which is filled to the last byte while members have much to log, and
 * emptied again. Made by {@code mount}; needs root.
 */
public final class FullDisk implements Fault, AutoCloseable {
    private static final int MALFORMED = 20_000;
    private static final byte[] BLOCK = new byte[1 << 12];

    private final Path folder;

    /**
     * Mounts the disk.
     *
     * @param folder that exists
     * @throws Impossible when that cannot be done here; says what failed
     */
    public FullDisk(Path folder) throws Impossible {
        this.folder = folder;
        try {
            Network.run("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", folder.toString());
        } catch (IOException e) {
            throw new Impossible("a full disk needs root and mount: " + e.getMessage());
        }
    }

    /** Where members log. */
    Path folder() {
        return folder;
    }

    @Override
    public String name() {
        return "the disk is full where logs go";
    }

    @Override
    public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
        Path ballast = folder.resolve("ballast");
        while (!isFull()) {
            Files.write(ballast, BLOCK, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        new Fuzz(MALFORMED).fire(cluster, random);
        if (!isFull()) {
            throw new IllegalStateException("the disk did not stay full: folder=" + folder);
        }
        long whenFull = logBytes();
        Files.delete(ballast);
        SystemCluster.await("members log again", () -> {
            try {
                new Fuzz(MALFORMED).fire(cluster, random);
                return logBytes() > whenFull;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private boolean isFull() throws IOException {
        return Files.getFileStore(folder).getUsableSpace() == 0;
    }

    private long logBytes() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            long sum = 0;
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".log")).toList()) {
                sum += Files.size(file);
            }
            return sum;
        }
    }

    @Override
    public void close() {
        try {
            Network.run("umount", folder.toString());
        } catch (IOException e) {
            System.err.println(e.getMessage());
        }
    }
}
