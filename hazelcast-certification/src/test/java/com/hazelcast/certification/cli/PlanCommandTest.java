package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.plan.InstanceKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PlanCommandTest {
    private final StringWriter out = new StringWriter();

    private int run(String... arguments) {
        CommandLine commandLine = Fraud.commandLine();
        commandLine.setOut(new PrintWriter(out, true));
        return commandLine.execute(arguments);
    }

    @Test
    void shouldShowTheArithmetic() {
        assertThat(run("plan", "--cards", "30000000", "--tps", "500000", "--instance", "r7g.2xlarge"))
                .isZero();
        assertThat(out.toString())
                .contains(" machines of r7g.2xlarge")
                .contains("us of a core a transaction in a cluster of")
                .contains("docs/rounds/scale-out.md")
                .contains("30,000,000 cards x 574 bytes x 2 copies = 32.1 GiB")
                .contains("one lost:")
                .contains("--min-members ");
    }

    @Test
    void shouldCompareAllKindsWhenNoneIsNamed() {
        assertThat(run("plan", "--cards", "30000000", "--tps", "500000")).isZero();
        assertThat(out.toString().lines()).hasSize(1 + InstanceKind.all().size());
    }
}
