package com.hazelcast.certification.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A member goes the way of a decision before it says that it is ready, and leaves no trace of that. */
@Timeout(180)
class RehearsalTest {
    @TempDir
    Path folder;

    private static double figure(FraudMember member, String name) throws Exception {
        String text = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + member.httpPort() + "/metrics"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
        Matcher found = Pattern.compile("^" + Pattern.quote(name) + " ([0-9.eE+]+)$", Pattern.MULTILINE)
                .matcher(text);
        return found.find() ? Double.parseDouble(found.group(1)) : 0;
    }

    @Test
    void shouldGoTheWholeWayAndLeaveNoTrace() throws Exception {
        Path log = folder.resolve("access.log");
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.withApi(ApiUser.logging(log)).startMember();
            ApiUser user = new ApiUser(member);
            assertThat(user.isReady()).isFalse();
            cluster.load();
            cluster.control().start();

            TestCluster.await("the member is ready", user::isReady);

            assertThat(figure(member, "fraud_batches_total"))
                    .as("batches that went through the shards of the owner")
                    .isPositive();
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED);
            assertThat(cluster.control().statuses().get(0).shards().sum().cards())
                    .isEqualTo(TestCluster.CARDS);
            assertThat(figure(member, "fraud_transactions_received_total")).isZero();
            assertThat(figure(member, "fraud_api_requests_total{call=\"decision\",status=\"200\"}"))
                    .isZero();
            assertThat(figure(member, "fraud_api_decisions_total{source=\"rules\"}"))
                    .isZero();
            assertThat(figure(member, "fraud_api_queue")).isZero();
            // The first decision that counts comes next in the log.
            assertThat(user.post("/v1/decisions", ApiUser.transaction(1, System.currentTimeMillis(), ""))
                            .status())
                    .isEqualTo(200);
            TestCluster.await("the decision is logged", () -> decisions(log) > 0);
            assertThat(decisions(log)).isEqualTo(1);
            assertThat(figure(member, "fraud_transactions_received_total")).isEqualTo(1);
        }
    }

    private static long decisions(Path log) {
        try (var lines = Files.lines(log)) {
            return lines.filter(line -> line.contains("\"call\":\"decision\"")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
