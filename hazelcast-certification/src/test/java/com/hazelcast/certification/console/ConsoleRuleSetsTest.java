package com.hazelcast.certification.console;

import static com.hazelcast.certification.console.ConsoleUsers.assertRefused;
import static com.hazelcast.certification.console.ConsoleUsers.json;
import static com.hazelcast.certification.console.ConsoleUsers.requireOk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sets of rules by the console's API: who may see and change them, and what comes of requests that are wrong in every way. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ConsoleRuleSetsTest {
    private static final String CARD = "4000123412341234";
    private static final String DECLINES_MOST = "set most\nrule most 'Most payments' decline when tx.amount >= 2\n";

    @TempDir
    Path folder;

    private ConsoleUsers users;
    private TestCluster cluster;
    private ConsoleClient anyone;

    @BeforeEach
    void prepareCluster() {
        users = new ConsoleUsers(
                folder,
                Map.of("vera", Role.VIEWER, "anna", Role.ANALYST, "otto", Role.OPERATOR, "olga", Role.OPERATOR));
        cluster = new TestCluster();
    }

    @AfterEach
    void close() throws IOException {
        cluster.close();
    }

    private void startMember() throws IOException {
        anyone = users.startTwo(cluster);
    }

    private ConsoleClient as(String name) {
        return ConsoleUsers.as(anyone, name);
    }

    private JsonNode change(String user, Kind kind, Object... namesAndValues) {
        return requireOk(as(user).post("/api/rule-change/" + kind.label(), json(namesAndValues)));
    }

    private void submit(String user, String text) {
        change(user, Kind.SUBMIT, "text", text, "reason", "a test");
    }

    /** Has the blast radius of a set found out. */
    private JsonNode tryAgainstActive(int set) {
        JsonNode table = requireOk(as("vera").get("/api/rule-sets"));
        JsonNode begun = requireOk(as("anna")
                .post(
                        "/api/rule-backtest/begin",
                        json("set", set, "against", table.path("active").asInt(), "days", 90, "sample", 1.0)));
        TestCluster.await("the backtest has ended", () -> {
            JsonNode now = requireOk(as("vera").get("/api/rule-backtest")).path("backtest");
            assertThat(now.path("id")).isEqualTo(begun.path("id"));
            return !now.path("running").asBoolean();
        });
        JsonNode ended = requireOk(as("vera").get("/api/rule-backtest")).path("backtest");
        assertThat(ended.path("failure").isNull()).as(ended.toString()).isTrue();
        return ended.path("report");
    }

    @Test
    void shouldLeadASetThroughItsLifeInTheNameOfWhoHasSignedIn() throws IOException {
        startMember();
        JsonNode submitted = change("anna", Kind.SUBMIT, "text", DECLINES_MOST, "reason", "ticket 1", "by", "somebody");
        assertThat(submitted.path("sets").path(0).path("number").asInt()).isEqualTo(2);
        assertThat(submitted.path("sets").path(0).path("stage").asText()).isEqualTo("draft");
        assertThat(submitted.path("sets").path(0).path("author").asText()).isEqualTo("anna");
        change("anna", Kind.SHADOW, "set", 2, "reason", "ticket 1");
        JsonNode shadows = requireOk(as("vera").get("/api/rule-shadows"));
        assertThat(shadows.path("shadows").path(0).path("number").asInt()).isEqualTo(2);

        ConsoleClient otto = as("otto");
        assertRefused(
                otto.post("/api/rule-change/activate", json("set", 2, "reason", "ticket 1")),
                409,
                "run a backtest of the set against the active one first");
        JsonNode report = tryAgainstActive(2);
        long changed = report.path("cardsChanged").asLong();
        assertThat(changed).isGreaterThan(TestCluster.CARDS / 50);
        assertThat(report.path("rules").path(0).path("transactions").asLong()).isPositive();
        assertThat(report.path("otherRules")).hasSize(CertificationRules.LAST_ID);
        assertThat(report.path("examples").findValuesAsText("to")).contains("decline");
        assertThat(report.path("examples").path(0).path("card").asText()).contains("****");
        JsonNode kept = requireOk(as("vera").get("/api/rule-sets/2")).path("backtest");
        assertThat(kept.path("against").asInt()).isEqualTo(1);
        assertThat(kept.path("cardsChanged").asLong()).isEqualTo(changed);
        assertRefused(
                otto.post(
                        "/api/rule-change/activate",
                        json("set", 2, "reason", "ticket 1", "confirmedCards", changed - 1)),
                409,
                "confirmedCards=" + changed);
        JsonNode active = change("otto", Kind.ACTIVATE, "set", 2, "reason", "ticket 1", "confirmedCards", changed);
        assertThat(active.path("active").asInt()).isEqualTo(2);
        JsonNode back = change("otto", Kind.ROLLBACK, "reason", "too many");
        assertThat(back.path("active").asInt()).isEqualTo(1);
        assertThat(back.path("sets").path(1).path("lastChange").path("what").asText())
                .isEqualTo("rollback");

        assertThat(requireOk(as("vera").get("/api/throughput")).path("marks").findValuesAsText("text"))
                .containsSubsequence("set 2 most activated", "set 2 most rolled back, set 1 certification decides");

        JsonNode log = requireOk(as("vera").get("/api/rule-log?max=2"));
        assertThat(log.path("count").asInt()).as("with the backtest").isEqualTo(5);
        assertThat(log.path("broken").isNull()).isTrue();
        assertThat(log.path("lines")).hasSize(2);
        JsonNode last = log.path("lines").path(0).path("change");
        assertThat(last.path("by").asText()).isEqualTo("otto");
        assertThat(last.path("verified").asBoolean()).isTrue();
        assertThat(last.path("reason").asText()).isEqualTo("too many");
        JsonNode oldest = requireOk(as("vera").get("/api/rule-log?before=2"))
                .path("lines")
                .path(0)
                .path("change");
        assertThat(oldest.path("by").asText()).as("not what the body said").isEqualTo("anna");
        TestCluster.await("the audit log has it", () -> {
            try {
                return Files.readString(folder.resolve("audit.jsonl")).contains("rules-rollback");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void shouldSayWhatIsWrongWithATextWhereAndWhatASetCosts() throws IOException {
        startMember();
        ConsoleClient anna = as("anna");
        JsonNode wrong = requireOk(
                        anna.post("/api/rule-check", json("text", "set s\nrule r decline when\n  tx.amuont > 3\n")))
                .path("checked");
        assertThat(wrong.path("problems")).hasSize(1);
        assertThat(wrong.path("problems").path(0).path("line").asInt()).isEqualTo(3);
        assertThat(wrong.path("problems").path(0).path("column").asInt()).isPositive();
        assertThat(wrong.path("problems").path(0).path("message").asText()).contains("did you mean 'amount'");
        assertThat(wrong.path("cost").isNull()).isTrue();

        String taken = "set s\nrule none decline when tx.amount > 3\n";
        JsonNode name = requireOk(anna.post("/api/rule-check", json("text", taken)))
                .path("checked")
                .path("problems");
        assertThat(name).as("what a submission refuses").hasSize(1);
        assertThat(name.path(0).path("line").asInt()).isEqualTo(2);
        assertRefused(
                anna.post("/api/rule-change/submit", json("text", taken, "reason", "a test")),
                400,
                "give it another one: name=none");

        JsonNode right = requireOk(anna.post("/api/rule-check", json("text", DECLINES_MOST, "against", 1)));
        assertThat(right.path("checked").path("problems")).isEmpty();
        assertThat(right.path("checked").path("cost").path("manyNs").asDouble()).isPositive();
        assertThat(right.path("checked").path("cost").path("budgetNs").asLong()).isEqualTo(50_000);
        assertThat(right.path("checked").path("cost").path("inside").asBoolean())
                .isTrue();
        assertThat(right.path("difference").path("rules"))
                .as("all that leave, and one that comes")
                .hasSize(CertificationRules.LAST_ID + 1);

        JsonNode detail = requireOk(as("vera").get("/api/rule-sets/1"));
        assertThat(detail.path("text").asText()).contains("rule ");
        assertThat(detail.path("checked").path("rules")).hasSize(CertificationRules.LAST_ID);
        assertThat(requireOk(as("vera").get("/api/rule-diff?from=1&to=1"))
                        .path("unchanged")
                        .asInt())
                .isEqualTo(CertificationRules.LAST_ID);
    }

    @Test
    void shouldRefuseWhoseRoleIsNotEnough() throws IOException {
        startMember();
        submit("anna", DECLINES_MOST);
        String body = json("set", 2, "reason", "a test", "sharePercent", 1, "text", DECLINES_MOST);
        for (Kind kind : Kind.values()) {
            if (!kind.isAsked()) {
                continue;
            }
            String path = "/api/rule-change/" + kind.label();
            assertThat(anyone.post(path, body).status()).as(path).isEqualTo(401);
            assertRefused(as("vera").post(path, body), 403, "is not enough for work on the rules");
            if (kind != Kind.SUBMIT && kind != Kind.SHADOW) {
                assertRefused(as("anna").post(path, body), 403, "is not enough for work on the rules");
            }
        }
        for (String path : List.of("/api/rule-check", "/api/rule-backtest/begin", "/api/rule-backtest/cancel")) {
            assertRefused(as("vera").post(path, body), 403, "is not enough for work on the rules");
        }
        JsonNode table = requireOk(anyone.get("/api/rule-sets"));
        assertThat(table.path("version").asLong())
                .as("nothing has changed but by the submission")
                .isEqualTo(2);
    }

    @Test
    void shouldAnswerRequestsThatAreWrongInEveryWayAndChangeNothing() throws IOException {
        startMember();
        ConsoleClient otto = as("otto");
        String long1 = "set s\n" + "-- 0123456789\n".repeat(75_000);
        assertThat(requireOk(otto.post("/api/rule-check", json("text", long1)))
                        .path("checked")
                        .path("problems")
                        .path(0)
                        .path("message")
                        .asText())
                .contains("at most 524288 characters");
        assertRefused(
                otto.post("/api/rule-change/submit", json("text", long1, "reason", "r")),
                400,
                "at most 524288 characters");
        assertRefused(
                otto.post("/api/rule-change/submit", json("text", long1.repeat(5), "reason", "r")),
                413,
                "send at most 4194304 bytes");
        assertRefused(
                otto.post("/api/rule-change/retire", json("reason", "r".repeat(5_000))),
                413,
                "send at most 4096 bytes");
        assertRefused(
                otto.post("/api/rule-change/submit", json("text", "set s\nrule r decline when 1 + 'x'", "reason", "r")),
                400,
                "line 2, column");
        assertRefused(otto.post("/api/rule-change/submit", json("reason", "r")), 400, "give the text of a set");
        assertRefused(
                otto.post("/api/rule-change/submit", json("text", DECLINES_MOST)), 400, "the record needs a reason");
        assertRefused(
                otto.post("/api/rule-change/submit", json("text", DECLINES_MOST, "reason", "two\nlines")),
                400,
                "in one line");
        for (Kind kind : List.of(Kind.SHADOW, Kind.CANARY, Kind.ACTIVATE, Kind.RETIRE, Kind.REMOVE)) {
            String path = "/api/rule-change/" + kind.label();
            assertRefused(otto.post(path, json("set", 99, "reason", "r", "sharePercent", 5)), 404, "set=99");
            assertRefused(otto.post(path, json("reason", "r")), 400, "give the number of a set");
            assertRefused(otto.post(path, json("set", "<b>", "reason", "r")), 400, "must be a JSON object");
            assertRefused(otto.post(path, json("set", 1.9, "reason", "r")), 400, "whole numbers have no point");
        }
        String half = json("set", 1, "reason", "r", "breakerPercent", 0.5);
        assertRefused(otto.post("/api/rule-change/activate", half), 400, "whole numbers have no point");
        assertRefused(otto.post("/api/rule-change/rollback", json("reason", "r")), 409, "nothing to go back to");
        assertRefused(otto.post("/api/rule-change/retire", json("set", 1, "reason", "r")), 409, "that set decides");
        assertRefused(otto.post("/api/rule-change/activate", json("set", 1, "reason", "r")), 409, "decides already");
        for (Object share : List.of(0, 100, -1, 1e300, 0.005, 12.345)) {
            assertRefused(
                    otto.post("/api/rule-change/canary", json("set", 1, "reason", "r", "sharePercent", share)),
                    400,
                    "0.01 to 99.99");
        }
        assertRefused(otto.post("/api/rule-change/canary", "[1]"), 400, "must be a JSON object");
        assertRefused(
                otto.send("POST", "/api/rule-change/rollback", json("reason", "r"), "Content-Type", "text/plain"),
                400,
                "application/json");
        assertRefused(otto.post("/api/rule-change/delete", json("reason", "r")), 404, "no such path");
        assertThat(otto.get("/api/rule-change/rollback").status()).isEqualTo(405);
        assertRefused(otto.get("/api/rule-sets/99"), 404, "set=99");
        assertRefused(otto.get("/api/rule-sets/x"), 400, "whole number");
        assertRefused(otto.get("/api/rule-diff?from=1"), 400, "whole number");
        assertRefused(otto.get("/api/rule-diff?from=1&to=7"), 404, "set=7");
        assertRefused(otto.get("/api/rule-log?max=5000"), 400, "max must be");
        assertRefused(otto.get("/api/rule-log?max=1&max=2"), 400, "parameter=max");
        assertRefused(otto.get("/api/rule-diff?from=1&to=1&from=2"), 400, "parameter=from");
        assertRefused(otto.get("/api/rule-file/1?name=..%2Fusers"), 404, "no list or table");
        assertRefused(otto.post("/api/rule-backtest/begin", json("set", 1, "days", 91)), 400, "90 days back");
        assertRefused(otto.post("/api/rule-backtest/begin", json("set", 1, "sample", 0)), 400, "at most 1");
        StringBuilder expensive = new StringBuilder("set costly points review at 50\n");
        for (int i = 1; i <= 500; i++) {
            expensive.append("rule r").append(i).append(" points 1 when exists(last 90d where amount = ");
            expensive.append(i).append(")\n");
        }
        assertRefused(
                otto.post("/api/rule-backtest/begin", json("text", expensive.toString(), "against", 1)),
                400,
                "the set costs too much");
        assertRefused(
                otto.post("/api/rule-backtest/begin", json("text", "set s rule r decline when tx.amuont > 3")),
                400,
                "did you mean 'amount'");
        assertThat(requireOk(otto.get("/api/rule-sets")).path("version").asLong())
                .isEqualTo(1);
    }

    @Test
    void shouldRemoveTheTextOfARetiredSet() throws IOException {
        startMember();
        submit("anna", DECLINES_MOST);
        assertRefused(as("otto").post("/api/rule-change/remove", json("set", 2, "reason", "r")), 409, "stage=draft");
        change("otto", Kind.RETIRE, "set", 2, "reason", "not needed");

        JsonNode removed = change("otto", Kind.REMOVE, "set", 2, "reason", "not needed");

        assertThat(removed.at("/sets/0/removed").asBoolean()).isTrue();
        assertThat(removed.at("/room/sets").asInt()).isEqualTo(1);
        assertThat(removed.at("/room/characters").asInt())
                .as("also in the answer to a change")
                .isGreaterThan(1_000);
        JsonNode detail = requireOk(as("vera").get("/api/rule-sets/2"));
        assertThat(detail.path("removed").asBoolean()).isTrue();
        assertThat(detail.path("name").asText()).isEqualTo("most");
        assertRefused(as("vera").get("/api/rule-diff?from=1&to=2"), 409, "were removed");
        assertRefused(as("vera").get("/api/rule-file-diff?from=1&to=2&name=a.csv"), 409, "set=2");
        assertRefused(as("vera").get("/api/rule-file-diff?from=2&to=1&name=a.csv"), 409, "set=2");
        assertRefused(as("anna").post("/api/rule-backtest/begin", json("set", 2, "against", 1)), 409, "were removed");
        assertRefused(as("anna").post("/api/rule-change/shadow", json("set", 2, "reason", "r")), 409, "submit the set");
    }

    @Test
    void shouldLetOneOfTwoActivationsAtOnceThrough() throws IOException {
        startMember();
        submit("anna", DECLINES_MOST);
        long changed = tryAgainstActive(2).path("cardsChanged").asLong();
        String body = json("set", 2, "reason", "at once", "confirmedCards", changed);
        assertThat(as("otto").get("/api/session").status()).isEqualTo(200);
        assertThat(as("olga").get("/api/session").status()).isEqualTo(200);
        List<CompletableFuture<Integer>> both = Stream.of("otto", "olga")
                .map(name -> CompletableFuture.supplyAsync(
                        () -> as(name).post("/api/rule-change/activate", body).status()))
                .toList();
        assertThat(both.stream().map(CompletableFuture::join)).containsExactlyInAnyOrder(200, 409);
        assertThat(requireOk(as("vera").get("/api/rule-log")).path("count").asInt())
                .as("submitted, tried, activated")
                .isEqualTo(3);
    }

    @Test
    void shouldAskForASecondPersonWhereTheMemberIsSoConfigured() throws IOException {
        cluster.withSecondPerson();
        startMember();
        submit("otto", DECLINES_MOST);
        assertThat(requireOk(as("vera").get("/api/rule-sets"))
                        .path("secondPerson")
                        .asBoolean())
                .isTrue();
        long changed = tryAgainstActive(2).path("cardsChanged").asLong();
        String body = json("set", 2, "reason", "mine", "confirmedCards", changed, "sharePercent", 1);
        assertRefused(as("otto").post("/api/rule-change/activate", body), 409, "ask another operator");
        assertRefused(as("otto").post("/api/rule-change/canary", body), 409, "ask another operator");
        assertThatThrownBy(() -> cluster.control()
                        .rules()
                        .change(new RuleChange(Kind.ACTIVATE, 2, 0, 0, "olga", "by command", null)))
                .hasMessageContaining("give --user, or sign in to the console");
        assertThat(requireOk(as("olga").post("/api/rule-change/activate", body))
                        .path("active")
                        .asInt())
                .isEqualTo(2);
    }

    @Test
    void shouldMaskCardsAndKeepMarkupAsText() throws IOException {
        startMember();
        String text = "set cards\nlist known of card from 'known.csv'\n"
                + "-- <img src=x onerror=alert(1)>\nrule one decline when tx.card = '" + CARD + "'\n"
                + "rule two decline when tx.card in @known\n";
        change(
                "anna",
                Kind.SUBMIT,
                "text",
                text,
                "files",
                Map.of("known.csv", CARD + "\n12345678,2030-01-01\n"),
                "reason",
                "<script>alert(2)</script>");
        JsonNode detail = requireOk(as("anna").get("/api/rule-sets/2"));
        assertThat(detail.path("masked").asBoolean()).isTrue();
        assertThat(detail.path("text").asText()).contains("'400012******1234'", "<img src=x onerror=alert(1)>");
        assertThat(detail.path("files").path(0).path("lines").asInt()).isEqualTo(2);
        assertThat(requireOk(as("vera").get("/api/rule-file/2?name=known.csv"))
                        .path("text")
                        .asText())
                .isEqualTo("400012******1234\n********,2030-01-01\n");
        assertThat(requireOk(as("vera").get("/api/rule-file/2?name=known.csv"))
                        .path("masked")
                        .asBoolean())
                .isTrue();
        // What is masked is no card: it cannot come back as one.
        String masked = detail.path("text").asText();
        assertThat(requireOk(as("anna").post("/api/rule-check", json("text", masked, "filesOf", 2)))
                        .path("checked")
                        .path("problems"))
                .isNotEmpty();
        requireOk(as("anna").get("/api/rule-diff?from=1&to=2"));
        requireOk(as("anna").get("/api/rule-log"));
        assertThat(anyone.bodies()).noneMatch(body -> body.contains(CARD) || body.contains("12345678,"));
        ConsoleClient.Answer log = as("vera").get("/api/rule-log");
        assertThat(log.header("Content-Type")).isEqualTo("application/json");
        assertThat(log.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }
}
