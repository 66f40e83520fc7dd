package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where copies go when members have zones: four real members in this JVM, two a zone, with one backup. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ZonesTest {
    private static final int COUNT = 50_000;
    private static final int RATE = 10_000;

    @Test
    void shouldKeepEveryShardWhenAWholeZoneIsLostAtOnce() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            cluster.withZone("a").startMember();
            FraudMember first = cluster.withZone("b").startMember();
            cluster.withZone("a").startMember();
            FraudMember second = cluster.withZone("b").startMember();
            cluster.awaitMembers(4);
            cluster.load();
            assertThat(cluster.control().audit().verify().problems()).isEmpty();

            cluster.kill(first);
            cluster.kill(second);
            cluster.awaitMembers(2);

            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED);
        }
    }

    @Test
    void shouldGoOnInOneZoneWhenTheOperatorSaysSo() throws IOException {
        try (TestCluster cluster = new TestCluster().withDegradedAfter(Optional.empty())) {
            FraudMember reader = cluster.withZone("a").startMember(cluster.startSource(COUNT, RATE));
            FraudMember first = cluster.withZone("b").startMember();
            cluster.withZone("a").startMember();
            FraudMember second = cluster.withZone("b").startMember();
            cluster.awaitMembers(4);
            cluster.load();
            cluster.control().start();
            cluster.kill(first);
            cluster.kill(second);
            cluster.awaitMembers(2);
            TestCluster.await(
                    "the loss of the zone is seen", () -> reader.copyFigures().membersMissing() == 1);

            cluster.control().expect(2);
            cluster.awaitAnswered(reader, COUNT);

            assertThat(reader.copyFigures().degradedBecause()).isEqualTo("the operator expects 2 member(s)");
        }
    }
}
