package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterSecret;
import com.hazelcast.certification.logs.CapturedErr;
import com.hazelcast.certification.logs.LogFormat;
import com.hazelcast.certification.logs.LogSettings;
import com.hazelcast.certification.logs.Logs;
import com.hazelcast.cluster.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;

/** What members write into their logs, and what not. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class MemberLogTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path folder;

    private final CapturedErr err = new CapturedErr();

    @AfterEach
    void end() {
        Logs.use(LogSettings.TOOL);
        err.close();
    }

    @Test
    void shouldSayWhichMembersThereAreAndLeaveHazelcastsListsOut() throws Exception {
        Logs.use(LogSettings.SERVICE);
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            String joined = address(second);
            cluster.leave(second);
            awaitLine(" INFO  MembershipLog - 1 member(s): " + address(first));
            awaitLine(" INFO  MembershipLog - " + joined + " has joined: 2 member(s)");
            awaitLine(" INFO  MembershipLog - " + joined + " has left: 1 member(s)");
            assertThat(err.text()).doesNotContain("INFO  ClusterService");
        }
    }

    @Test
    void shouldSayWhatBecameOfTheShardsOfAFailedMember() throws Exception {
        Logs.use(new LogSettings(Level.INFO, Level.WARN, LogFormat.JSON, Optional.empty()));
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.kill(second);
            TestCluster.await(
                    "the shards of the failed member",
                    () -> !events("shard_promoted").isEmpty());
            assertThat(events("shard_promoted")).allSatisfy(event -> {
                assertThat(event.get("shard").isInt()).isTrue();
                assertThat(event.get("loggerName").asText()).endsWith("MembershipLog");
            });
            TestCluster.await("its leaving", () -> !events("member_left").isEmpty());
            assertThat(events("member_left"))
                    .singleElement()
                    .satisfies(
                            event -> assertThat(event.get("members").intValue()).isOne());
            assertThat(events("shard_lost")).isEmpty();
        }
    }

    private List<JsonNode> events(String name) {
        JsonMapper json = new JsonMapper();
        List<JsonNode> found = new ArrayList<>();
        for (String line :
                err.text().lines().filter(text -> text.startsWith("{")).toList()) {
            try {
                JsonNode event = json.readTree(line);
                if (event.path("event").asText().equals(name)) {
                    found.add(event);
                }
            } catch (JsonProcessingException e) {
                throw new AssertionError("no object: " + line, e);
            }
        }
        return found;
    }

    private void awaitLine(String end) {
        TestCluster.await(end, () -> err.text().lines().anyMatch(line -> line.endsWith(end)));
    }

    private ClusterSecret secret(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return ClusterSecret.read(file);
    }

    private static String address(FraudMember member) {
        Address address = member.hazelcast().getCluster().getLocalMember().getAddress();
        return address.getHost() + ":" + address.getPort();
    }

    @Test
    void shouldWriteTheNameThatIsMadeFromTheSecretNowhere() throws Exception {
        ClusterSecret known = secret("known", SECRET);
        Optional<ClusterSecret> secret = Optional.of(known);
        Optional<ClusterSecret> other = Optional.of(secret("other", SECRET + "0"));
        Logs.use(LogSettings.SERVICE.withLevel(Level.TRACE));
        try (TestCluster guarded = new TestCluster().withSecret(known)) {
            FraudMember first = guarded.startMember();
            guarded.startMember();
            guarded.awaitMembers(2);
            Address control = TestCluster.controlAddress(first);
            String host = control.getHost() + ":" + control.getPort();
            try (ClusterControl client = ClusterControl.connect(guarded.name(), secret, host, 10_000)) {
                assertThat(client.statuses()).hasSize(2);
            }
            assertThatThrownBy(() -> ClusterControl.connect(guarded.name(), other, host, 2_000))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(err.text().lines()).hasSizeGreaterThan(100);
            assertThat(err.text().lines())
                    .noneMatch(line -> line.contains(ClusterSecret.joinName(guarded.name(), secret)))
                    .noneMatch(line -> line.contains(ClusterSecret.joinName(guarded.name(), other)));
        }
    }
}
