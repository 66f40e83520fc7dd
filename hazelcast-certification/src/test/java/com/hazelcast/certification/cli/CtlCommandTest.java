package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cluster.StopReport;
import com.hazelcast.certification.process.LocalCluster;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CtlCommandTest {
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine commandLine = Fraud.commandLine(arguments);
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ctl --address ADDRESS --cluster-name other status",
                "ctl status --address ADDRESS --cluster-name other",
                "ctl --cluster-name other start --address=ADDRESS --without-histories",
                "ctl --address=ADDRESS expect 1 --cluster-name=other",
                "ctl --timeout 2s --cluster-name other verify --address ADDRESS",
            })
    void shouldTakeItsOptionsBeforeAndAfterTheVerbAndSayWhatItCouldNotReach(String call) throws Exception {
        String address = "127.0.0.1:" + LocalCluster.freePort();
        assertThat(run(call.replace("ADDRESS", address).split(" "))).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("fraud: nothing listens at " + address + ", so the cluster other cannot be asked; check")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--history=30", "--seed=2", "--traffic=challenge", "--since=1d"})
    void shouldRefuseWhichHistoriesWithoutCards(String option) {
        assertThat(run("ctl", "load", option)).isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "fraud: without --cards, histories are those that the member is configured for; give --cards as"
                                + " well, or leave out " + option.substring(0, option.indexOf('='))
                                + System.lineSeparator())
                .endsWith("See ./fraud ctl load --help" + System.lineSeparator());
    }

    @Test
    void shouldFailWhenSomethingIsStillInFlightAfterAStop() {
        assertThat(CtlCommand.print(List.of(new StopReport("a:1", 0), new StopReport("b:2", 264))))
                .isEqualTo(1);
        assertThat(CtlCommand.print(List.of(new StopReport("a:1", 0)))).isZero();
    }
}
