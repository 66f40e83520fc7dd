package com.hazelcast.certification.member;

import static com.hazelcast.certification.member.RulePayments.BEGIN_MS;
import static com.hazelcast.certification.member.RulePayments.CARDS;
import static com.hazelcast.certification.member.RulePayments.DECLINES_ALL;
import static com.hazelcast.certification.member.RulePayments.REVIEWS_BIG_ONES;
import static com.hazelcast.certification.member.RulePayments.change;
import static com.hazelcast.certification.member.RulePayments.client;
import static com.hazelcast.certification.member.RulePayments.gateway;
import static com.hazelcast.certification.member.RulePayments.json;
import static com.hazelcast.certification.member.RulePayments.payments;
import static com.hazelcast.certification.member.RulePayments.send;
import static com.hazelcast.certification.member.RulePayments.startTwo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterRules;
import com.hazelcast.certification.rules.live.BacktestResult;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.live.ShadowFigures;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.storage.Durability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A set of rules from its submission to its end, in clusters of real members, under payments. */
class RuleLifeTest {
    @TempDir
    private Path folder;

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
            FraudMember member = startTwo(cluster);
            ClusterRules rules = cluster.control().rules();
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
            FraudMember member = startTwo(cluster);
            ClusterRules rules = cluster.control().rules();
            change(rules, Kind.SUBMIT, 0, 0, DECLINES_ALL);
            change(rules, Kind.CANARY, 2, 5_000, null);
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
                    BEGIN_MS,
                    BEGIN_MS + 1,
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
            assertThat(withResult.record())
                    .as("each change has an id, by which its hash is its own")
                    .allSatisfy(line -> assertThat(line).containsPattern(",\"id\":\"[0-9a-f-]{36}\"}$"));
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
