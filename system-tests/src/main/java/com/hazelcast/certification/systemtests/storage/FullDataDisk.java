package com.hazelcast.certification.systemtests.storage;

import com.hazelcast.certification.systemtests.cluster.Impossible;
import com.hazelcast.certification.systemtests.cluster.Network;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.Fault;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * A disk of its own for the shards of one member, which is filled to the last byte under load until the member says that it cannot write its
 * log, and emptied again. Made by {@code mount}; needs root, and as much memory as the disk has bytes. Used by one thread.
 */
public final class FullDataDisk implements Fault, AutoCloseable {
    /** The place of the member whose disk it is. */
    private static final int PLACE = 0;

    private static final String STALLED = "the log of shards cannot be written, and nothing is answered until it can";
    private static final String GOES_ON = "the log of shards can be written again";
    private static final int BLOCK_BYTES = 1 << 20;

    private final Path place;
    private final Path disk;

    /**
     * Mounts the disk.
     *
     * @param place an empty folder for the data folders of all members
     * @param size of the disk, as {@code mount} takes it; the log of shards alone may take some 400 MiB
     * @throws Impossible when that cannot be done here; says what failed
     */
    public FullDataDisk(Path place, String size) throws Impossible {
        this.place = place;
        this.disk = place.resolve("data-" + PLACE);
        try {
            Files.createDirectories(disk);
            Network.run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", disk.toString());
        } catch (IOException e) {
            throw new Impossible("a full data disk needs root and mount: " + e.getMessage());
        }
    }

    /** The options of three members, of which one has its shards on this disk. */
    public String[] options() {
        return StorageFaults.options(place, "written", 3);
    }

    @Override
    public String name() {
        return "the data disk of one of three members is full, written";
    }

    @Override
    public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
        Path ballast = disk.resolve("ballast");
        long stalled = cluster.outputCount(PLACE, STALLED);
        long goesOn = cluster.outputCount(PLACE, GOES_ON);
        try {
            SystemCluster.await("the member says that its disk is full", () -> {
                // Again each time: a snapshot that could not be written gives its room back.
                fill(ballast);
                return cluster.outputCount(PLACE, STALLED) > stalled;
            });
        } finally {
            Files.deleteIfExists(ballast);
        }
        SystemCluster.await(
                "the member goes on when there is room", () -> cluster.outputCount(PLACE, GOES_ON) > goesOn);
    }

    /** As far as that goes: where the member was quicker, there is no room for a block that there was room for before. */
    private void fill(Path ballast) {
        byte[] block = new byte[BLOCK_BYTES];
        try (FileOutputStream out = new FileOutputStream(ballast.toFile(), true)) {
            for (long left = usable(); left > 0; left = usable()) {
                if (!isWritten(out, block, (int) Math.min(left, block.length))) {
                    return;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the disk cannot be filled: folder=" + disk, e);
        }
    }

    private static boolean isWritten(FileOutputStream out, byte[] block, int length) {
        try {
            out.write(block, 0, length);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private long usable() throws IOException {
        return Files.getFileStore(disk).getUsableSpace();
    }

    @Override
    public void close() {
        try {
            // Members that were killed may not be gone yet.
            String unused = Network.run("umount", "--lazy", disk.toString());
        } catch (IOException e) {
            System.err.println(e.getMessage());
        }
    }
}
