package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterSecret;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.rules.live.RuleBook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the audit log has of commands that change nothing. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ControlAuditTest {
    private static final long CONNECT_MS = 30_000;

    @TempDir
    Path folder;

    @Test
    void shouldWriteDownWhoReadsTheTextsOfSetsByCommand() throws IOException {
        Path log = folder.resolve("audit.jsonl");
        ConsoleSettings settings = new ConsoleSettings(
                "127.0.0.1",
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(log));
        try (TestCluster cluster = new TestCluster()) {
            FraudMember unused = cluster.withConsole(settings).startMember();
            try (ClusterControl client =
                    ClusterControl.connect(cluster.name(), ClusterSecret.NONE, cluster.controlAddress(), CONNECT_MS)) {
                RuleBook without = client.rules().bookWithoutTexts();
                assertThat(without.sets())
                        .isNotEmpty()
                        .allMatch(set -> set.text().text().isEmpty());
                RuleBook ofMember = cluster.control().rules().book();
                assertThat(Files.readString(log)).as("nobody has read texts").doesNotContain("rule-book");

                assertThat(client.rules().book()).isEqualTo(ofMember);
            }
        }
        assertThat(Files.readString(log))
                .containsOnlyOnce("\"what\":\"rule-book\"")
                .contains("\"result\":\"read\"");
    }
}
