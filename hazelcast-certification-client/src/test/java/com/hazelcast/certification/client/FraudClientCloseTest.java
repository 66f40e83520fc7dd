package com.hazelcast.certification.client;

import static com.hazelcast.certification.client.Clients.IDLE_MS;
import static com.hazelcast.certification.client.Clients.TRANSACTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.hazelcast.certification.client.protocol.BatchFrame;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a client leaves behind that is closed, or did not come about. */
@Timeout(60)
class FraudClientCloseTest {
    private static final int ATTEMPTS = 100;
    private static final Duration LONG = Duration.ofSeconds(20);

    private ScriptedMember member;

    @BeforeEach
    void startMember() throws Exception {
        member = new ScriptedMember();
    }

    @AfterEach
    void closeMember() throws Exception {
        member.close();
    }

    private FraudClient connect() throws Exception {
        ClientConfig config = ClientConfig.plain(List.of(member.address()))
                .withUnacknowledgedMax(3)
                .withTimeouts(LONG, Duration.ofSeconds(5), LONG);
        CompletableFuture<FraudClient> connecting = CompletableFuture.supplyAsync(() -> {
            try {
                return FraudClient.connect(config);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        member.greet(4, 100, IDLE_MS);
        return connecting.get(20, TimeUnit.SECONDS);
    }

    /** A caller that waited for room while the client was closed needs some as well. */
    @Test
    void shouldHaveRoomAndNothingUnacknowledgedWhenAllWasAnswered() throws Exception {
        FraudClient client = connect();
        CompletionStage<Verdict> verdict = client.send(TRANSACTION);
        member.answer(BatchFrame.number(member.readFrame()), (byte) 7);
        assertThat(Clients.get(verdict).rule()).isEqualTo(7);

        client.close();

        assertThat(client.unacknowledged()).isZero();
    }

    @Test
    void shouldRefuseToCloseOnItsOwnThreadAndStayOpen() throws Exception {
        try (FraudClient client = connect()) {
            CompletionStage<Void> closing = client.send(TRANSACTION).thenAccept(verdict -> client.close());
            member.answer(BatchFrame.number(member.readFrame()), (byte) 7);
            assertThat(closing.toCompletableFuture())
                    .failsWithin(LONG)
                    .withThrowableThat()
                    .withMessageContaining("close the client on another");

            CompletionStage<Verdict> next = client.send(TRANSACTION);
            member.answer(BatchFrame.number(member.readFrame()), (byte) 8);
            assertThat(Clients.get(next).rule()).isEqualTo(8);
        }
    }

    /** As of an application that tries again until its certificates are there. */
    @Test
    void shouldLeaveNoFilesOpenWhenTheTlsFilesCannotBeUsed() throws Exception {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        assumeTrue(system instanceof UnixOperatingSystemMXBean);
        UnixOperatingSystemMXBean process = (UnixOperatingSystemMXBean) system;
        ClientConfig config =
                ClientConfig.of(List.of(member.address()), TlsOptions.trusting(Path.of("no-such-file.pem")));
        long before = process.getOpenFileDescriptorCount();

        for (int i = 0; i < ATTEMPTS; i++) {
            assertThatThrownBy(() -> FraudClient.connect(config)).isInstanceOf(IllegalArgumentException.class);
        }

        while (process.getOpenFileDescriptorCount() - before >= ATTEMPTS) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }
}
