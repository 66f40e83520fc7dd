package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Reference;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.gateway.GatewayTest;
import com.hazelcast.certification.kafka.verdicts.VerdictTopic;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.MemberConfig;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.transaction.WireRecord;
import com.hazelcast.certification.waiting.Await;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Members, clients of their gateways and a real broker: the topic has the verdict that each client was answered. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class VerdictsOfAllWaysTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int RECORDS = 12_000;
    private static final long SEED = 27;

    /** Until then members send what copies have taken, too; and some seconds. */
    private static final long SETTLE_NS = TimeUnit.SECONDS.toNanos(13);

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(500);

    @TempDir
    private Path folder;

    /** The answers, by the hash of the reference. */
    private final Map<String, Verdict> ledger = new HashMap<>();

    private MemberConfig.OnDisk onDisk(TestTopics topics, int member) {
        return new MemberConfig.OnDisk(
                folder.resolve("data-" + member),
                Durability.WRITTEN,
                Optional.empty(),
                2,
                Duration.ofSeconds(3),
                Optional.of(new VerdictTopic(
                        TestTopics.brokers().addresses(),
                        topics.out,
                        false,
                        Action.DECLINE,
                        topics.name + "-" + member,
                        Map.of(),
                        1L << 30)));
    }

    /** At what is sent of something happens. */
    private interface Events {
        void at(int sent) throws Exception;
    }

    /** Sends a transaction of each card that the records have, so that no two of a card race, and takes down the answers. */
    private void send(List<FraudMember> members, Events events) throws Exception {
        byte[] records = GatewayTest.records(RECORDS, SEED);
        Set<String> cards = new HashSet<>();
        Map<String, CompletionStage<Verdict>> stages = new HashMap<>();
        List<InetSocketAddress> gateways = members.stream()
                .map(member ->
                        new InetSocketAddress("127.0.0.1", member.gatewayPort().orElseThrow()))
                .toList();
        ClientConfig config = ClientConfig.plain(gateways)
                .withFormat(RecordFormat.TEXT_WITH_REFERENCE)
                .withUnacknowledgedMax(500);
        try (FraudClient client = FraudClient.connect(config)) {
            for (int i = 0; i < RECORDS; i++) {
                int offset = i * WireRecord.SIZE_BYTES;
                String record = new String(records, offset, WireRecord.SIZE_BYTES, StandardCharsets.US_ASCII);
                if (cards.add(record.substring(0, record.indexOf(',')))) {
                    events.at(stages.size());
                    String reference = "p-" + i;
                    stages.put(
                            HexFormat.of().toHexDigits(Reference.hash(reference)),
                            client.sendRecord(records, offset, reference));
                }
            }
            for (Map.Entry<String, CompletionStage<Verdict>> stage : stages.entrySet()) {
                Verdict verdict = stage.getValue().toCompletableFuture().get(60, TimeUnit.SECONDS);
                assertThat(verdict.status()).isIn(Verdict.Status.SCORED, Verdict.Status.DUPLICATE);
                ledger.put(stage.getKey(), verdict);
            }
        }
        assertThat(ledger).hasSizeGreaterThan(4_000);
        assertThat(ledger.values()).as("some are flagged").anyMatch(verdict -> verdict.rule() > 0);
    }

    /** All that the topic has, by the hash of the reference: to be called no more often than need be. */
    private static Map<String, List<JsonNode>> verdicts(TestTopics topics) {
        Map<String, List<JsonNode>> found = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : topics.committed(topics.out, 0)) {
            JsonNode json = json(record);
            found.computeIfAbsent(json.get("referenceHash").asText(), hash -> new ArrayList<>())
                    .add(json);
        }
        return found;
    }

    /** Reads the topic until it has all of the ledger, and compares each. */
    private int awaitAllInTheTopic(TestTopics topics) {
        Map<String, List<JsonNode>> found = new HashMap<>();
        Await.until(
                "every transaction has a verdict in the topic",
                () -> {
                    found.clear();
                    found.putAll(verdicts(topics));
                    return found.keySet().containsAll(ledger.keySet());
                },
                LOOK_NS);
        assertThat(found.keySet()).isEqualTo(ledger.keySet());
        ledger.forEach((hash, verdict) -> assertThat(found.get(hash)).as(hash).allSatisfy(json -> {
            JsonNode rule = json.get("rule");
            assertThat(rule.isNull() ? 0 : rule.get("id").asInt()).isEqualTo(verdict.rule());
            assertThat(json.get("action").asText())
                    .isEqualTo(verdict.action().name().toLowerCase(Locale.ROOT));
            assertThat(json.get("ruleSet").get("version").asInt()).isEqualTo(verdict.ruleSet());
        }));
        return found.values().stream().mapToInt(List::size).sum();
    }

    private static JsonNode json(ConsumerRecord<byte[], byte[]> record) {
        try {
            return JSON.readTree(record.value());
        } catch (IOException e) {
            throw new AssertionError(TestTopics.text(record.value()), e);
        }
    }

    private static double sum(FraudMember one, FraudMember other, String name) {
        return KafkaTest.metric(one, name) + KafkaTest.metric(other, name);
    }

    @Test
    void shouldHaveTheVerdictOfEachTransactionWhenAMemberIsLostForGoodThatHadNotSentThem() throws Exception {
        TestTopics topics = TestTopics.create(3);
        try (TestCluster cluster = new TestCluster().withStorage(member -> onDisk(topics, member))) {
            FraudMember victim = cluster.startMember(GatewayTest.plain());
            FraudMember second = cluster.startMember(GatewayTest.plain());
            FraudMember third = cluster.startMember(GatewayTest.plain());
            cluster.awaitMembers(3);
            cluster.load();
            cluster.control().start();
            send(List.of(victim, second, third), sent -> {
                if (sent == 1_000) {
                    TestTopics.brokers().kill(0);
                } else if (sent == 3_000) {
                    cluster.kill(victim);
                    victim.close();
                }
            });
            assertThat(KafkaTest.metric(second, "fraud_kafka_verdicts_waiting_bytes"))
                    .isPositive();
            TestTopics.brokers().restart(0);
            TestTopics.brokers().awaitAnswers();

            awaitAllInTheTopic(topics);
            assertThat(sum(second, third, "fraud_kafka_verdicts_copies_sent"))
                    .as("sent in place of the one that was lost")
                    .isPositive();
            assertThat(sum(second, third, "fraud_kafka_verdicts_lost")).isZero();
        }
    }

    @Test
    void shouldHaveTheVerdictOfEachTransactionWhenAllMembersAreKilledAndComeBack() throws Exception {
        TestTopics topics = TestTopics.create(3);
        try (TestCluster cluster = new TestCluster().withStorage(member -> onDisk(topics, member))) {
            FraudMember first = cluster.startMember(GatewayTest.plain());
            FraudMember second = cluster.startMember(GatewayTest.plain());
            cluster.awaitMembers(2);
            cluster.load();
            cluster.control().start();
            send(List.of(first, second), sent -> {
                if (sent == 2_000) {
                    TestTopics.brokers().kill(0);
                }
            });
            cluster.kill(second);
            cluster.kill(first);
            second.close();
            first.close();
            TestTopics.brokers().restart(0);
            TestTopics.brokers().awaitAnswers();

            FraudMember again = cluster.startMember();
            FraudMember other = cluster.startMember();
            awaitAllInTheTopic(topics);
            assertThat(sum(again, other, "fraud_kafka_verdicts_lost")).isZero();
        }
    }

    /** Nothing is decided yet: the first verdict would find it out. */
    @Test
    void shouldNameTheRightThatIsMissingWhenAMemberStarts() throws Exception {
        TestTopics topics = TestTopics.create(1);
        KafkaFailureTest.allowOnly(ResourceType.TOPIC, topics.out, PatternType.LITERAL, AclOperation.DESCRIBE);
        try (TestCluster cluster = new TestCluster().withStorage(member -> onDisk(topics, member))) {
            FraudMember member = cluster.startMember();
            TestCluster.await(
                    "it names the right",
                    () -> member.metrics()
                            .verdictFigures()
                            .orElseThrow()
                            .waitsFor()
                            .startsWith(
                                    "this member may not write the topic: allow its principal DESCRIBE and WRITE: kafka-verdicts="
                                            + topics.out));
        }
    }

    @Test
    void shouldSendNothingOfWhatCopiesTakeWhileNothingFails() throws Exception {
        TestTopics topics = TestTopics.create(3);
        try (TestCluster cluster = new TestCluster().withStorage(member -> onDisk(topics, member))) {
            FraudMember first = cluster.startMember(GatewayTest.plain());
            FraudMember second = cluster.startMember(GatewayTest.plain());
            cluster.awaitMembers(2);
            cluster.load();
            cluster.control().start();
            long settledNs = System.nanoTime() + SETTLE_NS;
            TestCluster.await(
                    "members know that nothing was before their starts", () -> System.nanoTime() - settledNs > 0);
            send(List.of(first, second), sent -> {});
            awaitAllInTheTopic(topics);
            TestCluster.await(
                    "nothing waits",
                    () -> KafkaTest.metric(first, "fraud_kafka_verdicts_waiting_bytes") == 0
                            && KafkaTest.metric(second, "fraud_kafka_verdicts_waiting_bytes") == 0);
            TestCluster.pause();
            assertThat(sum(first, second, "fraud_kafka_verdicts_copies_sent")).isZero();
            assertThat((double) awaitAllInTheTopic(topics)).isEqualTo(sum(first, second, "fraud_kafka_verdicts_sent"));
        }
    }
}
