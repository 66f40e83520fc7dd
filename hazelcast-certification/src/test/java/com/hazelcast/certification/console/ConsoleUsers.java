package com.hazelcast.certification.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.access.QuickSecret;
import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.access.User;
import com.hazelcast.certification.access.UserFile;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The users of consoles that look at rules and change them: their file, their members, what they send and what they are answered. */
final class ConsoleUsers {
    private static final String SECRET = "a secret of some length";

    private final Path folder;

    /** In that folder are their file and the audit log. */
    ConsoleUsers(Path folder, Map<String, Role> roles) {
        this.folder = folder;
        UserFile users = new UserFile(file());
        roles.forEach((name, role) -> {
            boolean unused = users.put(new User(name, role, QuickSecret.of(SECRET), Long.MAX_VALUE));
        });
    }

    private Path file() {
        return folder.resolve("users");
    }

    private ConsoleSettings settings(Optional<Path> auditLog) {
        return new ConsoleSettings(
                "127.0.0.1",
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(file()),
                auditLog);
    }

    /** Starts two members with histories; returns a client of the first one's console, which has the audit log. */
    ConsoleClient startTwo(TestCluster cluster) throws IOException {
        FraudMember member = cluster.withConsole(settings(Optional.of(folder.resolve("audit.jsonl"))))
                .startMember();
        // With one alone the cluster is degraded, and its rules stay.
        FraudMember unused = cluster.withConsole(settings(Optional.empty())).startMember();
        cluster.load();
        return ConsoleClient.of(member);
    }

    /** The same client with the name and the secret of that user. */
    static ConsoleClient as(ConsoleClient client, String name) {
        return client.as(name, SECRET);
    }

    /** An object with these fields: names and values take turns. */
    static String json(Object... namesAndValues) {
        var object = new ObjectMapper().createObjectNode();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.putPOJO((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object.toString();
    }

    static JsonNode requireOk(ConsoleClient.Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    static void assertRefused(ConsoleClient.Answer answer, int status, String sentence) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.error()).contains(sentence);
    }
}
