package com.hazelcast.certification.systemtests.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.systemtests.soak.SoakSettings.Phase;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoakFolderTest {
    private static final SoakSettings SETTINGS = settings(8);
    private static final SoakSample SAMPLE =
            new SoakSample(12.5, 1, 2, 0, true, 1_000, 3.25, 50_000, 130.5, 0.71, 512.25, 80, 120);

    @TempDir
    private Path folder;

    private static SoakSettings settings(double hours) {
        return new SoakSettings(hours, List.of(Phase.values()), 1_000, 50, 50, "384m", "96m", 10, 60, 1);
    }

    @Test
    void shouldGoOnWhereItWasInterrupted() throws IOException {
        SoakFolder before = new SoakFolder(folder, SETTINGS);
        assertThat(before.beginPart()).isEqualTo(1);
        before.add(0, 7_200, List.of());
        before.add(1, 42.5, List.of(SAMPLE));

        SoakFolder after = new SoakFolder(folder, SETTINGS);

        assertThat(List.of(after.doneSeconds(0), after.doneSeconds(1), after.doneSeconds(2)))
                .containsExactly(7_200.0, 42.5, 0.0);
        assertThat(after.samples()).containsExactly(SAMPLE);
        assertThat(after.beginPart()).isEqualTo(2);
    }

    @Test
    void shouldGoOnAfterALineThatWasTorn() throws IOException {
        SoakFolder before = new SoakFolder(folder, SETTINGS);
        before.add(0, 10, List.of(SAMPLE));
        Files.writeString(folder.resolve("samples.csv"), "20.0,1,2,0,1,99", StandardOpenOption.APPEND);

        SoakFolder after = new SoakFolder(folder, SETTINGS);
        after.add(0, 20, List.of(SAMPLE));

        assertThat(after.samples()).containsExactly(SAMPLE, SAMPLE);
    }

    @Test
    void shouldBeginWhereItWasEndedBeforeItCouldKeepSamples() throws IOException {
        Path inTheWay = Files.createDirectory(folder.resolve("samples.csv"));
        assertThatThrownBy(() -> new SoakFolder(folder, SETTINGS)).isInstanceOf(IOException.class);
        Files.delete(inTheWay);

        SoakFolder after = new SoakFolder(folder, SETTINGS);
        after.add(0, 10, List.of(SAMPLE));

        assertThat(after.samples()).containsExactly(SAMPLE);
    }

    /** It may be ended while it opens the folder: samples that are written anew would be lost then. */
    @Test
    void shouldNotWriteWholeSamplesAnew() throws IOException {
        SoakFolder before = new SoakFolder(folder, SETTINGS);
        before.add(0, 10, List.of(SAMPLE));
        FileTime written = FileTime.fromMillis(1_000);
        Files.setLastModifiedTime(folder.resolve("samples.csv"), written);

        SoakFolder after = new SoakFolder(folder, SETTINGS);

        assertThat(Files.getLastModifiedTime(folder.resolve("samples.csv"))).isEqualTo(written);
        assertThat(after.samples()).containsExactly(SAMPLE);
    }

    @Test
    void shouldNotForgetAFailure() throws IOException {
        SoakFolder before = new SoakFolder(folder, SETTINGS);
        before.fail("3 wrong");
        before.fail("a later one");

        assertThat(new SoakFolder(folder, SETTINGS).failure()).isEqualTo("3 wrong");
    }

    @Test
    void shouldNotForgetWhatHasStoppedAPart() throws IOException {
        SoakFolder before = new SoakFolder(folder, SETTINGS);

        assertThatIllegalStateException()
                .isThrownBy(() -> before.keepingFailure(() -> {
                    throw new IllegalStateException("the driver of the gateway failed");
                }))
                .withMessageContaining("the driver");

        assertThat(new SoakFolder(folder, SETTINGS).failure()).contains("the driver of the gateway failed");
    }

    @Test
    void shouldNotForgetAMemberThatDoesNotAnswer() throws IOException {
        SoakFolder before = new SoakFolder(folder, SETTINGS);

        assertThatThrownBy(() -> before.keepingFailure(() -> {
                    throw new IOException("no figures of place 1");
                }))
                .isInstanceOf(IOException.class);

        assertThat(new SoakFolder(folder, SETTINGS).failure()).contains("no figures of place 1");
    }

    @Test
    void shouldTakeAnInterruptionForNoFailure() throws IOException {
        SoakFolder before = new SoakFolder(folder, SETTINGS);

        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> before.keepingFailure(() -> {
                        throw new ClosedByInterruptException();
                    }))
                    .isInstanceOf(ClosedByInterruptException.class);
        } finally {
            boolean unused = Thread.interrupted();
        }

        assertThat(new SoakFolder(folder, SETTINGS).failure()).isEmpty();
    }

    /** Members may end sooner than this process does. */
    @Test
    void shouldKeepNothingOnceItsProcessIsEnded() throws IOException {
        SoakFolder before = new SoakFolder(folder, SETTINGS);
        before.add(0, 10, List.of(SAMPLE));

        before.end();
        before.fail("a member has ended");
        before.add(0, 20, List.of(SAMPLE));

        SoakFolder after = new SoakFolder(folder, SETTINGS);
        assertThat(after.failure()).isEmpty();
        assertThat(after.doneSeconds(0)).isEqualTo(10);
        assertThat(after.samples()).containsExactly(SAMPLE);
    }

    @Test
    void shouldRejectTheFolderOfAnotherRun() throws IOException {
        SoakFolder unused = new SoakFolder(folder, SETTINGS);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SoakFolder(folder, settings(9)))
                .withMessageContaining("another folder")
                .withMessageContaining(folder.toString())
                .withMessageContaining("hours=8.0")
                .withMessageContaining("hours=9.0");
    }
}
