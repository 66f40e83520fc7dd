package com.hazelcast.certification.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.http.ScriptedApi.Step;
import com.hazelcast.certification.systemtests.traffic.Ledger;
import com.hazelcast.certification.systemtests.traffic.Traffic;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said in the end about transactions that a stand-in has answered. */
@Timeout(60)
class StandInAnswersTest {
    private static final HttpLimits LIMITS = new HttpLimits(4, 10_000, 60_000, 60_000, 60_000);
    private static final HttpAnswer BY_STAND_IN = new HttpAnswer("stand_in", "approve", 0, 0, false, "", "process-");

    private final Ledger ledger = new Ledger();
    private String words = "";

    /** So many stand-ins, and a member that answers as these steps say. */
    private void askAgain(int count, Step... steps) throws IOException {
        try (ScriptedApi member = new ScriptedApi(steps);
                HttpDriver driver = new HttpDriver(List.of(member.address()), HttpVersion.HTTP_1_1, LIMITS)) {
            StandInAnswers standIns = new StandInAnswers(driver, ledger, number -> "");
            SplittableRandom random = new SplittableRandom(1);
            CompletableFuture<Void> begun = new CompletableFuture<>();
            driver.run(() -> {
                for (int i = 0; i < count; i++) {
                    standIns.add(ledger.open(Traffic.next(random, 100)), 0, BY_STAND_IN);
                }
                standIns.askAgain();
                begun.complete(null);
            });
            SystemCluster.await("all are answered", () -> begun.isDone() && driver.isIdle(), driver::state);
            words = standIns.toString();
            assertThat(standIns.of("process-")).isEqualTo(count);
        }
    }

    @Test
    void shouldAskAboutAllAndEnterWhatTheRulesHaveDecided() throws IOException {
        askAgain(300, ScriptedApi.decision("process-", "rules", true, "approve"));

        assertThat(ledger.differing()).isEmpty();
        assertThat(ledger.answeredCount()).isEqualTo(300);
        assertThat(words).startsWith("stand-ins 300 (of these lost with their member 0,");
    }

    @Test
    void shouldGoOnAskingWhenOneHasNoAnswer() throws IOException {
        askAgain(100, ScriptedApi.problem(500, "failed"), ScriptedApi.decision("process-", "rules", true, "approve"));

        assertThat(ledger.answeredCount()).isEqualTo(99);
        assertThat(ledger.differing())
                .singleElement()
                .asString()
                .contains("has no decision")
                .contains("500");
    }

    @Test
    void shouldFindAProcessThatSaysNothingOfItsStandIn() throws IOException {
        askAgain(1, ScriptedApi.decision("process-", "rules", true, ""));

        assertThat(ledger.differing()).singleElement().asString().contains("as if it had not been");
    }

    @Test
    void shouldExpectNothingOfAnotherProcess() throws IOException {
        askAgain(1, ScriptedApi.decision("another-", "rules", false, ""));

        assertThat(ledger.differing()).isEmpty();
        assertThat(words).contains("lost with their member 1,");
    }

    @Test
    void shouldFindWhatTheRulesHaveNotDecided() throws IOException {
        askAgain(1, ScriptedApi.decision("process-", "stand_in", false, ""));

        assertThat(ledger.differing()).singleElement().asString().contains("no decision of the rules");
    }
}
