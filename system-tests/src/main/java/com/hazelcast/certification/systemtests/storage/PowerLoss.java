package com.hazelcast.certification.systemtests.storage;

import com.hazelcast.certification.systemtests.cluster.Impossible;
import com.hazelcast.certification.systemtests.cluster.Network;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Loss of power everywhere: all members end in one moment, and what was not synced is gone from their disk. The disk is an ext4 file
 * system in a file, which is shut down without writing what the kernel still holds, and mounted again. Needs root, loop mounts and
 * {@code python3}, which makes the call. Used by one thread.
 */
public final class PowerLoss implements Fault, AutoCloseable {
    private static final String SIZE = "16G";
    private static final byte[] BLOCK = new byte[1 << 12];

    /** {@code EXT4_IOC_SHUTDOWN} with {@code EXT4_GOING_FLAGS_NOLOGFLUSH}: neither data nor journal is written any more. */
    private static final String SHUT_DOWN = "import fcntl, os, sys;"
            + " fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, (2).to_bytes(4, sys.byteorder))";

    private final Path image;
    private final Path folder;
    private final String durability;
    private String device = "";

    /**
     * Makes the disk and mounts it.
     *
     * @param place an empty folder for the file and the mount
     * @param durability of the members' options
     * @throws Impossible when that cannot be done here; says what failed
     */
    public PowerLoss(Path place, String durability) throws Impossible {
        this.image = place.resolve("disk.img");
        this.folder = place.resolve("disk");
        this.durability = durability;
        try {
            Files.createDirectories(folder);
            Network.run("truncate", "-s", SIZE, image.toString());
            Network.run("mkfs.ext4", "-q", "-F", image.toString());
            mount();
        } catch (IOException e) {
            throw new Impossible("a loss of power needs root, ext4 and loop mounts: " + e.getMessage());
        }
    }

    /** The options of three members that begin without histories on this disk, from which everything else is removed. */
    public String[] options() {
        try {
            Network.run("find", folder.toString(), "-mindepth", "1", "-delete");
            return StorageFaults.options(folder, durability, 3);
        } catch (IOException e) {
            throw new UncheckedIOException("the disk cannot be emptied: folder=" + folder, e);
        }
    }

    @Override
    public String name() {
        return "loss of power of all members at once, shards on disk, " + durability;
    }

    @Override
    public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
        Path unsynced = folder.resolve("unsynced");
        Files.write(unsynced, BLOCK);
        cluster.killAll();
        Network.run("python3", "-c", SHUT_DOWN, folder.toString());
        unmount();
        mount();
        if (Files.exists(unsynced) && Files.size(unsynced) > 0) {
            throw new IllegalStateException("what was not synced is still there: file=" + unsynced);
        }
        cluster.startTogether();
    }

    /** On a device of its own: the file system that was shut down lives on where a namespace made meanwhile has it, too. */
    private void mount() throws IOException {
        device = Network.run("losetup", "--find", "--show", image.toString()).strip();
        Network.run("mount", device, folder.toString());
    }

    private void unmount() throws IOException {
        Network.run("umount", folder.toString());
        Network.run("losetup", "--detach", device);
    }

    @Override
    public void close() {
        try {
            unmount();
            Files.deleteIfExists(image);
        } catch (IOException e) {
            System.err.println(e.getMessage());
        }
    }
}
