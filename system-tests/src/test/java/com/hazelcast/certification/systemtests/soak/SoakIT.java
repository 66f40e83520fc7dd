package com.hazelcast.certification.systemtests.soak;

import static com.hazelcast.certification.systemtests.LongTest.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.process.FraudProcess;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.soak.SoakSettings.Phase;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Phases of about a minute; {@code system-tests/run soak} runs hours. A minute can show a leak of threads or file descriptors. Trends of the other
 * figures take hours, and are not looked at.
 */
@Tag("process")
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class SoakIT {
    private static final double TWO_PHASES_SECONDS = 80;
    private static final double ONE_PHASE_SECONDS = 75;

    /** Long before the middle of a phase, when a member joins and leaves. */
    private static final double INTERRUPTED_SECONDS = 15;

    @TempDir
    private Path folder;

    @Test
    void shouldGoOnAfterAnInterruptionAndLeakNeitherThreadsNorFiles() throws Exception {
        SoakSettings settings = settings(ONE_PHASE_SECONDS, List.of(Phase.NATIVE_70), 0);
        runAndInterrupt(settings);
        SoakFolder state = new SoakFolder(folder, settings);
        double doneBefore = state.doneSeconds(0);
        List<SoakSample> samplesBefore = state.samples();
        assertThat(doneBefore).isBetween(INTERRUPTED_SECONDS, ONE_PHASE_SECONDS - 1);
        assertThat(samplesBefore).isNotEmpty();

        // It returns when all that was sent is answered, and members account for all of it.
        SoakAnswers answers = new SoakRun(settings, state).run();

        assertThat(answers.isGood()).as(answers.toString()).isTrue();
        assertThat(state.failure()).isEmpty();
        assertThat(state.doneSeconds(0)).isEqualTo(settings.phaseSeconds());
        List<SoakSample> samples = state.samples();
        assertThat(samples.subList(0, samplesBefore.size())).isEqualTo(samplesBefore);
        List<SoakSample> samplesAfter = samples.subList(samplesBefore.size(), samples.size());
        assertThat(samplesAfter).isNotEmpty();
        assertThat(samplesAfter).allSatisfy(sample -> {
            assertThat(sample.part()).isEqualTo(2);
            // The file has one decimal.
            assertThat(sample.seconds()).isGreaterThan(doneBefore - 0.1);
        });
        assertThat(meanTps(samples)).isGreaterThan(600);
        List<SoakTrends.Result> judged = SoakTrends.of(samples).stream()
                .filter(result -> result.figure() == SoakFigure.THREADS || result.figure() == SoakFigure.FILES)
                .toList();
        assertThat(judged).hasSize(2 * SoakSettings.MEMBERS).noneMatch(SoakTrends.Result::isTrend);
    }

    @Tag(LONG)
    @Test
    void shouldKeepMembersFullWhileCardsComeAndGoAndMembersJoinAndLeave() throws Exception {
        SoakSettings settings = settings(TWO_PHASES_SECONDS, List.of(Phase.HEAP_70, Phase.NATIVE_90), 20);
        SoakFolder state = new SoakFolder(folder, settings);

        SoakAnswers answers = new SoakRun(settings, state).run();

        assertThat(answers.isGood()).as(answers.toString()).isTrue();
        List<SoakSample> samples = state.samples();
        assertThat(samples).extracting(SoakSample::phase).contains(0, 1);
        assertThat(samples).extracting(SoakSample::place).contains(0, 1, 2);
        assertThat(samples).allSatisfy(sample -> {
            assertThat(sample.fill()).isBetween(0.5, 1.0);
            assertThat(sample.residentMib()).isGreaterThan(64);
            assertThat(sample.threads()).isPositive();
            assertThat(sample.files()).isPositive();
            assertThat(sample.bytesPerCard()).isPositive();
        });
        assertThat(meanTps(samples)).isGreaterThan(600);
        // A run that is at its end has nothing left to do.
        assertThat(state.doneSeconds(0)).isEqualTo(settings.phaseSeconds());
        assertThat(new SoakRun(settings, new SoakFolder(folder, settings)).run().toString())
                .startsWith("0 answered");
    }

    /** As by {@code kill}, or where the machine is shut down in order. */
    @Tag(LONG)
    @Test
    void shouldLeaveNeitherMembersNorAFailureWhenItsProcessIsEnded() throws Exception {
        SoakSettings settings = settings(3_600, List.of(Phase.NATIVE_70), 0);
        Path kept = folder.resolve("kept");
        List<ProcessHandle> members = beginAndEnd(kept);

        assertThat(members).hasSizeGreaterThanOrEqualTo(SoakSettings.MEMBERS);
        SystemCluster.await("members have ended", () -> members.stream().noneMatch(ProcessHandle::isAlive));
        SoakFolder state = new SoakFolder(kept, settings);
        assertThat(state.failure()).isEmpty();
        assertThat(state.doneSeconds(0)).isPositive();
    }

    /** Begins the command, as one does by hand, and ends its process once the phase runs; returns the processes that it had started. */
    private List<ProcessHandle> beginAndEnd(Path kept) throws IOException {
        List<String> command = List.of(
                "soak",
                "--hours=1",
                "--folder=" + kept,
                "--phases=native-70",
                "--rate=500",
                "--http-rate=20",
                "--kafka-rate=0",
                "--heap=128m",
                "--native-size=64m",
                "--sample=1");
        try (FraudProcess run = FraudProcess.start(Path.of("run").toAbsolutePath(), folder, "soak", command)) {
            SystemCluster.await("the phase runs", () -> !run.isAlive() || keptSeconds(kept) > 0);
            assertThat(run.isAlive()).as(run.describe()).isTrue();
            return ProcessHandle.of(run.pid()).orElseThrow().descendants().toList();
        }
    }

    private static SoakSettings settings(double seconds, List<Phase> phases, long kafkaRate) {
        return new SoakSettings(seconds / 3_600, phases, 500, 20, kafkaRate, "128m", "64m", 1, 60, 1);
    }

    /** Of the cluster. Gateway and HTTP alone make less than 600, also with what is sent again: the raw source must be read, too. */
    private static double meanTps(List<SoakSample> samples) {
        return samples.stream().mapToDouble(SoakSample::tps).sum() / samples.size() * SoakSettings.MEMBERS;
    }

    /** Begins the run, and interrupts it once so much of its first phase is over. */
    private void runAndInterrupt(SoakSettings settings) throws IOException, InterruptedException {
        SoakRun run = new SoakRun(settings, new SoakFolder(folder, settings));
        FutureTask<SoakAnswers> part = new FutureTask<>(run::run);
        Thread thread = new Thread(part, "soak-part-1");
        thread.start();
        try {
            SystemCluster.await("the phase begins", () -> part.isDone() || keptSeconds(folder) > 0);
            SystemCluster.await("enough is over", () -> part.isDone() || keptSeconds(folder) >= INTERRUPTED_SECONDS);
        } finally {
            thread.interrupt();
            thread.join();
        }
        // What it did at that moment decides which.
        assertThatThrownBy(part::get)
                .cause()
                .isInstanceOfAny(InterruptedException.class, ClosedByInterruptException.class);
    }

    /** How long the first phase has run, by the file that the run keeps. */
    private static double keptSeconds(Path kept) {
        Path file = kept.resolve("run.properties");
        if (!Files.exists(file)) {
            return 0;
        }
        Properties state = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            state.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Double.parseDouble(state.getProperty("phase.0", "0"));
    }
}
