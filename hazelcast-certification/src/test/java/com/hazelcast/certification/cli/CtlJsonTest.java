package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.process.LocalCluster;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** {@code ctl} with {@code --json} against a member that nothing is loaded on. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class CtlJsonTest {
    private static final String CLUSTER = "--cluster-name=ctl-json-" + System.nanoTime();

    private static FraudMember member;
    private static String address;

    @BeforeAll
    static void startMember() throws Exception {
        int controlPort = LocalCluster.freePort();
        address = "--address=127.0.0.1:" + controlPort;
        String[] call = {
            "member",
            CLUSTER,
            "--port=" + LocalCluster.freePort(),
            "--control-port=" + controlPort,
            "--http-port=0",
            "--cards=1000",
            "--backups=0"
        };
        MemberCommand command = (MemberCommand) Fraud.commandLine(call)
                .parseArgs(call)
                .subcommand()
                .commandSpec()
                .userObject();
        member = FraudMember.start(command.options.toConfig(), Clock.systemUTC());
    }

    @AfterAll
    static void stopMember() {
        member.close();
    }

    private static JsonNode run(int status, String... verb) throws Exception {
        StringWriter out = new StringWriter();
        CommandLine commandLine = Fraud.commandLine("ctl");
        commandLine.setOut(new PrintWriter(out, true));
        List<String> call = new ArrayList<>(List.of("ctl", CLUSTER, address));
        call.addAll(List.of(verb));
        call.add("--json");
        assertThat(commandLine.execute(call.toArray(String[]::new))).isEqualTo(status);
        assertThat(out.toString()).hasLineCount(1);
        return new ObjectMapper().readTree(out.toString());
    }

    @Test
    void shouldPrintTheStatus() throws Exception {
        JsonNode status = run(0, "status");

        assertThat(status.get("state").textValue()).isEqualTo("NOTHING_LOADED");
        assertThat(status.get("members")).hasSize(1);
        assertThat(run(1, "status", "--check").get("good").booleanValue()).isFalse();
    }

    @Test
    void shouldPrintTheReport() throws Exception {
        assertThat(run(0, "report", "--duration=10ms").get("dataTransactions").longValue())
                .isZero();
    }

    @Test
    void shouldPrintTheVerification() throws Exception {
        JsonNode verification = run(1, "verify");

        assertThat(verification.get("good").booleanValue()).isFalse();
        assertThat(verification.get("problems"))
                .hasSize(verification.get("shardCount").intValue());
    }
}
