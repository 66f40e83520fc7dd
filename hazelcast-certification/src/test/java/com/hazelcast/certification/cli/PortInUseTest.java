package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.process.LocalCluster;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** A port that is in use is said in one line that names its option, before anything has started. */
class PortInUseTest {
    private final StringWriter err = new StringWriter();

    private int run(List<String> arguments) {
        String[] call = arguments.toArray(String[]::new);
        CommandLine commandLine = Fraud.commandLine(call);
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(call);
    }

    private static List<String> free(String... options) throws Exception {
        List<String> arguments = new ArrayList<>();
        for (String option : options) {
            arguments.add(option + "=" + LocalCluster.freePort());
        }
        return arguments;
    }

    @ParameterizedTest
    @CsvSource({
        "member, --port",
        "member, --control-port",
        "member, --http-port",
        "member, --gateway-port",
        "member, --api-port",
        "source, --port",
        "demo, --port",
        "demo, --http-port",
        "demo, --source-port",
        "demo, --prometheus-port",
    })
    void shouldNameTheOptionOfThePort(String command, String option) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(command));
        switch (command) {
            case "member" -> {
                arguments.addAll(free("--port", "--control-port", "--http-port", "--gateway-port", "--api-port"));
                arguments.add("--gateway-plain");
            }
            case "demo" -> {
                arguments.addAll(free("--port", "--http-port", "--source-port", "--prometheus-port"));
                arguments.addAll(List.of("--members=1", "--watch"));
            }
            default -> arguments.addAll(free("--port"));
        }
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            arguments.removeIf(argument -> argument.startsWith(option + "="));
            arguments.add(option + "=" + taken.getLocalPort());
            assertThat(run(arguments)).isEqualTo(2);
            assertThat(err.toString())
                    .startsWith("fraud: port " + taken.getLocalPort() + " is in use: " + option + "="
                            + taken.getLocalPort() + "; choose another, or stop what listens there")
                    .hasLineCount(1);
        }
    }

    @Test
    void shouldRefuseOnePortForTwo() throws Exception {
        List<String> arguments = new ArrayList<>(List.of("member"));
        arguments.addAll(free("--port", "--control-port"));
        int port = LocalCluster.freePort();
        arguments.addAll(List.of("--http-port=" + port, "--api-port=" + port));
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(
                        "fraud: two ports of a member cannot be one; choose another for one of these: --http-port="
                                + port + " --api-port=" + port);
    }

    @Test
    void shouldNameTheAddressThatThisMachineHasNot() throws Exception {
        List<String> arguments = new ArrayList<>(List.of("member", "--host=192.0.2.77", "--cluster-name-only"));
        arguments.addAll(free("--port", "--control-port", "--http-port"));
        assertThat(run(arguments)).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines(
                        "fraud: this machine has no such address: --host=192.0.2.77; give one of its own");
    }
}
