package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterRules;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.live.RuleState;
import com.hazelcast.certification.rules.live.ShadowFigures;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.storage.Durability;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A set of rules from its submission to its end, in clusters of real members, under payments. */
class RuleLifeTest {
    private static final RuleSetText REVIEWS_BIG_ONES =
            new RuleSetText("set big\nrule big 'A big payment' review when tx.amount >= 1_000\n", Map.of());
    private static final RuleSetText DECLINES_ALL =
            new RuleSetText("set all\nrule all decline when tx.amount >= 1\n", Map.of());
    private static final int CARDS = 40;

    @TempDir
    private Path folder;

    private final long beginMs = System.currentTimeMillis() - 3_600_000;

    private static GatewaySettings gateway() {
        return GatewaySettings.of("127.0.0.1", 0, Optional.empty(), 10, 8);
    }

    private static RuleBook change(ClusterRules rules, Kind kind, int set, int share, @Nullable RuleSetText text) {
        return rules.change(new RuleChange(kind, set, share, 0, "Ana", "a test", text));
    }

    private static FraudClient client(FraudMember member) throws InterruptedException {
        return FraudClient.connect(ClientConfig.plain(
                List.of(new InetSocketAddress("127.0.0.1", member.gatewayPort().orElseThrow()))));
    }

    /** A payment of each card; amounts below and above 1,000 take turns. */
    private List<Transaction> payments(int round) {
        List<Transaction> payments = new ArrayList<>();
        for (int card = 0; card < CARDS; card++) {
            payments.add(new Transaction(
                    String.format("%016d", 4_000_000_000_000_000L + card),
                    beginMs + round * 100L,
                    276,
                    0,
                    card % 2 == 0 ? 10 : 5_000,
                    978,
                    5_411,
                    7,
                    9));
        }
        return payments;
    }

    private static List<Verdict> send(FraudClient client, List<Transaction> payments) throws Exception {
        List<CompletionStage<Verdict>> sent = new ArrayList<>();
        for (Transaction payment : payments) {
            sent.add(client.send(payment));
        }
        List<Verdict> verdicts = new ArrayList<>();
        for (CompletionStage<Verdict> one : sent) {
            verdicts.add(one.toCompletableFuture().get(1, TimeUnit.MINUTES));
        }
        return verdicts;
    }

    private static void assertReviewsBigOnes(List<Verdict> verdicts, int set) {
        for (int card = 0; card < CARDS; card++) {
            Verdict verdict = verdicts.get(card);
            assertThat(verdict.status()).isEqualTo(Verdict.Status.SCORED);
            assertThat(verdict.ruleSet()).isEqualTo(set);
            assertThat(verdict.rule()).isEqualTo(card % 2);
            assertThat(verdict.action()).isEqualTo(card % 2 == 0 ? Verdict.Action.APPROVE : Verdict.Action.REVIEW);
        }
    }

    @Test
    void shouldRunAsManySetsInTheShadowAsTheirBudgetAllows() throws Exception {
        try (TestCluster cluster = new TestCluster().withShadowBudget(100)) {
            FraudMember member = cluster.startMember(gateway());
            FraudMember unused = cluster.startMember();
            cluster.load();
            ClusterControl control = cluster.control();
            control.start();
            ClusterRules rules = control.rules();
            int last = 7;
            for (int set = 2; set <= last; set++) {
                change(rules, Kind.SUBMIT, 0, 0, REVIEWS_BIG_ONES);
                change(rules, Kind.SHADOW, set, 0, null);
            }
            try (FraudClient client = client(member)) {
                assertThat(send(client, payments(1))).allMatch(verdict -> verdict.ruleSet() == 1);
            }
            assertThat(rules.shadowFigures().sets()).hasSize(6).allMatch(figures -> figures.transactions() == CARDS);

            RuleSetText walks = new RuleSetText(
                    "rule abroad decline when count(last 1h where country != tx.country) >= 3\n", Map.of());
            long version = change(rules, Kind.SUBMIT, 0, 0, walks).version();
            assertThatThrownBy(() -> change(rules, Kind.SHADOW, last + 1, 0, null))
                    .hasMessageContaining("the sets in the shadow would cost too much")
                    .hasMessageContaining("their budget (rules-shadow-budget-ns) is 100 ns")
                    .hasMessageContaining("abroad of set 8");
            assertThat(rules.book().version()).isEqualTo(version);
        }
    }

    @Test
    void shouldDecideByTheSetThatIsActiveAndKeepWhatWasDecidedBefore() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember(gateway());
            FraudMember second = cluster.startMember(gateway());
            cluster.load();
            ClusterControl control = cluster.control();
            control.start();
            ClusterRules rules = control.rules();
            try (FraudClient one = client(first);
                    FraudClient other = client(second)) {
                List<Verdict> before = send(one, payments(1));
                assertThat(before).allMatch(verdict -> verdict.ruleSet() == 1);

                assertThat(change(rules, Kind.SUBMIT, 0, 0, REVIEWS_BIG_ONES).nextNumber())
                        .isEqualTo(3);
                RuleBook shadow = change(rules, Kind.SHADOW, 2, 0, null);
                assertThat(shadow.active()).isEqualTo(1);
                assertThat(send(one, payments(2))).allMatch(verdict -> verdict.ruleSet() == 1);
                ShadowFigures.OfSet figures = rules.shadowFigures().sets().get(0);
                assertThat(figures.number()).isEqualTo(2);
                assertThat(figures.transactions()).isEqualTo(CARDS);
                assertThat(figures.ruleCounts()).containsExactly((long) CARDS / 2, (long) CARDS / 2);
                assertThat(figures.moved(Action.APPROVE, Action.REVIEW) + figures.moved(Action.DECLINE, Action.REVIEW))
                        .isEqualTo(CARDS / 2);
                assertThat(figures.examples())
                        .as("the newest of each move, on both members")
                        .isNotEmpty()
                        .allSatisfy(example -> {
                            assertThat(example.shadow()).isNotEqualTo(example.taken());
                            assertThat(example.card()).matches("400000\\*{6}00\\d\\d");
                            assertThat(example.timeMs())
                                    .isEqualTo(payments(2).get(0).timeMs());
                            boolean isBig = example.shadow() == Action.REVIEW;
                            assertThat(example.rule()).isEqualTo(isBig ? 1 : 0);
                            assertThat(example.amountUnits()).isEqualTo(isBig ? 5_000 : 10);
                        });

                change(rules, Kind.ACTIVATE, 2, 0, null);
                assertReviewsBigOnes(send(other, payments(3)), 2);
                assertReviewsBigOnes(send(one, payments(4)), 2);
                List<Verdict> again = send(other, payments(1));
                for (int card = 0; card < CARDS; card++) {
                    Verdict retried = again.get(card);
                    assertThat(retried.status()).isEqualTo(Verdict.Status.DUPLICATE);
                    assertThat(retried.ruleSet()).as("the first decision").isEqualTo(1);
                    assertThat(retried.rule()).isEqualTo(before.get(card).rule());
                    assertThat(retried.action()).isEqualTo(before.get(card).action());
                }

                FraudMember third = cluster.startMember(gateway());
                cluster.awaitMembers(3);
                try (FraudClient joined = client(third)) {
                    assertReviewsBigOnes(send(joined, payments(5)), 2);
                }
                assertThat(rules.books()).hasSize(3).allMatch(book -> book.version() == 4);

                change(rules, Kind.ROLLBACK, 0, 0, null);
                assertThat(send(one, payments(6))).allMatch(verdict -> verdict.ruleSet() == 1);
                assertThat(send(one, payments(4))).allMatch(verdict -> verdict.ruleSet() == 2);
                assertThat(cluster.control().audit().verify().problems()).isEmpty();
            }
        }
    }

    @Test
    void shouldLetACanaryDecideForItsShareOfTheCards() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(gateway());
            FraudMember unused = cluster.startMember();
            cluster.load();
            ClusterControl control = cluster.control();
            control.start();
            change(control.rules(), Kind.SUBMIT, 0, 0, DECLINES_ALL);
            change(control.rules(), Kind.CANARY, 2, 5_000, null);
            try (FraudClient client = client(member)) {
                List<Verdict> verdicts = send(client, payments(1));
                assertThat(verdicts.stream()
                                .filter(verdict -> verdict.ruleSet() == 2)
                                .count())
                        .isBetween(5L, CARDS - 5L);
                assertThat(verdicts)
                        .filteredOn(verdict -> verdict.ruleSet() == 2)
                        .allMatch(verdict -> verdict.action() == Verdict.Action.DECLINE);
                List<Verdict> next = send(client, payments(2));
                assertThat(next)
                        .extracting(Verdict::ruleSet)
                        .isEqualTo(verdicts.stream().map(Verdict::ruleSet).toList());
            }
        }
    }

    /** Answers of one member's shards go out at the other, which has to know each decision from the first moment on. */
    @Test
    void shouldNameSetAndActionInEachAnswerWhileSetsChange() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember(gateway());
            FraudMember second = cluster.startMember(gateway());
            cluster.load();
            cluster.control().start();
            ClusterRules rules = cluster.control().rules();
            AtomicBoolean isOver = new AtomicBoolean();
            CompletableFuture<Integer> sender = CompletableFuture.supplyAsync(() -> {
                int round = 1;
                try (FraudClient one = client(first);
                        FraudClient other = client(second)) {
                    for (; !isOver.get(); round++) {
                        List<Transaction> payments = payments(round);
                        List<Verdict> verdicts = send(round % 2 == 0 ? one : other, payments);
                        List<Verdict> again = send(round % 2 == 0 ? other : one, payments);
                        for (int card = 0; card < CARDS; card++) {
                            assertThat(verdicts.get(card).status()).isEqualTo(Verdict.Status.SCORED);
                            assertThat(again.get(card).status()).isEqualTo(Verdict.Status.DUPLICATE);
                            assertThat(verdicts.get(card).ruleSet()).isPositive();
                            assertThat(again.get(card).ruleSet())
                                    .isEqualTo(verdicts.get(card).ruleSet());
                            assertThat(again.get(card).action())
                                    .isEqualTo(verdicts.get(card).action());
                        }
                    }
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                return round;
            });
            for (int set = 2; set <= 9 && !sender.isDone(); set++) {
                change(rules, Kind.SUBMIT, 0, 0, REVIEWS_BIG_ONES);
                change(rules, Kind.ACTIVATE, set, 0, null);
            }
            isOver.set(true);
            assertThat(sender.get(1, TimeUnit.MINUTES)).isGreaterThan(2);
        }
    }

    @Test
    void shouldMakeOneChangeAfterTheOtherWhenTwoComeAtOnce() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember unusedFirst = cluster.startMember();
            FraudMember unusedSecond = cluster.startMember();
            ClusterRules rules = cluster.control().rules();
            change(rules, Kind.SUBMIT, 0, 0, DECLINES_ALL);
            change(rules, Kind.SUBMIT, 0, 0, REVIEWS_BIG_ONES);
            List<CompletableFuture<RuleBook>> changes = new ArrayList<>();
            for (int set = 2; set <= 3; set++) {
                int activated = set;
                changes.add(CompletableFuture.supplyAsync(() -> change(rules, Kind.ACTIVATE, activated, 0, null)));
            }
            for (CompletableFuture<RuleBook> change : changes) {
                change.get(1, TimeUnit.MINUTES);
            }

            List<RuleBook> books = rules.books();
            assertThat(books).hasSize(2).allMatch(book -> book.equals(books.get(0)));
            assertThat(books.get(0).version()).isEqualTo(5);
            assertThat(books.get(0).at(RecordedSet.Stage.ACTIVE)).hasSize(1);
            assertThat(books.get(0).set(2).orElseThrow().firstCode())
                    .isNotEqualTo(books.get(0).set(3).orElseThrow().firstCode());
        }
    }

    /** Payments, one round after the other, until the breaker has made a change; what it wrote to the record. */
    private JsonNode payUntilTheBreakerActs(FraudClient client, ClusterRules rules) throws Exception {
        int[] round = {1};
        TestCluster.await("the breaker has made a change", () -> {
            try {
                send(client, payments(round[0]++));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return rules.book().record().size() == 3;
        });
        List<String> record = rules.book().record();
        JsonNode activated = json(record.get(1));
        JsonNode acted = json(record.get(2));
        assertThat(acted.path("by").textValue()).isEqualTo("breaker");
        assertThat(Duration.between(
                        Instant.parse(activated.path("at").textValue()),
                        Instant.parse(acted.path("at").textValue())))
                .as("from the activation to what the breaker did, which takes two seconds where nothing else runs")
                .isLessThan(Duration.ofSeconds(15));
        return acted;
    }

    private static JsonNode json(String line) throws IOException {
        return new ObjectMapper().readTree(line);
    }

    @Test
    void shouldTakeBackASetThatDeclinesEverythingWithinSeconds() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(gateway());
            FraudMember unused = cluster.startMember();
            cluster.load();
            ClusterControl control = cluster.control();
            control.start();
            ClusterRules rules = control.rules();
            change(rules, Kind.SUBMIT, 0, 0, DECLINES_ALL);
            try (FraudClient client = client(member)) {
                send(client, payments(1_000));
                rules.change(new RuleChange(Kind.ACTIVATE, 2, 0, 60, "Ana", "a test", null));
                JsonNode acted = payUntilTheBreakerActs(client, rules);
                assertThat(acted.path("what").textValue()).isEqualTo("rollback");
                assertThat(acted.path("reason").textValue()).contains("may decline 60 %");
                assertThat(send(client, payments(2_000))).allMatch(verdict -> verdict.ruleSet() == 1);
            }
            assertThat(rules.book().version()).as("taken back once").isEqualTo(4);
            assertThat(rules.book().active()).isEqualTo(1);
        }
    }

    /** Nobody has given a limit by the activation: the members' keys have. */
    @Test
    void shouldTakeASetBackByTheLimitsOfTheMembersKeys() throws Exception {
        try (TestCluster cluster = new TestCluster().withBreaker(BreakerLimits.ofPercent(60))) {
            FraudMember member = cluster.startMember(gateway());
            FraudMember unused = cluster.startMember();
            cluster.load();
            ClusterControl control = cluster.control();
            control.start();
            ClusterRules rules = control.rules();
            assertThat(rules.states().values())
                    .extracting(RuleState::breaker)
                    .containsOnly(BreakerLimits.ofPercent(60));
            change(rules, Kind.SUBMIT, 0, 0, DECLINES_ALL);
            try (FraudClient client = client(member)) {
                change(rules, Kind.ACTIVATE, 2, 0, null);
                JsonNode acted = payUntilTheBreakerActs(client, rules);
                assertThat(acted.path("what").textValue()).isEqualTo("rollback");
            }
        }
    }

    @Test
    void shouldEndACanaryThatDeclinesEverything() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(gateway());
            FraudMember unused = cluster.startMember();
            cluster.load();
            ClusterControl control = cluster.control();
            control.start();
            ClusterRules rules = control.rules();
            change(rules, Kind.SUBMIT, 0, 0, REVIEWS_BIG_ONES);
            rules.change(new RuleChange(Kind.ACTIVATE, 2, 0, 60, "Ana", "a test", null));
            change(rules, Kind.SUBMIT, 0, 0, DECLINES_ALL);
            change(rules, Kind.CANARY, 3, 5_000, null);
            try (FraudClient client = client(member)) {
                int[] round = {1};
                TestCluster.await("the breaker has made a change", () -> {
                    try {
                        send(client, payments(round[0]++));
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    return rules.book().record().size() == 5;
                });
                JsonNode acted = json(rules.book().record().get(4));
                assertThat(acted.path("by").textValue()).isEqualTo("breaker");
                assertThat(acted.path("what").textValue()).isEqualTo("retire");
                assertThat(acted.path("set").intValue()).isEqualTo(3);
                assertThat(send(client, payments(5_000))).allMatch(verdict -> verdict.ruleSet() == 2);
            }
            assertThat(rules.book().canary()).isZero();
            assertThat(rules.book().active()).isEqualTo(2);
        }
    }

    @Test
    void shouldDeclineNothingWhenTheBreakerIsSoConfigured() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(gateway());
            FraudMember unused = cluster.startMember();
            cluster.load();
            ClusterControl control = cluster.control();
            control.start();
            ClusterRules rules = control.rules();
            change(rules, Kind.SUBMIT, 0, 0, DECLINES_ALL);
            BreakerLimits limits = new BreakerLimits(60, 0, 2, true);
            try (FraudClient client = client(member)) {
                rules.change(new RuleChange(Kind.ACTIVATE, 2, 0, 0, "Ana", "a test", null).with(limits));
                JsonNode acted = payUntilTheBreakerActs(client, rules);
                assertThat(acted.path("what").textValue()).isEqualTo("decline_nothing");
                assertThat(send(client, payments(2_000)))
                        .allMatch(verdict -> verdict.ruleSet() == 2
                                && verdict.rule() == 0
                                && verdict.action() == Verdict.Action.APPROVE);

                assertThat(rules.books())
                        .allMatch(book -> book.declinesNothing()
                                && book.active() == 2
                                && book.breaker().equals(limits));
                change(rules, Kind.ROLLBACK, 0, 0, null);
                assertThat(rules.book().declinesNothing()).isFalse();
                assertThat(send(client, payments(3_000))).allMatch(verdict -> verdict.ruleSet() == 1);
            }
        }
    }

    @Test
    void shouldChangeNothingWhenASetIsWrong() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember unused = cluster.startMember();
            ClusterRules rules = cluster.control().rules();
            RuleSetText wrong = new RuleSetText("set w\nrule w decline when tx.amuont > 1\n", Map.of());

            assertThatThrownBy(() -> change(rules, Kind.SUBMIT, 0, 0, wrong)).hasMessageContaining("amuont");
            assertThatThrownBy(() -> change(rules, Kind.ACTIVATE, 7, 0, null)).hasMessageContaining("set=7");

            assertThat(rules.book().version()).isEqualTo(1);
        }
    }

    @Test
    void shouldChangeNothingWhileTheClusterIsNotWhole() throws Exception {
        try (TestCluster cluster =
                new TestCluster().withMinMembers(2).withDegradedAfter(Optional.of(Duration.ofMillis(100)))) {
            FraudMember first = cluster.startMember();
            ClusterRules rules = cluster.control().rules();
            assertThatThrownBy(() -> change(rules, Kind.SUBMIT, 0, 0, DECLINES_ALL))
                    .hasMessageContaining("min-members");
            FraudMember unused = cluster.startMember();
            cluster.awaitMembers(2);
            TestCluster.await("not degraded", () -> first.copyFigures().degradedBecause() == null);

            assertThat(change(rules, Kind.SUBMIT, 0, 0, DECLINES_ALL).version()).isEqualTo(2);
        }
    }

    @Test
    void shouldHaveTheActiveSetAgainAfterAllMembersEnded() throws Exception {
        try (TestCluster cluster = new TestCluster()
                .withStorage(member -> new MemberConfig.OnDisk(
                        folder.resolve("data-" + member),
                        Durability.WRITTEN,
                        Optional.empty(),
                        1,
                        Duration.ofSeconds(30)))) {
            FraudMember first = cluster.startMember(gateway());
            FraudMember second = cluster.startMember();
            cluster.load();
            cluster.control().start();
            change(cluster.control().rules(), Kind.SUBMIT, 0, 0, REVIEWS_BIG_ONES);
            change(cluster.control().rules(), Kind.ACTIVATE, 2, 0, null);
            BacktestResult found = new BacktestResult(
                    1,
                    beginMs,
                    beginMs + 1,
                    1,
                    40,
                    20,
                    0.5,
                    0,
                    40,
                    20,
                    100_200,
                    100_000,
                    0.01,
                    "EUR",
                    List.of(new BacktestResult.Move("approve", "review", 20, 100_000)));
            RuleBook withResult = cluster.control().rules().change(RuleChange.backtested(2, found, "Ana", false));
            assertThat(json(withResult.record().get(2)).path("reason").textValue())
                    .isEqualTo("20 of 40 cards get another action than by set 1");
            try (FraudClient client = client(first)) {
                assertReviewsBigOnes(send(client, payments(1)), 2);
            }
            cluster.kill(second);
            cluster.kill(first);

            FraudMember again = cluster.withStart().startMember(gateway());
            assertThat(cluster.control().rules().book().active()).isEqualTo(2);
            assertThat(cluster.control().rules().book().set(2).orElseThrow().backtest())
                    .as("what the backtest has found is kept with the set")
                    .isEqualTo(found);
            try (FraudClient client = client(again)) {
                assertThat(send(client, payments(1)))
                        .allMatch(verdict -> verdict.status() == Verdict.Status.DUPLICATE && verdict.ruleSet() == 2);
                assertReviewsBigOnes(send(client, payments(2)), 2);
            }
        }
    }
}
