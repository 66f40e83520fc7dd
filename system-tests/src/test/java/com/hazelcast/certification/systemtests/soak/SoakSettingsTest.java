package com.hazelcast.certification.systemtests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.systemtests.soak.SoakSettings.Phase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SoakSettingsTest {
    private static SoakSettings ofOnePhase(double hours) {
        return new SoakSettings(hours, List.of(Phase.HEAP_70), 1_000, 50, 50, "384m", "96m", 10, 60, 1);
    }

    @Test
    void shouldRefuseHoursThatNeverEnd() {
        StringWriter err = new StringWriter();
        CommandLine command = new CommandLine(new SoakCommand()).setErr(new PrintWriter(err, true));
        assertThat(command.execute("--hours", "Infinity")).isEqualTo(2);
        assertThat(err.toString()).contains("at most 8760: --hours=Infinity");
    }

    /** A phase that is interrupted again and again has its changes as well: they count by its time, and not by that of a part. */
    @ParameterizedTest(name = "{1} s of {0} h: {2}")
    @CsvSource({
        "2, 0, 1800",
        "2, 1799, 1800",
        "2, 1830, 5400",
        "2, 4000, 5400",
        "0.1, 0, 180",
        "0.1, 170, 180",
        "0.1, 181, 540",
    })
    void shouldChangeMembersInTheMiddleOfEachHourOfAPhase(double hours, double doneSeconds, double changeSeconds) {
        assertThat(ofOnePhase(hours).nextChangeSeconds(doneSeconds)).isEqualTo(changeSeconds);
    }
}
