package com.hazelcast.certification.console;

import static com.hazelcast.certification.console.ConsoleUsers.assertRefused;
import static com.hazelcast.certification.console.ConsoleUsers.json;
import static com.hazelcast.certification.console.ConsoleUsers.requireOk;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lists of sets by the console's API: how versions differ, and entries that are added; cards are masked. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ConsoleListsTest {
    private static final String CARD = "4000123412341234";

    @TempDir
    Path folder;

    private TestCluster cluster;
    private ConsoleClient anyone;

    @BeforeEach
    void startMembers() throws IOException {
        cluster = new TestCluster();
        anyone = new ConsoleUsers(folder, Map.of("vera", Role.VIEWER, "anna", Role.ANALYST)).startTwo(cluster);
    }

    @AfterEach
    void close() throws IOException {
        cluster.close();
    }

    private ConsoleClient as(String name) {
        return ConsoleUsers.as(anyone, name);
    }

    private void submitKnown(String entries) {
        String text = "set cards\nlist known of card from 'known.csv'\nrule two decline when tx.card in @known\n";
        JsonNode unused = requireOk(as("anna")
                .post(
                        "/api/rule-change/submit",
                        json("text", text, "files", Map.of("known.csv", entries), "reason", "a test")));
    }

    @Test
    void shouldCompareListsByTheirEntriesWithCardsMasked() {
        submitKnown("# of fraud\n" + CARD + "\n12345678,2030-01-01\n5555666677778888\n");
        submitKnown("12345678,2030-01-01\n" + CARD + ",2031-01-01\n4111111111111111\n");
        ConsoleClient vera = as("vera");
        JsonNode found = requireOk(vera.get("/api/rule-file-diff?from=2&to=3&name=known.csv"));
        assertThat(found.path("entries").asInt()).isEqualTo(3);
        assertThat(found.path("added").asInt()).isEqualTo(1);
        assertThat(found.path("removed").asInt()).isEqualTo(1);
        assertThat(found.path("changed").asInt()).isEqualTo(1);
        assertThat(found.path("examples").toString())
                .isEqualTo(
                        "[{\"what\":\"changed\",\"key\":\"400012******1234\",\"before\":\"\",\"after\":\"2031-01-01\"},"
                                + "{\"what\":\"added\",\"key\":\"411111******1111\",\"before\":\"\",\"after\":\"\"},"
                                + "{\"what\":\"removed\",\"key\":\"555566******8888\",\"before\":\"\",\"after\":\"\"}]");
        JsonNode new1 = requireOk(vera.get("/api/rule-file-diff?from=1&to=3&name=known.csv&max=2"));
        assertThat(new1.path("added").asInt()).as("set 1 has no such list").isEqualTo(3);
        assertThat(new1.path("examples")).hasSize(2);
        assertRefused(vera.get("/api/rule-file-diff?from=2&to=3&name=other.csv"), 404, "no list or table");
        assertRefused(vera.get("/api/rule-file-diff?from=2&to=3"), 404, "no list or table");
        assertRefused(vera.get("/api/rule-file-diff?from=2&to=9&name=known.csv"), 404, "set=9");
        assertRefused(vera.get("/api/rule-file-diff?to=3&name=known.csv"), 400, "whole number");
        assertRefused(vera.get("/api/rule-file-diff?from=2&to=3&name=known.csv&max=1001"), 400, "max must be");
        assertThat(anyone.bodies()).noneMatch(body -> body.contains(CARD) || body.contains("12345678"));
    }

    private String known(int set) {
        return cluster.control()
                .rules()
                .book()
                .set(set)
                .orElseThrow()
                .text()
                .files()
                .get("known.csv");
    }

    @Test
    void shouldAddEntriesToAListInANewSetWithCardsMasked() {
        submitKnown(CARD + "\n12345678,2030-01-01\n");
        ConsoleClient anna = as("anna");
        String path = "/api/rule-list-add";
        JsonNode table = requireOk(anna.post(
                path,
                json(
                        "set",
                        2,
                        "name",
                        "known.csv",
                        "lines",
                        "4111111111111111\n12345678,2031-01-01",
                        "reason",
                        "a call")));
        assertThat(table.path("sets").path(0).path("number").asInt()).isEqualTo(3);
        assertThat(table.path("sets").path(0).path("stage").asText()).isEqualTo("draft");
        assertThat(table.path("sets").path(0).path("author").asText()).isEqualTo("anna");
        assertThat(known(2)).as("a list never changes").isEqualTo(CARD + "\n12345678,2030-01-01\n");
        assertThat(known(3)).isEqualTo(CARD + "\n12345678,2031-01-01\n4111111111111111\n");
        assertRefused(
                anna.post(path, json("set", 3, "name", "known.csv", "lines", CARD + "\n", "reason", "r")),
                409,
                "has these entries already");
        assertRefused(
                anna.post(path, json("set", 3, "name", "known.csv", "lines", "4111x11111111111", "reason", "r")),
                400,
                "the set is wrong");
        assertRefused(anna.post(path, json("set", 3, "name", "known.csv", "lines", "87654321")), 400, "needs a reason");
        assertRefused(anna.post(path, json("set", 3, "name", "known.csv", "lines", CARD)), 400, "needs a reason");
        assertRefused(anna.post(path, json("set", 3, "name", "known.csv", "reason", "r")), 400, "give lines");
        assertRefused(anna.post(path, json("set", 9, "name", "known.csv", "lines", "1", "reason", "r")), 404, "set=9");
        assertRefused(
                anna.post(path, json("name", "known.csv", "lines", "87654321", "reason", "r")),
                404,
                "no list or table of that name: set=1");
        assertRefused(
                as("vera").post(path, json("set", 3, "name", "known.csv", "lines", "87654321", "reason", "r")),
                403,
                "is not enough for work on the rules");
        assertThat(requireOk(as("vera").get("/api/rule-sets")).path("sets")).hasSize(3);
        TestCluster.await("the audit log says of which list, with cards masked", () -> {
            try {
                String audit = Files.readString(folder.resolve("audit.jsonl"));
                assertThat(audit).doesNotContain("4111111111111111", "12345678");
                return audit.contains("a call of=2 list=known.csv entries=2: ******** 411111******1111");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(anyone.bodies()).noneMatch(body -> body.contains("4111111111111111") || body.contains("12345678"));
    }

    @Test
    void shouldAddACardThatWasLookedUpByItsLink() {
        submitKnown("12345678\n");
        ConsoleClient anna = as("anna");
        JsonNode card = requireOk(anna.post("/api/card", json("card", CARD)));
        assertThat(card.path("known").asBoolean()).isFalse();
        String link = card.path("cardLink").asText();
        assertThat(link).hasSize(48);
        String path = "/api/rule-list-add";
        requireOk(anna.post(
                path,
                json("set", 2, "name", "known.csv", "cardLink", link, "expires", "2030-01-31", "reason", "lost")));
        assertThat(known(3)).isEqualTo("12345678\n" + CARD + ",2030-01-31\n");
        assertRefused(
                anna.post(
                        path,
                        json(
                                "set",
                                3,
                                "name",
                                "known.csv",
                                "cardLink",
                                link,
                                "expires",
                                "2030-01-31\n1",
                                "reason",
                                "r")),
                400,
                "expires must be");
        assertRefused(
                anna.post(path, json("set", 3, "name", "known.csv", "cardLink", "0".repeat(48), "reason", "r")),
                404,
                "leads to no card");
        assertThat(anyone.bodies()).noneMatch(body -> body.contains(CARD));
    }

    @Test
    void shouldCompareNoListsThatAreTooLargeForAMember() {
        for (String year : List.of("2030", "2031")) {
            StringBuilder large = new StringBuilder();
            for (int i = 0; i < 80_000; i++) {
                large.append(4_000_000_000_000_000L + i)
                        .append(',')
                        .append(year)
                        .append("-01-01\n");
            }
            submitKnown(large.toString());
        }
        assertRefused(as("vera").get("/api/rule-file-diff?from=2&to=3&name=known.csv"), 400, "use ./fraud lists diff");
    }
}
