package com.hazelcast.certification.systemtests.storage;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import com.hazelcast.certification.systemtests.storage.Filling.What;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Members that are sent more than they can hold: new cards until they are rejected, or long histories; the loss of a member, meanwhile or
 * afterwards, whose shards the others must take; and its return. They reject, score all of the cards that they know, answer as before, and
 * none ends.
 *
 * @param name in the report
 * @param isLarge needs more memory than most machines have to spare
 * @param members of the cluster; of two, the one that is left owns twice as many shards as before, of three each holds half as many again
 * @param what they are filled with
 * @param loss when one is killed
 * @param options of the members: their memory, and what is loaded before
 */
public record FilledMembers(String name, boolean isLarge, int members, What what, Loss loss, List<String> options) {
    /** When a member is killed. */
    enum Loss {
        /** While more comes, as soon as something is rejected. */
        MEANWHILE,
        /** When all are full and everything is answered. */
        WHEN_FULL
    }

    private static final List<String> HEAP = List.of("--heap=1g");
    private static final List<String> NATIVE = List.of("--memory=native", "--heap=512m", "--native-size=512m");

    /** What {@code system-tests/run} fires. */
    public static final List<FilledMembers> ALL = Stream.of(
                    both("three members of 1 GiB filled", 3, What.CARDS, Loss.WHEN_FULL),
                    both("three members of 1 GiB filled, one killed meanwhile", 3, What.CARDS, Loss.MEANWHILE),
                    both("two members of 1 GiB filled, one killed meanwhile", 2, What.CARDS, Loss.MEANWHILE),
                    both(
                            "three members of 1 GiB filled with long histories, one killed meanwhile",
                            3,
                            What.HISTORIES,
                            Loss.MEANWHILE),
                    both("two members of 1 GiB filled with long histories", 2, What.HISTORIES, Loss.WHEN_FULL),
                    large())
            .flatMap(List::stream)
            .toList();

    private static List<FilledMembers> both(String name, int members, What what, Loss loss) {
        return List.of(
                new FilledMembers(name + ", heap", false, members, what, loss, loaded(HEAP, what, 1_350)),
                new FilledMembers(name + ", native", false, members, what, loss, loaded(NATIVE, what, 950)));
    }

    /** Long histories fill nine tenths of the room when they are loaded. */
    private static List<String> loaded(List<String> memory, What what, int longHistory) {
        return what == What.CARDS
                ? memory
                : Stream.concat(
                                memory.stream(),
                                Stream.of("--cards=" + Filling.CARDS_OF_LONG_HISTORIES, "--history=" + longHistory))
                        .toList();
    }

    private static List<FilledMembers> large() {
        List<String> heap = List.of("--heap=8g", "--shards=67", "--cards=8000000", "--history=20");
        List<String> inNative = List.of(
                "--memory=native", "--heap=4g", "--native-size=4g", "--shards=67", "--cards=6000000", "--history=20");
        String name = "two members of 8 GiB filled";
        return List.of(
                new FilledMembers(name + ", heap", true, 2, What.CARDS, Loss.WHEN_FULL, heap),
                new FilledMembers(name + ", native", true, 2, What.CARDS, Loss.WHEN_FULL, inNative));
    }

    /** The cluster that is to be filled. */
    public SystemCluster started(Path logs) throws IOException {
        List<String> all = new ArrayList<>(options);
        all.add("--min-members=1");
        all.add("--degraded-after=1s");
        all.add("--gateway-new-cards-per-second=0");
        return SystemCluster.started(logs, Hosts.LOOPBACK, members, all.toArray(String[]::new));
    }

    /** Fills it; an outcome whose fault has fired once, or not at all when too little was rejected, or long histories have dropped nothing. */
    public Outcome run(SystemCluster cluster, long seed) throws IOException, InterruptedException {
        System.out.printf("%s, seed %d%n", name, seed);
        int lastPlace = members - 1;
        Runnable kill = () -> cluster.kill(lastPlace);
        Filling filling = new Filling(cluster, new SplittableRandom(seed), loss == Loss.MEANWHILE ? kill : () -> {});
        boolean isFull = filling.fill(what);
        filling.checkKnownCards();
        if (loss == Loss.WHEN_FULL) {
            kill.run();
        }
        cluster.awaitSafe();
        filling.checkKnownCards();
        filling.sendNewCards(Filling.REJECTED_MIN);
        cluster.start(lastPlace);
        cluster.awaitSafe();
        filling.checkKnownCards();
        filling.sendAgain();
        filling.checkRunning(members);
        long dropped = droppedForRoom(cluster);
        boolean hasFired = isFull && (what == What.CARDS || dropped > 0);
        Outcome outcome = filling.outcome(name, hasFired ? 1 : 0);
        System.out.printf("%s%n  %s, %,d dropped for room%n", outcome.row(), filling.words(), dropped);
        outcome.audit().examples().forEach(System.out::println);
        return outcome;
    }

    private static long droppedForRoom(SystemCluster cluster) {
        try (ClusterControl control = cluster.control()) {
            return control.audit().survey().values().stream()
                    .mapToLong(each -> each.survey().droppedByMemory())
                    .sum();
        }
    }
}
