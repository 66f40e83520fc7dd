package com.hazelcast.certification.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class DesiredStateTest {
    private static final int PROPOSALS = 8;

    @Test
    void shouldHoldOneOfTheKeysThatAreProposedAtOnce() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            List<DesiredState> views = Stream.of(cluster.startMember(), cluster.startMember())
                    .map(FraudMember::hazelcast)
                    .map(DesiredState::new)
                    .toList();
            CountDownLatch begin = new CountDownLatch(1);
            List<CompletableFuture<String>> proposals = new ArrayList<>();
            for (int i = 0; i < PROPOSALS; i++) {
                byte[] key = {(byte) i};
                DesiredState view = views.get(i % views.size());
                proposals.add(CompletableFuture.supplyAsync(() -> {
                    awaitQuietly(begin);
                    return text(view.proposeCardLinkKey(key));
                }));
            }
            begin.countDown();
            List<String> holding =
                    proposals.stream().map(CompletableFuture::join).distinct().toList();
            assertThat(holding).hasSize(1);
            for (DesiredState view : views) {
                TestCluster.await(
                        "the member has the key",
                        () -> view.cardLinkKey()
                                .map(DesiredStateTest::text)
                                .equals(holding.stream().findFirst()));
            }
        }
    }

    private static String text(byte[] key) {
        return Base64.getEncoder().encodeToString(key);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
