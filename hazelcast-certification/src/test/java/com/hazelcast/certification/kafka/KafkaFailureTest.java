package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.hazelcast.certification.kafka.group.MemberKafka;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.process.LocalCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** What keeps a member from reading a real broker is said by its name, with what to do about it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KafkaFailureTest {
    /** Half of what Kafka's own clients take for a call that nobody has bounded. */
    private static final Duration SAID_WITHIN = Duration.ofSeconds(30);

    private static String at() {
        return " kafka=" + TestTopics.brokers().addresses();
    }

    private static void look(KafkaSettings settings) throws InterruptedException {
        Brokers unused = Brokers.look(
                settings,
                new ClientProperties(settings, 0),
                settings.topics().in(),
                List.of(settings.topics().out(), settings.topics().deadLetters()));
    }

    private static Optional<String> changed(Uuid began, Map<String, Uuid> found) {
        return Brokers.changed(Map.of("in", began), found, VerdictTransactionTest.settings(OutputForm.COMPACT))
                .map(failure -> String.valueOf(failure.getMessage()));
    }

    /** A consumer does not fail by itself then. */
    @Test
    void shouldNameATopicThatIsGoneOrWasMadeAgainWhileItIsRead() {
        Uuid id = Uuid.randomUuid();
        assertThat(changed(id, Map.of("in", id))).isEmpty();
        assertThat(changed(id, Map.of("other", id)))
                .hasValue("there is no such topic: create it, or correct kafka-in: topic=in kafka=127.0.0.1:1");
        assertThat(changed(id, Map.of("in", Uuid.randomUuid())))
                .hasValue("the topic was deleted and made again; its readers begin anew: topic=in kafka=127.0.0.1:1");
        assertThat(changed(id, Map.of("in", Uuid.ZERO_UUID)))
                .as("a broker that is too old has no ids")
                .isEmpty();
        assertThat(changed(Uuid.ZERO_UUID, Map.of("in", id)))
                .as("brokers that became newer")
                .isEmpty();
    }

    /** Everybody has that right to it and no other. */
    static void allowOnly(ResourceType type, String name, PatternType pattern, AclOperation right) throws Exception {
        AclBinding binding = new AclBinding(
                new ResourcePattern(type, name, pattern),
                new AccessControlEntry("User:*", "*", right, AclPermissionType.ALLOW));
        try (Admin admin = TestTopics.brokers().admin()) {
            var unused = admin.createAcls(List.of(binding)).all().get();
            // The broker decides by it a moment after it has taken it.
            TestCluster.await(
                    "the broker decides by " + binding,
                    () -> admin.describeAcls(binding.toFilter())
                            .values()
                            .toCompletionStage()
                            .toCompletableFuture()
                            .join()
                            .contains(binding));
        }
    }

    private static String described(RuntimeException failure) {
        return KafkaFailure.describe(
                new KafkaException("in an error state", failure),
                TestTopics.named().settingsAt("b:1"));
    }

    /** That of labels has another name than kafka-group. */
    @Test
    void shouldNameTheGroupThatAMemberMayNotUse() {
        assertThat(described(GroupAuthorizationException.forGroupId("fraud-labels")))
                .isEqualTo(
                        "this member may not use the group: allow its principal READ on it: group=fraud-labels kafka=b:1");
    }

    @Test
    void shouldNameACompactedTopicThatTakesNoRecordWithoutAKey() {
        assertThat(described(new InvalidRecordException("rejected")))
                .startsWith("a topic does not take a verdict or a dead letter. With cleanup.policy=compact")
                .contains("-out,")
                .endsWith("-dead kafka=b:1: rejected");
    }

    @Test
    void shouldNameAGroupThatHasChangedWhileATransactionWasBeingCommitted() {
        assertThat(described(new CommitFailedException("metadata mismatch")))
                .startsWith("the group has changed while a transaction was being committed")
                .endsWith(" kafka=b:1");
    }

    /** The brokers answer: they hold the positions back. */
    @Test
    void shouldNameATransactionThatIsOpenWhereThePositionsAreNotGivenInTime() {
        assertThat(
                        described(
                                new TimeoutException(
                                        "Timeout of 8000ms expired before the last committed offset for partitions [in-0] could be determined.")))
                .startsWith("the brokers do not give the group's positions in time. A member that has failed")
                .endsWith(" kafka=b:1");
        assertThat(described(new TimeoutException("Timeout expired after 8000ms while awaiting InitProducerId")))
                .startsWith("the brokers do not begin or end a transaction in time")
                .contains("transaction.state.log.replication.factor")
                .endsWith(" kafka=b:1: Timeout expired after 8000ms while awaiting InitProducerId");
        assertThat(described(new TimeoutException("Topic in not present in metadata after 8000 ms.")))
                .startsWith("no broker answers in time");
    }

    @Test
    void shouldNameABrokerThatIsNotThereInTime() throws Exception {
        String nowhere = "127.0.0.1:" + LocalCluster.freePort();
        KafkaSettings settings = TestTopics.named().settingsAt(nowhere);
        long beginNs = System.nanoTime();
        assertThatThrownBy(() -> look(settings))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("no broker answers in time: check the addresses, kafka.security.protocol and"
                        + " whether the brokers run: kafka=" + nowhere);
        assertThat(Duration.ofNanos(System.nanoTime() - beginNs)).isLessThan(SAID_WITHIN);
    }

    /** Kafka's client would take the answer for a length, and ask for so many bytes of the heap at each try. */
    @ParameterizedTest
    @CsvSource({
        "1503030002020a, 'the broker speaks TLS, and this member does not: set kafka.security.protocol to SSL, or'",
        "485454502f312e31, 'what answers there is no broker of Kafka: correct kafka: broker='"
    })
    void shouldNameABrokerThatAnswersInAnotherLanguage(String answer, String what) throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> {
                while (true) {
                    try (Socket client = server.accept()) {
                        asked.incrementAndGet();
                        byte[] request = client.getInputStream().readNBytes(14);
                        assertThat(request).startsWith(0, 0, 0, 10, 0, 18);
                        client.getOutputStream().write(HexFormat.of().parseHex(answer));
                    } catch (IOException e) {
                        return;
                    }
                }
            });
            answering.setDaemon(true);
            answering.start();
            String address = "127.0.0.1:" + server.getLocalPort();
            KafkaSettings settings = TestTopics.named().settingsAt(address);
            assertThatThrownBy(() -> look(settings))
                    .isInstanceOf(KafkaFailure.class)
                    .hasMessageStartingWith(what)
                    .hasMessageEndingWith("broker=" + address + " kafka.security.protocol=PLAINTEXT");
            assertThat(asked).as("no client has tried").hasValue(1);
        }
    }

    /** The client's own exception says only that it cannot be made. */
    @Test
    void shouldNameAFileOfTheClientsThatIsNotThere() {
        KafkaSettings settings = TestTopics.named()
                .settings(
                        InputForm.RECORD,
                        OutputForm.COMPACT,
                        Map.of("security.protocol", "SSL", "ssl.truststore.location", "/not/there/brokers.p12"));
        assertThatThrownBy(() -> look(settings))
                .satisfies(failure -> assertThat(KafkaFailure.describe(failure, settings))
                        .startsWith(
                                "Kafka's client cannot be made; check the files, passwords and classes that kafka.ssl...")
                        .contains("/not/there/brokers.p12")
                        .endsWith(at()));
    }

    /** As when a member ends whose brokers are away: it waits for the thread that looks. */
    @Test
    void shouldEndALookWhenItIsInterruptedAndNotWithItsTimeOut() throws Exception {
        KafkaSettings settings = TestTopics.named()
                .settings(InputForm.RECORD, OutputForm.COMPACT, Map.of("default.api.timeout.ms", "600000"));
        KafkaSettings nowhere = new KafkaSettings(
                "127.0.0.1:1",
                settings.group(),
                settings.memberName(),
                settings.properties(),
                settings.topics(),
                settings.reading(),
                settings.verdicts());
        AtomicReference<@Nullable Exception> end = new AtomicReference<>();
        Thread looking = new Thread(() -> {
            try {
                look(nowhere);
            } catch (InterruptedException | RuntimeException e) {
                end.set(e);
            }
        });
        looking.setDaemon(true);
        looking.start();

        looking.interrupt();

        looking.join(TimeUnit.MINUTES.toMillis(1));
        assertThat(looking.isAlive()).isFalse();
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
    }

    @Test
    void shouldNameEachTopicThatIsNotThereAndItsKey() throws Exception {
        TestTopics topics = TestTopics.named();
        assertThatThrownBy(() -> look(topics.settings(InputForm.RECORD, OutputForm.COMPACT)))
                .hasMessageContaining(
                        "there is no such topic: create it, or correct kafka-in: topic=" + topics.in + at())
                .hasMessageContaining("correct kafka-out: topic=" + topics.out + at())
                .hasMessageContaining("correct kafka-dead-letters: topic=" + topics.deadLetters + at());
    }

    @Test
    void shouldNameATopicWhoseNameNoneCanHave() {
        KafkaSettings given = TestTopics.named().settings(InputForm.RECORD, OutputForm.COMPACT);
        KafkaSettings settings = new KafkaSettings(
                given.brokers(),
                given.group(),
                given.memberName(),
                given.properties(),
                new KafkaSettings.Topics(List.of("pay/ments"), "verdicts", "dead", Optional.empty()),
                given.reading(),
                given.verdicts());
        assertThatThrownBy(() -> look(settings))
                .hasMessageContaining("no topic can have such a name: correct kafka-in: topic=pay/ments" + at());
    }

    @Test
    void shouldNameTheTopicAndTheRightThatIsMissing() throws Exception {
        TestTopics topics = TestTopics.create(1);
        allowOnly(ResourceType.TOPIC, topics.in, PatternType.LITERAL, AclOperation.DESCRIBE);
        allowOnly(ResourceType.TOPIC, topics.out, PatternType.LITERAL, AclOperation.READ);
        assertThatThrownBy(() -> look(topics.settings(InputForm.RECORD, OutputForm.COMPACT)))
                .hasMessageContaining(
                        "this member may not read the topic: allow its principal READ: topic=" + topics.in + at())
                .hasMessageContaining(
                        "this member may not write the topic: allow its principal WRITE: topic=" + topics.out + at());
    }

    @Test
    void shouldNameATopicThatItMayNotSee() throws Exception {
        TestTopics topics = TestTopics.create(1);
        allowOnly(ResourceType.TOPIC, topics.out, PatternType.LITERAL, AclOperation.ALTER_CONFIGS);
        assertThatThrownBy(() -> look(topics.settings(InputForm.RECORD, OutputForm.COMPACT)))
                .hasMessage(
                        "this member may not see the topic, if there is one: allow its principal DESCRIBE and WRITE:"
                                + " topic=" + topics.out + at());
    }

    @Test
    void shouldSayThatTheBrokersDoNotLetItIn() throws Exception {
        TestTopics topics = TestTopics.create(1);
        Map<String, String> password = Map.of(
                "security.protocol", "SASL_PLAINTEXT",
                "sasl.mechanism", "PLAIN",
                "sasl.jaas.config",
                        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=\"secret\";");
        assertThatThrownBy(() -> look(topics.settings(InputForm.RECORD, OutputForm.COMPACT, password)))
                .hasMessageStartingWith("the brokers do not let this member in: check kafka.security.protocol,"
                        + " kafka.sasl... and kafka.ssl...:" + at())
                .hasMessageNotContaining("=\"secret\"");
    }

    @Test
    void shouldNameGroupTransactionsAndTheirTimeOutWhereAMemberMayNotUseThem() throws Exception {
        TestTopics group = TestTopics.create(1);
        allowOnly(ResourceType.GROUP, group.name, PatternType.LITERAL, AclOperation.DESCRIBE);
        TestTopics transactions = TestTopics.create(1);
        allowOnly(ResourceType.TRANSACTIONAL_ID, transactions.name + "-", PatternType.PREFIXED, AclOperation.DESCRIBE);
        TestTopics timeOut = TestTopics.create(1);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(group.settings(InputForm.RECORD, OutputForm.COMPACT));
            FraudMember first = cluster.startMember();
            cluster.withKafka(transactions.settings(InputForm.RECORD, OutputForm.COMPACT));
            FraudMember second = cluster.startMember();
            cluster.withKafka(timeOut.settings(
                    InputForm.RECORD, OutputForm.COMPACT, Map.of("transaction.timeout.ms", "1000000")));
            FraudMember third = cluster.startMember();
            cluster.load();
            cluster.control().start();
            awaitSaid(
                    first,
                    "this member may not use the group: allow its principal READ on it: group=" + group.name + at());
            awaitSaid(
                    second,
                    "this member may not use transactions: allow its principal WRITE and DESCRIBE on transactional ids"
                            + " that begin with the group: kafka-group=" + transactions.name + at());
            awaitSaid(
                    third,
                    "the time-out of transactions is above the limit of the brokers: lower kafka.transaction.timeout.ms,"
                            + " or raise transaction.max.timeout.ms there: kafka.transaction.timeout.ms=1000000"
                            + at());
        }
    }

    /** Nobody has started to score. */
    @Test
    void shouldSayAtTheStartOfAMemberWhatWouldKeepItFromReading() throws Exception {
        TestTopics topics = TestTopics.named();
        String nowhere = "127.0.0.1:" + LocalCluster.freePort();
        TestTopics noRight = TestTopics.create(1);
        allowOnly(ResourceType.GROUP, noRight.name, PatternType.LITERAL, AclOperation.ALTER_CONFIGS);
        assertThat(saidAtStart(topics.settings(InputForm.RECORD, OutputForm.COMPACT)))
                .startsWith("Kafka could not be read if scoring were started now: ")
                .contains("there is no such topic: create it, or correct kafka-in: topic=" + topics.in + at());
        assertThat(saidAtStart(topics.settingsAt(nowhere))).contains("no broker answers in time", "kafka=" + nowhere);
        assertThat(saidAtStart(noRight.settings(InputForm.RECORD, OutputForm.COMPACT)))
                .contains("this member may not use the group: allow its principal READ on it: group=" + noRight.name);
    }

    private static String saidAtStart(KafkaSettings settings) throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(MemberKafka.class);
        ListAppender<ILoggingEvent> written = new ListAppender<>();
        written.list = Collections.synchronizedList(written.list);
        written.start();
        logger.addAppender(written);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(settings);
            FraudMember unused = cluster.startMember();
            TestCluster.await("it says what is missing", () -> !written.list.isEmpty());
            return written.list.get(0).getFormattedMessage();
        } finally {
            logger.detachAppender(written);
        }
    }

    private static void awaitSaid(FraudMember member, String what) {
        try {
            TestCluster.await(
                    what,
                    () -> member.metrics()
                            .kafkaFigures()
                            .orElseThrow()
                            .waitsFor()
                            .equals(List.of(what)));
        } catch (AssertionError e) {
            throw new AssertionError(member.metrics().kafkaFigures().toString(), e);
        }
    }
}
