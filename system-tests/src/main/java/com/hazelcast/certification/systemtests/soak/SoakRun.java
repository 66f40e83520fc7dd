package com.hazelcast.certification.systemtests.soak;

import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.MemberFaults;
import com.hazelcast.certification.systemtests.soak.SoakSettings.Phase;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs what is left of each phase, on a cluster of its own that is filled first: all ways in at once, cards that come and expire, and members that
 * join and leave in order. Samples in between. Used by one thread.
 */
final class SoakRun {
    /** Few: a shard takes whole MiB. */
    private static final int SHARDS = 13;

    /** Beyond the phase, while a member joins and leaves. */
    private static final double LONGER_SECONDS = 600;

    private final SoakSettings settings;
    private final SoakFolder folder;
    private final SoakAnswers answers = new SoakAnswers();

    SoakRun(SoakSettings settings, SoakFolder folder) {
        this.settings = settings;
        this.folder = folder;
    }

    /** Runs all that is left; returns what was answered in this part. */
    SoakAnswers run() throws IOException, InterruptedException {
        Thread hook = new Thread(folder::end, "soak-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            for (int phase = 0; phase < settings.phases().size(); phase++) {
                if (folder.doneSeconds(phase) < settings.phaseSeconds()) {
                    run(phase);
                }
            }
        } finally {
            remove(hook);
        }
        return answers;
    }

    private static void remove(Thread hook) {
        try {
            boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down; the hook has run.
            return;
        }
    }

    private void run(int number) throws IOException, InterruptedException {
        Phase phase = settings.phases().get(number);
        int part = folder.beginPart();
        long seed = settings.seed() + part;
        SoakClock clock = new SoakClock(Clock.systemUTC(), System::nanoTime);
        SoakCards cards = new SoakCards(seed);
        double leftSeconds = settings.phaseSeconds() - folder.doneSeconds(number);
        try (SoakSource source = new SoakSource(settings.rate(), seed, clock);
                SoakKafka kafka = settings.kafkaRate() == 0 ? null : kafka(part, seed, clock);
                SystemCluster cluster = started(phase, part, source, kafka);
                SoakGateway gateway = new SoakGateway(cluster, cards, answers)) {
            SoakSampler sampler = new SoakSampler(cluster, phase.memory());
            gateway.fill(phase.fill(), sampler, clock.millis());
            double lifeSeconds = cards.cameCount() * 2.0 / settings.rate();
            clock.run(lifeSeconds, leftSeconds + LONGER_SECONDS);
            System.out.printf(
                    Locale.ROOT,
                    "%s, part %d: %,d cards, each expires after %,.0f s, memory %.0f %% full, %,.0f s to run%n",
                    phase,
                    part,
                    cards.cameCount(),
                    lifeSeconds,
                    100 * sampler.fullest(),
                    leftSeconds);
            source.start();
            gateway.start(settings.rate(), clock);
            if (kafka != null) {
                kafka.start();
            }
            folder.keepingFailure(() -> {
                try (SoakHttp http = new SoakHttp(
                        cluster.apis().addresses(), new SoakCards(~seed), clock, settings.httpRate(), answers)) {
                    watch(cluster, sampler, number, part, () -> {
                        source.requireRunning();
                        gateway.requireRunning();
                        http.requireRunning();
                        if (kafka != null) {
                            kafka.requireRunning();
                        }
                    });
                }
                gateway.close();
                source.close();
                if (kafka != null) {
                    kafka.finish();
                }
                cluster.awaitNothingInFlight();
                check(cluster);
            });
        }
        folder.add(number, settings.phaseSeconds(), List.of());
        System.out.println(answers);
    }

    private SoakKafka kafka(int part, long seed, Clock clock) throws IOException, InterruptedException {
        return new SoakKafka(folder.logs(part).resolve("kafka"), settings.kafkaRate(), seed + 1, clock, answers);
    }

    private SystemCluster started(Phase phase, int part, SoakSource source, @Nullable SoakKafka kafka)
            throws IOException {
        List<String> memory = phase.memory().equals("native")
                ? List.of("--memory=native", "--native-size=" + settings.nativeSize())
                : List.of("--memory=heap");
        List<String> options = new ArrayList<>(memory);
        options.addAll(List.of(
                "--heap=" + settings.heap(),
                "--history=0",
                "--shards=" + SHARDS,
                "--min-members=2",
                "--sweep-interval=5s",
                "--card-ttl=1d",
                "--entries-per-card=" + SoakGateway.ENTRIES_PER_CARD,
                "--gateway-new-cards-per-second=0",
                source.option()));
        if (kafka != null) {
            options.addAll(kafka.options());
        }
        return SystemCluster.started(
                folder.logs(part), Hosts.LOOPBACK, SoakSettings.MEMBERS, options.toArray(String[]::new));
    }

    /**
     * Until the phase is at its end: samples, and changes of members.
     *
     * @param drivers throws when one of them has ended: without it the rest of the run would be of another load
     */
    private void watch(SystemCluster cluster, SoakSampler sampler, int phase, int part, Runnable drivers)
            throws IOException, InterruptedException {
        double before = folder.doneSeconds(phase);
        long startNs = System.nanoTime();
        double steadyFrom = settings.settleSeconds();
        double changeAt = settings.nextChangeSeconds(before);
        for (double elapsed = 0;
                before + elapsed < settings.phaseSeconds();
                elapsed = (System.nanoTime() - startNs) / 1e9) {
            if (before + elapsed >= changeAt) {
                new MemberFaults.JoinAndLeave().fire(cluster, new SplittableRandom(settings.seed()));
                cluster.awaitSafe();
                elapsed = (System.nanoTime() - startNs) / 1e9;
                steadyFrom = elapsed + settings.settleSeconds();
                changeAt += settings.changeSeconds();
            }
            double done = before + elapsed;
            folder.add(
                    phase,
                    done,
                    sampler.sample(phase * settings.phaseSeconds() + done, phase, part, elapsed >= steadyFrom));
            TimeUnit.SECONDS.sleep(settings.sampleSeconds());
            drivers.run();
            check(cluster);
        }
    }

    private void check(SystemCluster cluster) throws IOException {
        if (!answers.isGood()) {
            folder.fail(answers.toString());
        }
        for (int place = 0; place < SoakSettings.MEMBERS; place++) {
            if (!cluster.isRunning(place)) {
                folder.fail("a member has ended: place=" + place);
                throw new IllegalStateException("a member has ended: place=" + place);
            }
        }
    }
}
