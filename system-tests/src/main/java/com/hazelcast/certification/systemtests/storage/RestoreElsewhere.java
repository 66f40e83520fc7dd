package com.hazelcast.certification.systemtests.storage;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A backup of a cluster that scores, whose members and disks are then gone, and its restore into a cluster of another size: of two
 * members after three, and of three after two. What was answered before the backup began has to be there; what was answered later may
 * not be.
 *
 * @param folders a new one at each call, for the backup and for the members' new disks
 */
public record RestoreElsewhere(Supplier<Path> folders) implements Fault {
    @Override
    public String name() {
        return "a backup, all members and disks gone, restored into another number of members";
    }

    @Override
    public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
        Path backup = folders.get().toAbsolutePath();
        Path disks = folders.get();
        cluster.ledger().beginExcuse();
        try (ClusterControl control = cluster.control()) {
            control.backup().backUp(backup, Clock.systemUTC(), report -> {});
        }
        cluster.killAll();
        cluster.ledger().endExcuse();
        int members = cluster.size() == 3 ? 2 : 3;
        cluster.startElsewhere(members, withoutStart(StorageFaults.options(disks, "written", members)));
        try (ClusterControl control = cluster.control()) {
            control.backup().restore(backup, report -> requireNone(report.problems()));
            control.start();
        }
    }

    /** A restore is into a cluster that does not score. */
    private static String[] withoutStart(String... options) {
        return Stream.of(options).filter(option -> !option.equals("--start")).toArray(String[]::new);
    }

    private static void requireNone(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new IllegalStateException("a part of the backup was not used: " + problems);
        }
    }
}
