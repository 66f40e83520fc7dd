package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Commands about the rules of a cluster, of one member. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RulesOfClusterTest {
    private static final String[] BY = {"--by", "ana", "--reason", "a test"};

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private CommandedMember member;

    @BeforeEach
    void startMember() throws Exception {
        member = new CommandedMember("rules", "--gateway-port=" + LocalCluster.freePort(), "--gateway-plain");
    }

    @AfterEach
    void stopMember() {
        member.close();
    }

    private int run(String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine commandLine = Fraud.commandLine(words);
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(member.command(words));
    }

    private int change(String... words) {
        List<String> call = new ArrayList<>(List.of(words));
        call.addAll(List.of(BY));
        return run(call.toArray(String[]::new));
    }

    private JsonNode json(String... words) throws Exception {
        List<String> call = new ArrayList<>(List.of(words));
        call.add("--json");
        assertThat(run(call.toArray(String[]::new))).isZero();
        assertThat(out.toString()).hasLineCount(1);
        return new ObjectMapper().readTree(out.toString());
    }

    private String file(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void shouldShowWhichSetDecidesAndWhetherAllMembersHaveIt() throws Exception {
        String set = file("small.rules", "set small\nrule small decline when tx.amount <= 10\n");
        assertThat(change("rules", "submit", set)).isZero();
        assertThat(change("rules", "shadow", "2")).isZero();

        JsonNode status = json("rules", "status");

        assertThat(status.at("/active").intValue()).isEqualTo(1);
        assertThat(status.at("/version").intValue()).isEqualTo(3);
        assertThat(status.at("/same").booleanValue()).isTrue();
        assertThat(status.at("/members")).hasSize(1);
        assertThat(status.at("/members/0/version").intValue()).isEqualTo(3);
        assertThat(status.at("/members/0/agreedVersion").intValue()).isZero();
        assertThat(status.at("/members/0/lastHash")).isEqualTo(status.at("/lastHash"));
        assertThat(status.at("/sets/1/name").textValue()).isEqualTo("small");
        assertThat(status.at("/sets/1/stage").textValue()).isEqualTo("shadow");
        assertThat(status.at("/shadows/0/number").intValue()).isEqualTo(2);
        assertThat(DocumentedKeys.of("rules status")).containsAll(DocumentedKeys.in(status));
        assertThat(run("rules", "status")).isZero();
        assertThat(out.toString()).startsWith("version 3, on all members");
        assertThat(run("rules", "log", "--verify")).isZero();
        assertThat(out.toString()).startsWith("2 line(s), none changed");
    }

    @Test
    void shouldKeepTheNameOfTheBreakerForTheBreaker() throws Exception {
        String set = file("small.rules", "set small\nrule small decline when tx.amount <= 10\n");

        assertThat(run("rules", "submit", set, "--by", "breaker", "--reason", "a test"))
                .isNotZero();

        assertThat(err.toString()).contains("by=breaker");
        assertThat(json("rules", "status").at("/sets")).as("nothing was kept").hasSize(1);
    }

    /** A comment may have what clears the screen, or hides a rule. */
    @Test
    void shouldShowControlCharactersOfASetInPlaceOfSendingThem() throws Exception {
        String set = file("small.rules", "set small\n-- \33[2J\nrule small decline when tx.amount <= 10\n");
        assertThat(change("rules", "submit", set)).as(err.toString()).isZero();

        assertThat(run("rules", "show", "2")).isZero();

        assertThat(out.toString()).contains("\\u001b[2J").doesNotContain("\33");
    }

    /** Who is told the number of another one's set activates what he has never seen. */
    @Test
    void shouldSayWhichNumberASetHasThatIsSubmittedWhileOthersAre() throws Exception {
        ClusterControl others = ClusterControl.lent(member.member().hazelcast());
        RuleSetText other = new RuleSetText("set other\nrule large decline when tx.amount > 5\n", Map.of());
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Void> submitting = CompletableFuture.runAsync(() -> {
            while (!isOver.get()) {
                RuleBook unused = others.rules().change(new RuleChange(Kind.SUBMIT, 0, 0, 0, "ben", "a test", other));
            }
        });
        String mine = file("mine.rules", "set mine\nrule small decline when tx.amount <= 10\n");

        int exit = change("rules", "submit", mine);

        isOver.set(true);
        submitting.get(1, TimeUnit.MINUTES);
        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).contains("members make it ready to decide, for some ten seconds");
        String number = out.toString().replaceAll("(?s).*set (\\d+) is a draft.*", "$1");
        assertThat(run("rules", "show", number)).as(err.toString()).isZero();
        assertThat(out.toString()).startsWith("set mine");
    }

    @Test
    void shouldMakeNewVersionsOfAListThatLiveAsSets() throws Exception {
        String rules = file("shop.rules", """
                set shop
                list trusted of card from 'trusted.csv'
                rule known approve when tx.card in @trusted
                """);
        String first = file("trusted.csv", "value,expires\n4000220000112333\n4000220000112341,2026-12-31\n");
        assertThat(change("rules", "submit", rules)).isZero();
        String second = file("new.csv", "4000220000112341,2027-12-31\n4000220000112358\n");

        assertThat(change("lists", "put", "trusted", second, "--set", "2")).isZero();

        assertThat(out.toString())
                .contains("trusted.csv: 2 entries; against set 2 1 added, 1 removed, 1 changed", "set 3 is a draft");
        assertThat(run("lists", "get", "trusted.csv", "--set", "3")).isZero();
        assertThat(out.toString()).isEqualTo(Files.readString(Path.of(second)));
        assertThat(run("lists", "get", "trusted", "--set", "2")).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines(Files.readString(Path.of(first)));
        JsonNode got = json("lists", "get", "trusted", "--set", "3");
        assertThat(DocumentedKeys.in(got)).isEqualTo(DocumentedKeys.of("lists get"));
        assertThat(got.at("/entries").intValue()).isEqualTo(2);

        assertThat(run("lists", "diff", "trusted", "2", "3")).isZero();
        assertThat(out.toString()).isEqualToNormalizingNewlines("""
                trusted.csv, set 2 → set 3: 1 added, 1 removed, 1 changed, 2 entries
                  added 400022******2358
                  removed 400022******2333
                  changed 400022******2341  2026-12-31 → 2027-12-31
                """);
        assertThat(run("lists", "diff", "trusted", "2", "3", "--limit", "0")).isZero();
        assertThat(out.toString()).contains("added: 1 more").doesNotContain("2358");
        JsonNode diff = json("lists", "diff", "trusted", "2", "3");
        assertThat(DocumentedKeys.in(diff)).isEqualTo(DocumentedKeys.of("lists diff"));
        assertThat(diff.at("/examples").findValuesAsText("key"))
                .containsExactlyInAnyOrder("400022******2358", "400022******2333", "400022******2341");

        String third = file("third.csv", "4000220000112341,2027-12-31\n");
        JsonNode put = json("lists", "put", "trusted", third, "--set", "3", "--by", "ana", "--reason", "a test");
        assertThat(DocumentedKeys.in(put)).isEqualTo(DocumentedKeys.of("lists put"));
        assertThat(put.at("/from").intValue()).isEqualTo(3);
        assertThat(put.at("/set").intValue()).isEqualTo(4);
    }

    @Test
    void shouldRemoveTextAndListsOfARetiredSet() throws Exception {
        String rules = file(
                "shop.rules",
                "set shop\nlist trusted of merchant from 'trusted.csv'\nrule t approve when tx.merchant in @trusted\n");
        String unused = file("trusted.csv", "5411\n");
        assertThat(change("rules", "submit", rules)).isZero();
        assertThat(change("rules", "remove", "2")).isEqualTo(1);
        assertThat(err.toString()).contains("of a set that is retired", "stage=draft");
        assertThat(change("rules", "retire", "2")).isZero();

        assertThat(change("rules", "remove", "2")).as(err.toString()).isZero();

        assertThat(run("rules", "status")).isZero();
        assertThat(out.toString()).containsPattern("2 +retired removed +2 +shop");
        JsonNode status = json("rules", "status");
        assertThat(status.at("/sets/1/removed").booleanValue()).isTrue();
        assertThat(DocumentedKeys.of("rules status")).containsAll(DocumentedKeys.in(status));
        assertThat(run("rules", "show", "2")).isZero();
        assertThat(out.toString()).contains("were removed").doesNotContain("5411");
        for (String[] call : new String[][] {
            {"lists", "get", "trusted", "--set", "2"}, {"rules", "diff", "1", "2"}, {"rules", "backtest", "2"}
        }) {
            assertThat(run(call)).as(String.join(" ", call)).isEqualTo(2);
            assertThat(err.toString()).contains("text and lists of that set were removed", "set=2");
        }
        assertThat(change("rules", "activate", "2")).isEqualTo(2);
        assertThat(run("rules", "log")).isZero();
        assertThat(out.toString()).contains("\"what\":\"remove\",\"set\":2", "\"by\":\"ana\"", "trusted.csv");
        assertThat(run("rules", "log", "--verify")).isZero();
    }

    private void pay(int amount, int country) throws Exception {
        ClientConfig gateway = ClientConfig.plain(List.of(
                new InetSocketAddress("127.0.0.1", member.member().gatewayPort().orElseThrow())));
        try (FraudClient client = FraudClient.connect(gateway)) {
            client.send(new Transaction(
                            "4000220000112333", System.currentTimeMillis(), country, 5, amount, 978, 5_411, 7, 9))
                    .toCompletableFuture()
                    .get(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void shouldRunBacktestsOfSetsByTheirNumbersAndAgainstWhatEachSetHasDecided() throws Exception {
        assertThat(run("ctl", "load")).as(err.toString()).isZero();
        assertThat(run("ctl", "start")).isZero();
        pay(700, 121);
        String small = file("small.rules", "set small\nrule small review when tx.country = 121 and tx.amount <= 10\n");
        assertThat(change("rules", "submit", small)).isZero();
        assertThat(change("rules", "activate", "2", "--yes-this-many", "1000000"))
                .as(err.toString())
                .isZero();
        pay(7, 121);

        String none = file("none.rules", "set none\nrule none decline when tx.amount = 2_000_000_000\n");
        assertThat(run("rules", "backtest", none)).as(err.toString()).isZero();
        assertThat(out.toString())
                .startsWith("none against the recorded decisions")
                .containsPattern("decline +→ approve +1 transactions")
                .containsPattern("review +→ approve +1 transactions")
                .containsPattern(" 1/2  country-121-declined +decline +1 ")
                .containsPattern(" 2/1  small +review +1 ");

        assertThat(run("rules", "backtest", "1", "--against", "active")).isZero();
        assertThat(out.toString())
                .startsWith("certification against small")
                .containsPattern(" 2  country-121-declined");
        JsonNode found = json("rules", "backtest", "1", "--against", "active", "--seed", "9");
        assertThat(DocumentedKeys.of("rules backtest")).containsAll(DocumentedKeys.in(found));
        assertThat(found.at("/against").intValue()).isEqualTo(2);
        assertThat(found.at("/examples/0/card").textValue()).contains("****");
        JsonNode status = json("rules", "status");
        assertThat(DocumentedKeys.of("rules status")).containsAll(DocumentedKeys.in(status));
        JsonNode kept = status.at("/sets/0/backtest");
        assertThat(kept.path("seed").longValue()).isEqualTo(9);
        assertThat(kept.path("rules")).isEqualTo(found.path("rules")).isNotEmpty();
        assertThat(kept.path("against").intValue()).isEqualTo(2);
        assertThat(kept.path("transactions").longValue()).isPositive();
        assertThat(run("rules", "log")).isZero();
        assertThat(out.toString()).contains("cards get another action than by set 2");
        // A hundred times that double is 7.000000000000001.
        assertThat(run("rules", "backtest", "1", "--against", "active", "--sample", "0.07"))
                .isZero();
        assertThat(run("rules", "status")).isZero();
        assertThat(out.toString()).contains(", 7 % of the cards: ");
        assertThat(run("rules", "backtest", "active", "--against", none)).isZero();
        assertThat(out.toString())
                .startsWith("small against none")
                .containsPattern("approve +→ review +1 transactions");
        assertThat(run("rules", "backtest", "7")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no such set", "set=7");
        assertThat(run("rules", "diff", "active", "1")).isZero();
        assertThat(out.toString()).startsWith("active → 1: " + CertificationRules.LAST_ID + " added, 1 removed");
    }

    @Test
    void shouldShowHowOftenEachRuleOfASetInTheShadowWouldHaveDecided() throws Exception {
        String small = file("small.rules", "set small\nrule small decline when tx.country = 121 and tx.amount <= 10\n");
        assertThat(change("rules", "submit", small)).isZero();
        assertThat(change("rules", "shadow", "2")).isZero();
        assertThat(run("ctl", "load")).as(err.toString()).isZero();
        assertThat(run("ctl", "start")).isZero();
        pay(7, 121);
        pay(8, 121);
        pay(700, 121);

        JsonNode status = json("rules", "status");
        assertThat(status.at("/shadows/0/transactions").intValue()).isEqualTo(3);
        assertThat(status.at("/shadows/0/rules").toString())
                .isEqualTo("[{\"number\":0,\"transactions\":1},{\"number\":1,\"transactions\":2}]");
        assertThat(DocumentedKeys.of("rules status")).containsAll(DocumentedKeys.in(status));

        assertThat(run("rules", "status")).isZero();
        assertThat(out.toString())
                .contains("breaker: none")
                .containsPattern("by no rule, or points +1\\R")
                .containsPattern("by small +2\\R");
    }

    /** Nothing would be beyond what is no number, or infinite: no activation would have to be confirmed. */
    @Test
    void shouldRefuseABlastLimitThatIsNoPercentage() throws Exception {
        String all = file("all.rules", "set all\nrule all decline when tx.amount >= 1\n");
        assertThat(change("rules", "submit", all)).isZero();

        for (String option : List.of("--blast-limit", "--blast-limit-amounts")) {
            for (String limit : List.of("NaN", "Infinity", "-1.0", "100.5")) {
                assertThat(change("rules", "activate", "2", option, limit)).isEqualTo(2);
                assertThat(err.toString()).contains("0 to 100 percent; nothing has changed", option + "=" + limit);
            }
        }
        assertThat(json("rules", "status").at("/active").intValue()).isEqualTo(1);
    }

    @Test
    void shouldHaveAnActivationConfirmedByTheShareOfTheCardsAndOfTheAmounts() throws Exception {
        assertThat(run("ctl", "load")).as(err.toString()).isZero();
        String all = file("all.rules", "set all\nrule all decline tags every, any when tx.amount >= 1\n");
        assertThat(change("rules", "submit", all)).isZero();

        String[] activate = {"rules", "activate", "2", "--sample", "1", "--blast-limit", "100"};
        assertThat(change(activate)).isEqualTo(1);
        assertThat(err.toString())
                .contains(
                        "more than 100 % of the cards or 2 % of the amounts; nothing has changed", "--yes-this-many ");
        List<String> unlimited = new ArrayList<>(List.of(activate));
        unlimited.addAll(List.of("--blast-limit-amounts", "100", "--breaker-times", "5"));
        assertThat(change(unlimited.toArray(String[]::new))).as(err.toString()).isZero();
        assertThat(json("rules", "status").at("/breakerTimes").doubleValue()).isEqualTo(5);
        assertThat(run("rules", "status")).isZero();
        assertThat(out.toString())
                .contains(
                        "breaker: when more than 5 times the share of the hour before decline within 3 s, the set before decides again");

        assertThat(run("rules", "backtest", "active")).isZero();
        assertThat(out.toString())
                .contains("all, by tag")
                .containsPattern("any +[1-9][0-9,]+ +[1-9]")
                .containsPattern("every +[1-9][0-9,]+ +[1-9]");
    }

    /** Somebody else may have activated another set since it was looked at. */
    @Test
    void shouldTakeBackTheSetThatIsNamedAndNoOther() throws Exception {
        assertThat(run("ctl", "load")).as(err.toString()).isZero();
        String small = file("small.rules", "set small\nrule small review when tx.amount <= 10\n");
        for (String number : List.of("2", "3")) {
            assertThat(change("rules", "submit", small)).isZero();
            assertThat(change("rules", "activate", number, "--sample", "1", "--yes-this-many", "1000000"))
                    .as(err.toString())
                    .isZero();
        }

        assertThat(change("rules", "rollback", "2")).isNotZero();

        assertThat(err.toString()).contains("another set decides already: active=3");
        assertThat(change("rules", "rollback", "3")).as(err.toString()).isZero();
        assertThat(json("rules", "status").at("/active").intValue()).isEqualTo(2);
    }

    @Test
    void shouldHaveACanaryConfirmedByTheCardsOfItsShare() throws Exception {
        assertThat(run("ctl", "load")).as(err.toString()).isZero();
        String all = file("all.rules", "set all\nrule all decline when tx.amount >= 1\n");
        assertThat(change("rules", "submit", all)).isZero();

        String[] canary = {"rules", "canary", "2", "--share", "50", "--sample", "1"};
        assertThat(change(canary)).isEqualTo(1);
        assertThat(out.toString()).contains("for 50.00 % of the cards: about ");
        assertThat(err.toString()).contains("nothing has changed", "--yes-this-many ");
        String many = err.toString().replaceAll("(?s).*--yes-this-many (\\d+).*", "$1");
        assertThat(json("rules", "status").at("/canary").intValue()).isZero();

        assertThat(Integer.parseInt(many)).isBetween(1, 500);
        List<String> confirmed = new ArrayList<>(List.of(canary));
        confirmed.addAll(List.of("--yes-this-many", many));
        assertThat(change(confirmed.toArray(String[]::new))).as(err.toString()).isZero();
        assertThat(json("rules", "status").at("/canary").intValue()).isEqualTo(2);
    }

    @Test
    void shouldNotTakeASampleOfAFewCardsForAll() throws Exception {
        assertThat(run("ctl", "load")).as(err.toString()).isZero();
        String same = file("same.rules", Files.readString(Path.of("../rules/certification.rules")));
        assertThat(change("rules", "submit", same)).isZero();

        assertThat(change("rules", "activate", "2", "--sample", "0.000000001")).isEqualTo(1);
        assertThat(err.toString()).contains("has seen no card; nothing has changed", "--sample");
        assertThat(change("rules", "activate", "2", "--sample", "0.03")).isEqualTo(1);
        assertThat(out.toString()).contains("about 0 cards (0.00 ± ");
        assertThat(err.toString()).contains("that may be more than 2 % of the cards", "--yes-this-many ");
        assertThat(change("rules", "activate", "2", "--sample", "1"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("about 0 cards (0.00 %)");
    }

    @Test
    void shouldSayWhatIsWrongWithAListAndChangeNothing() throws Exception {
        String rules = file(
                "shop.rules",
                "set shop\nlist trusted of merchant from 'trusted.csv'\nrule t approve when tx.merchant in @trusted\n");
        String same = file("trusted.csv", "5411\n");
        assertThat(change("rules", "submit", rules)).isZero();

        assertThat(change("lists", "put", "blocked", same, "--set", "2")).isEqualTo(2);
        assertThat(err.toString()).contains("no such list", "list=blocked", "trusted.csv");
        assertThat(change("lists", "put", "trusted", same, "--set", "2")).isEqualTo(2);
        assertThat(err.toString()).contains("has these entries already");
        assertThat(change("lists", "put", "trusted", file("marked.csv", "\uFEFF5411\n"), "--set", "2"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("has these entries already");
        assertThat(change("lists", "put", "trusted", file("wrong.csv", "5411\n5412,never\n"), "--set", "2"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("the expiry must be a date");
        assertThat(change("lists", "put", "trusted", folder.resolve("absent").toString(), "--set", "2"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("the list cannot be read", "absent");
        assertThat(run("lists", "get", "trusted", "--set", "9")).isEqualTo(2);
        assertThat(err.toString()).contains("there is no such set", "set=9");
        assertThat(json("rules", "status").at("/version").intValue()).isEqualTo(2);
    }
}
