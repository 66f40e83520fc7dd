package com.hazelcast.certification.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.http.ScriptedApi.Step;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Members whose answers are scripted, and a driver that has to bring each question to an end. */
@Timeout(60)
class HttpDriverTest {
    private static final int DEADLINE_MS = 1_000;

    /** Nobody is silent, hangs, or is given up, while a test lasts. */
    private static final HttpLimits PATIENT = new HttpLimits(4, 100, 60_000, 60_000, 60_000);

    private final List<ScriptedApi> apis = new ArrayList<>();
    private final List<InetSocketAddress> addresses = new ArrayList<>();
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private HttpDriver driver;

    @AfterEach
    void end() throws IOException {
        released.complete(null);
        driver.close();
        for (ScriptedApi api : apis) {
            api.close();
        }
    }

    private ScriptedApi member(Step... steps) throws IOException {
        ScriptedApi api = new ScriptedApi(steps);
        apis.add(api);
        addresses.add(api.address());
        return api;
    }

    private void drive(HttpLimits limits) {
        driver = new HttpDriver(addresses, HttpVersion.HTTP_1_1, limits);
    }

    /** What a question was given. */
    private static final class Given implements HttpQuestion.Asker {
        private final CompletableFuture<String> first = new CompletableFuture<>();
        private final Queue<String> later = new ConcurrentLinkedQueue<>();

        @Override
        public void answered(HttpQuestion question, int member, HttpAnswer answer, boolean isFirst) {
            String text = answer.source() + " of " + member;
            if (isFirst) {
                first.complete(text);
            } else {
                later.add(text);
            }
        }

        @Override
        public void failed(HttpQuestion question, String why) {
            first.complete("failed: " + why);
        }
    }

    private static HttpQuestion question(String body, int member, HttpQuestion.Asker asker) {
        return new HttpQuestion(0, body, DEADLINE_MS, member, false, System.nanoTime(), asker);
    }

    private Given ask(String body, int member) {
        Given given = new Given();
        driver.run(() -> driver.ask(question(body, member, given)));
        return given;
    }

    private String answer(int member) {
        return ask("", member).first.join();
    }

    private void awaitIdle() {
        SystemCluster.await("the driver is idle", driver::isIdle, driver::state);
    }

    private void awaitState(String part) {
        SystemCluster.await(part, () -> driver.state().contains(part), driver::state);
    }

    static Stream<Step> noAnswers() {
        return Stream.of(
                ScriptedApi.closes(),
                ScriptedApi.resets(),
                ScriptedApi.breaksOff(),
                ScriptedApi.problem(503, "not_scoring"),
                ScriptedApi.problem(429, "rate"));
    }

    @ParameterizedTest
    @MethodSource("noAnswers")
    void shouldAskTheNextMemberWhenOneGivesNoAnswer(Step step) throws IOException {
        member(step);
        member(ScriptedApi.decides());
        drive(PATIENT);

        assertThat(answer(0)).isEqualTo("rules of 1");
        awaitIdle();
    }

    @ParameterizedTest
    @MethodSource("noAnswers")
    void shouldAskTheOnlyMemberAgain(Step step) throws IOException {
        member(step, step, ScriptedApi.decides());
        drive(PATIENT);

        assertThat(answer(0)).isEqualTo("rules of 0");
        awaitIdle();
    }

    @Test
    void shouldLeaveAMemberAloneThatRefusesConnectionsUntilItIsReady() throws IOException {
        int port = LocalCluster.freePort();
        addresses.add(new InetSocketAddress("127.0.0.1", port));
        ScriptedApi other = member(ScriptedApi.decides());
        drive(PATIENT);

        assertThat(answer(0)).isEqualTo("rules of 1");
        assertThat(driver.state()).contains("refusing=[0]");
        ScriptedApi started = new ScriptedApi(port, ScriptedApi.decides());
        apis.add(started);
        started.ready(false);
        assertThat(answer(0)).isEqualTo("rules of 1");
        started.ready(true);
        awaitState("refusing=[]");

        assertThat(answer(0)).isEqualTo("rules of 0");
        assertThat(other.bodies()).hasSize(2);
        assertThat(started.bodies()).hasSize(1);
    }

    @Test
    void shouldWaitWhileAllMembersRefuseConnections() throws IOException {
        int port = LocalCluster.freePort();
        addresses.add(new InetSocketAddress("127.0.0.1", port));
        drive(PATIENT);
        Given given = ask("", 0);
        awaitState("refusing=[0]");

        apis.add(new ScriptedApi(port, ScriptedApi.decides()));

        assertThat(given.first.join()).isEqualTo("rules of 0");
    }

    @Test
    void shouldAskAnotherMemberBesideASilentOneAndTakeBothAnswers() throws IOException {
        member(ScriptedApi.after(released, ScriptedApi.decision("first", "stand_in", false, "")));
        member(ScriptedApi.decides());
        drive(new HttpLimits(4, 100, 50, 60_000, 60_000));

        Given given = ask("", 0);
        assertThat(given.first.join()).isEqualTo("rules of 1");
        assertThat(driver.isIdle()).as("a call is out").isFalse();
        released.complete(null);
        awaitIdle();

        assertThat(given.later).containsExactly("stand_in of 0");
    }

    @Test
    void shouldEndACallThatHangsAndAskAgain() throws IOException {
        member(ScriptedApi.after(released, ScriptedApi.decides()), ScriptedApi.decides());
        drive(new HttpLimits(4, 100, 60_000, 50, 60_000));

        assertThat(answer(0)).isEqualTo("rules of 0");
    }

    @Test
    void shouldHaveQuestionsWaitForAConnectionInTheirOrder() throws IOException {
        ScriptedApi member = member(ScriptedApi.after(released, ScriptedApi.decides()));
        drive(new HttpLimits(1, 100, 60_000, 60_000, 60_000));

        List<Given> given = Stream.of("a", "b", "c").map(body -> ask(body, 0)).toList();
        awaitState("unanswered=3 waiting=2 pausing=0 inFlight=[1]");
        released.complete(null);

        assertThat(given).allSatisfy(one -> assertThat(one.first.join()).isEqualTo("rules of 0"));
        assertThat(member.bodies()).containsExactly("a", "b", "c");
    }

    @Test
    void shouldAskAgainBeforeWhatHasNotBeenAskedYet() throws IOException {
        ScriptedApi member = member(
                ScriptedApi.problem(503, "member_full"),
                ScriptedApi.after(released, ScriptedApi.decides()),
                ScriptedApi.decides());
        drive(new HttpLimits(1, 100, 60_000, 60_000, 60_000));
        Given last = new Given();

        driver.run(() -> {
            driver.ask(question("a", 0, new Given()));
            driver.ask(question("b", 0, new Given()));
            driver.ask(question("c", 0, last));
        });
        SystemCluster.await("the second is asked", () -> member.bodies().size() == 2);
        awaitState("waiting=2 pausing=0");
        released.complete(null);

        assertThat(last.first.join()).isEqualTo("rules of 0");
        assertThat(member.bodies()).containsExactly("a", "b", "a", "c");
    }

    @Test
    void shouldFailWhatNoMemberAnswersWithTheReason() throws IOException {
        member(ScriptedApi.problem(503, "not_scoring"));
        drive(new HttpLimits(4, 100, 60_000, 60_000, 50));

        assertThat(answer(0)).startsWith("failed: no member has ").contains(" it for 50 ms");
        awaitIdle();
    }

    @Test
    void shouldFailWhatNoMemberTakes() throws IOException {
        addresses.add(new InetSocketAddress("127.0.0.1", LocalCluster.freePort()));
        drive(new HttpLimits(4, 100, 60_000, 60_000, 50));

        assertThat(answer(0)).startsWith("failed: no member has taken it for 50 ms");
        awaitIdle();
    }

    @Test
    void shouldFailWhatIsNoDecision() throws IOException {
        member(
                ScriptedApi.problem(500, "failed"),
                ScriptedApi.reply(200, "no JSON"),
                ScriptedApi.reply(200, "{}"),
                ScriptedApi.reply(307, ""));
        drive(PATIENT);

        assertThat(answer(0)).isEqualTo("failed: it was answered 500: {\"code\":\"failed\"}");
        assertThat(answer(0)).isEqualTo("failed: its answer is no decision: no JSON");
        assertThat(answer(0)).isEqualTo("failed: its answer is no decision: {}");
        assertThat(answer(0)).isEqualTo("failed: it was answered 307: ");
        awaitIdle();
    }

    @Test
    void shouldFailWhatFindsTheQueueFull() throws IOException {
        member(ScriptedApi.after(released, ScriptedApi.decides()));
        drive(new HttpLimits(1, 1, 60_000, 60_000, 60_000));

        Given first = ask("a", 0);
        Given second = ask("b", 0);
        assertThat(answer(0)).isEqualTo("failed: too many wait for room at a member");
        released.complete(null);

        assertThat(first.first.join()).isEqualTo("rules of 0");
        assertThat(second.first.join()).isEqualTo("rules of 0");
        awaitIdle();
    }

    @Test
    void shouldEndAQuestionWhoseAnswerCannotBeEntered() throws IOException {
        member(ScriptedApi.decides());
        drive(PATIENT);
        CompletableFuture<String> failure = new CompletableFuture<>();

        driver.run(() -> driver.ask(question("", 0, new HttpQuestion.Asker() {
            @Override
            public void answered(HttpQuestion question, int member, HttpAnswer answer, boolean isFirst) {
                throw new IllegalStateException("planted");
            }

            @Override
            public void failed(HttpQuestion question, String why) {
                failure.complete(why);
            }
        })));

        assertThat(failure.join()).contains("planted");
        awaitIdle();
    }
}
