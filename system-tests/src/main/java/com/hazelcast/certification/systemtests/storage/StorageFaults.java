package com.hazelcast.certification.systemtests.storage;

import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.Fault;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Faults of clusters that keep their shards on disk. */
public final class StorageFaults {
    private StorageFaults() {}

    /** The options of members that keep their shards in that folder, each in one of its own. */
    public static String[] options(Path folder, String durability, int members) {
        return new String[] {
            "--data-dir=" + folder.resolve("data-" + SystemCluster.PLACE),
            "--durability=" + durability,
            "--expect-members=" + members,
            "--min-members=" + (members / 2 + 1),
            "--start"
        };
    }

    /**
     * {@code kill -9} of all members in the same moment, which are then started again, in the same moment too or one before the others.
     *
     * @param durability of their options
     */
    public record KillAll(String durability) implements Fault {
        @Override
        public String name() {
            return "kill -9 of all members at once, shards on disk, " + durability;
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
            cluster.killAll();
            if (random.nextBoolean()) {
                cluster.startTogether();
            } else {
                cluster.startAgain();
            }
        }
    }

    /**
     * As {@link KillAll}, and bits of files of one member are flipped, others are made shorter or removed: copies of other members are used.
     *
     * @param folder where members keep their shards now
     */
    public record BreakFiles(Supplier<Path> folder) implements Fault {
        private static final int FILES = 6;

        @Override
        public String name() {
            return "kill -9 of all members at once, broken files on one of them, shards on disk, written";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
            cluster.killAll();
            int place = random.nextInt(cluster.size());
            List<Path> files;
            try (Stream<Path> all = Files.list(folder.get().resolve("data-" + place))) {
                files = all.filter(file -> file.toString().endsWith(".snapshot")
                                || file.toString().endsWith(".log"))
                        .sorted()
                        .toList();
            }
            for (int i = 0; i < FILES; i++) {
                breakOne(files.get(random.nextInt(files.size())), i, random);
            }
            cluster.startAgain();
            if (cluster.outputCount(place, "cannot be used") == 0) {
                throw new IllegalStateException("the member did not report what is broken: place=" + place);
            }
        }

        private static void breakOne(Path file, int how, SplittableRandom random) throws IOException {
            if (!Files.exists(file)) {
                return;
            }
            if (how == 0) {
                Files.delete(file);
                return;
            }
            try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                long at = (long) (random.nextDouble() * open.length());
                if (how == 1) {
                    open.setLength(at);
                } else if (open.length() > 0) {
                    open.seek(at);
                    int before = open.read();
                    open.seek(at);
                    open.write(before ^ 1 << random.nextInt(8));
                }
            }
        }
    }
}
