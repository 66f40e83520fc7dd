package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
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
    private static CommandedMember member;

    @BeforeAll
    static void startMember() throws Exception {
        member = new CommandedMember("ctl-json");
    }

    @AfterAll
    static void stopMember() {
        member.close();
    }

    private static JsonNode run(int status, String... verb) throws Exception {
        StringWriter out = new StringWriter();
        CommandLine commandLine = Fraud.commandLine("ctl");
        commandLine.setOut(new PrintWriter(out, true));
        List<String> call = new ArrayList<>(List.of(member.command("ctl")));
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
