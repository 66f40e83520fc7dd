package com.hazelcast.certification.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import com.hazelcast.certification.systemtests.traffic.Plant;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which faults are fired. */
class FaultRoundsTest {
    private static FaultRounds.Settings settings(double share, String... only) {
        return new FaultRounds.Settings(Path.of("none"), share, 1, Acks.STRICT, Plant.NOTHING, List.of(only));
    }

    private static FaultRounds rounds(String... only) {
        return new FaultRounds(settings(1, only), new FaultRounds.Found() {
            @Override
            public void add(Outcome outcome) {
                throw new IllegalStateException("nothing is fired: " + outcome);
            }

            @Override
            public void skip(String why) {
                throw new IllegalStateException("nothing is skipped: " + why);
            }
        });
    }

    @Test
    void shouldRefuseAShareThatIsNone() {
        for (double share : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -0.1, 1.5}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> settings(share))
                    .withMessageEndingWith("--share=" + share);
        }
    }

    @Test
    void shouldFireAllWhenNoneIsNamed() {
        FaultRounds rounds = rounds();

        assertThat(rounds.isRequested("SIGSTOP for 5 s")).isTrue();
        assertThat(rounds.unmatched()).isEmpty();
    }

    @Test
    void shouldFireThoseThatHaveATextInTheirNamesAndNameTheTextsThatNoneHas() {
        FaultRounds rounds = rounds("kill -9", "three clients", "SIGSTP");

        assertThat(rounds.isRequested("kill -9 of a random member")).isTrue();
        assertThat(rounds.isRequested("join, three quick clients")).isFalse();
        assertThat(rounds.isRequested("one, two, three clients, four")).isTrue();
        assertThat(rounds.isRequested("SIGSTOP for 5 s")).isFalse();
        assertThat(rounds.unmatched()).containsExactly("SIGSTP");
    }
}
