package com.hazelcast.certification.api;

import static com.hazelcast.certification.api.ApiUser.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.scoring.UnknownCards;
import com.hazelcast.certification.shard.ShardMap;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is counted and logged of transactions for which a stand-in has answered. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LateAnswersTest {
    private static final TestCluster CLUSTER = new TestCluster();

    /** Of no card that is loaded. */
    private static final long UNKNOWN_CARD = 99_000;

    @TempDir
    private static Path folder;

    private static FraudMember member;
    private static ApiUser user;
    private final long now = System.currentTimeMillis();

    @BeforeAll
    static void start() throws IOException {
        member = CLUSTER.withUnknownCards(UnknownCards.REJECT)
                .withApi(ApiUser.settings(
                        ApiUser.decisions(Duration.ofSeconds(5), 1_000, 50),
                        1_000,
                        Optional.empty(),
                        Optional.of(folder.resolve("access.log"))))
                .startMember();
        user = new ApiUser(member);
        CLUSTER.load();
        CLUSTER.control().start();
    }

    @AfterAll
    static void stop() throws IOException {
        CLUSTER.close();
    }

    /** Asks while the card's shard gives no answer. */
    private static ApiUser.Answer askInVain(long card, String transaction) {
        Integer key = ApiUser.keyOf(member, card);
        ShardMap.of(member.hazelcast()).lock(key);
        try {
            ApiUser.Answer answer = user.post("/v1/decisions", transaction, "X-Deadline-Ms", "50");
            assertThat(answer.text("source")).as(answer.body()).isEqualTo("stand_in");
            return answer;
        } finally {
            ShardMap.of(member.hazelcast()).unlock(key);
        }
    }

    /** Of all series of that counter. */
    private static long counted(String counter) {
        return member.metrics().registry().scrape(counter::equals).stream()
                .map(CounterSnapshot.class::cast)
                .flatMap(snapshot -> snapshot.getDataPoints().stream())
                .mapToLong(point -> (long) point.getValue())
                .sum();
    }

    @Test
    void shouldCountWhatIsRejectedAfterAStandInApartFromDecisionsThatDiffer() {
        long decisions = counted("fraud_api_late_decisions");
        long rejections = counted("fraud_api_late_rejections");

        askInVain(UNKNOWN_CARD, transaction(UNKNOWN_CARD, now, ""));

        TestCluster.await("it is rejected", () -> counted("fraud_api_late_rejections") == rejections + 1);
        assertThat(counted("fraud_api_late_decisions")).isEqualTo(decisions);
    }

    @Test
    void shouldAnswerWhatIsRejectedInTimeByItsProblemAndNotByAStandIn() {
        long standIns = counted("fraud_api_stand_ins");
        long rejections = counted("fraud_api_late_rejections");

        ApiUser.Answer answer = user.post("/v1/decisions", transaction(UNKNOWN_CARD + 1, now, ""));

        assertThat(answer.text("code")).as(answer.body()).isEqualTo("unknown_card");
        assertThat(answer.json().has("action")).isFalse();
        assertThat(counted("fraud_api_stand_ins")).isEqualTo(standIns);
        assertThat(counted("fraud_api_late_rejections")).isEqualTo(rejections);
    }

    private static boolean isLogged(String text) {
        try (Stream<String> lines = Files.lines(folder.resolve("access.log"))) {
            return lines.anyMatch(line -> line.contains(text));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldLogWhetherTheRulesOrAStandInHaveDecided() {
        String id = askInVain(3, transaction(3, now, "")).text("id");
        TestCluster.await(
                "the stand-in's is logged",
                () -> isLogged("\"call\":\"decision\"")
                        && isLogged("\"decision\":\"approve\",\"source\":\"stand_in\"}"));
        ApiUser.Answer read = user.get("/v1/transactions/" + id + "?wait=10000ms");
        assertThat(read.text("source")).as(read.body()).isEqualTo("rules");
        TestCluster.await(
                "the rules' is logged",
                () -> isLogged("\"decision\":\"" + read.text("action") + "\",\"source\":\"rules\"}"));
        assertThat(user.get("/v1/transactions/other").status()).isEqualTo(404);
        TestCluster.await("a problem has no source", () -> isLogged("\"decision\":\"unknown_transaction\"}"));
    }
}
