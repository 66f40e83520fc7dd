package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.Impossible;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The wall clock of one member jumps an hour ahead, after a while back, then an hour behind, and back. The member runs under
 * {@code libfaketime} (Debian's package {@code faketime}), which reads the offset from a file each second. All members are
 * on the loopback address.
 */
public final class ClockJump implements Fault, Hosts {
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"));

    /** The member whose clock jumps. */
    private static final int JUMPING = 0;

    private static final int FALSE_SECONDS = 15;

    private final Path offset;
    private final Path library;

    /**
     * A clock without an offset yet.
     *
     * @param folder for the file with the offset
     * @throws Impossible when the library is not there; says how to get it
     */
    public ClockJump(Path folder) throws IOException {
        this.library = LIBRARIES.stream()
                .filter(Files::isReadable)
                .findFirst()
                .orElseThrow(() -> new Impossible(
                        "a clock that jumps needs Debian's package faketime: none of " + LIBRARIES + " is there"));
        this.offset = Files.createDirectories(folder).resolve("clock-offset").toAbsolutePath();
        set("+0");
    }

    private void set(String seconds) throws IOException {
        // In one step: the library must not read half a file.
        Path written = Files.writeString(offset.resolveSibling("clock-offset-next"), seconds + "\n");
        Files.move(written, offset, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public String name() {
        return "a member's clock jumps an hour ahead, back, an hour behind, back";
    }

    @Override
    public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
        for (String seconds : List.of("+3600", "+0", "-3600", "+0")) {
            set(seconds);
            // The fault is the time that passes.
            TimeUnit.SECONDS.sleep(FALSE_SECONDS);
        }
    }

    @Override
    public String address(int index) {
        return Hosts.LOOPBACK.address(index);
    }

    @Override
    public List<String> prefix(int index) {
        return index != JUMPING
                ? List.of()
                : List.of(
                        "env",
                        "LD_PRELOAD=" + library,
                        "FAKETIME_TIMESTAMP_FILE=" + offset,
                        "FAKETIME_CACHE_DURATION=1",
                        // What the JVM waits by must go on evenly, as on a machine whose clock is set.
                        "FAKETIME_DONT_FAKE_MONOTONIC=1",
                        // Without it each of the JVM's timed waits ends at once, and the member spins on all cores.
                        "FAKETIME_FORCE_MONOTONIC_FIX=0");
    }

    @Override
    public int freePort() throws IOException {
        return Hosts.LOOPBACK.freePort();
    }
}
