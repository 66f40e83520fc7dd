package com.hazelcast.certification.client;

import static com.hazelcast.certification.client.Clients.IDLE_MS;
import static com.hazelcast.certification.client.Clients.LATER;
import static com.hazelcast.certification.client.Clients.OF_ANOTHER_CARD;
import static com.hazelcast.certification.client.Clients.TRANSACTION;
import static com.hazelcast.certification.client.Clients.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client whose member has no verdict for some records yet: it defers them. */
@Timeout(60)
class FraudClientDeferralTest {
    private ScriptedMember member;
    private ClientConfig config;

    @BeforeEach
    void startMember() throws Exception {
        member = new ScriptedMember();
        config = ClientConfig.plain(List.of(member.address()))
                .withUnacknowledgedMax(3)
                .withTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(5), Duration.ofMillis(300));
    }

    @AfterEach
    void closeMember() throws Exception {
        member.close();
    }

    @Test
    void shouldSendAgainWhatIsDeferredAndGoOnWithOthers() throws Exception {
        CompletableFuture<FraudClient> connecting = connect();
        member.greet(1, 100, IDLE_MS);
        assertThat(member.helloVersion()).isEqualTo(ProtocolLimits.VERSION);
        try (FraudClient client = connecting.get()) {
            CompletionStage<Verdict> stuck = client.send(TRANSACTION);
            member.answer(BatchFrame.number(member.readFrame()), (byte) AnswerFrame.DEFERRED);
            CompletionStage<Verdict> unrelated = client.send(OF_ANOTHER_CARD);
            long number = answerUntil(OF_ANOTHER_CARD);
            member.answer(number, (byte) 3);
            assertThat(get(unrelated).rule()).isEqualTo(3);
            assertThat(stuck.toCompletableFuture()).isNotDone();

            member.answer(answerUntil(TRANSACTION), (byte) 0x45);
            assertThat(get(stuck)).isEqualTo(new Verdict(Verdict.Status.DUPLICATE, 5, Optional.empty()));
            assertThat(client.unacknowledged()).isZero();
        }
    }

    /** Defers all batches before one with that transaction alone; returns the number of that one. */
    private long answerUntil(Transaction expected) throws Exception {
        ByteBuf frame = member.readFrame();
        while (!Clients.hasRecords(frame, expected)) {
            member.answer(BatchFrame.number(frame), (byte) AnswerFrame.DEFERRED);
            frame = member.readFrame();
        }
        return BatchFrame.number(frame);
    }

    @Test
    void shouldKeepTheOrderOfACardOfWhichSomethingIsDeferred() throws Exception {
        CompletableFuture<FraudClient> connecting = connect();
        member.greet(1, 100, IDLE_MS);
        try (FraudClient client = connecting.get()) {
            CompletionStage<Verdict> first = client.send(TRANSACTION);
            ByteBuf sent = member.readFrame();
            CompletionStage<Verdict> second = client.send(LATER);
            CompletionStage<Verdict> unrelated = client.send(OF_ANOTHER_CARD);
            member.answer(BatchFrame.number(sent), (byte) AnswerFrame.DEFERRED);
            ByteBuf others = member.readFrame();
            assertThat(Clients.hasRecords(others, OF_ANOTHER_CARD)).isTrue();
            member.answer(BatchFrame.number(others), (byte) 0);
            get(unrelated);

            for (int i = 0; i < 2; i++) {
                ByteBuf again = member.readFrame();
                assertThat(Clients.hasRecords(again, TRANSACTION, LATER)).isTrue();
                boolean isLast = i == 1;
                byte answer = (byte) (isLast ? 1 : AnswerFrame.DEFERRED);
                member.answer(BatchFrame.number(again), answer, answer);
            }
            assertThat(get(first).rule()).isEqualTo(1);
            assertThat(get(second).rule()).isEqualTo(1);
        }
    }

    @Test
    void shouldGiveDeferralsBackToACallerThatTakesThem() throws Exception {
        config = config.withDeferrals();
        CompletableFuture<FraudClient> connecting = connect();
        member.greet(1, 100, IDLE_MS);
        try (FraudClient client = connecting.get()) {
            CompletionStage<Verdict> verdict = client.send(TRANSACTION);
            member.answer(BatchFrame.number(member.readFrame()), (byte) AnswerFrame.DEFERRED);
            assertThat(get(verdict).status()).isEqualTo(Verdict.Status.DEFERRED);
        }
    }

    private CompletableFuture<FraudClient> connect() {
        return Clients.connecting(config, MemberRing.inOrder(config.members()));
    }
}
