package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the playbooks' command {@code ctl} on a member's host passes to the commands behind it. */
class DeployedControlTest {
    private static final List<String> GROUPS = List.of("rules", "lists", "labels");
    private static final Path CTL = DocumentedCommands.PROJECT.resolve("ansible/roles/member/templates/ctl.j2");
    private static final Pattern WITHOUT_CLUSTER = Pattern.compile("\"((?:rules|lists|labels) [a-z]+)\"");

    @Test
    void shouldPassTheClusterToEveryCommandThatReachesOneAndToNoOther() throws IOException {
        Set<String> reachNone = new TreeSet<>();
        for (String group : GROUPS) {
            new CommandLine(FraudCommand.named(group)).getSubcommands().forEach((name, command) -> {
                if (command.getCommandSpec().findOption("--cluster-secret-file") == null) {
                    reachNone.add(group + " " + name);
                }
            });
        }

        Set<String> withoutCluster = WITHOUT_CLUSTER
                .matcher(Files.readString(CTL))
                .results()
                .map(command -> command.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(withoutCluster).isEqualTo(reachNone);
    }
}
