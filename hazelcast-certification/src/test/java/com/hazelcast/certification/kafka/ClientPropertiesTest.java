package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientPropertiesTest {
    private static final String INSTANCE_ID = "group.instance.id";
    private static final String MAX_POLL_RECORDS = "max.poll.records";

    private static ClientProperties of(String member, int reader, Map<String, String> properties) {
        return of(member, reader, properties, 0);
    }

    private static ClientProperties of(String member, int reader, Map<String, String> properties, int rateMax) {
        return of(member, reader, properties, rateMax, Duration.ofMillis(50));
    }

    private static ClientProperties of(String member, Duration commitEvery, Map<String, String> properties) {
        return of(member, 0, properties, 0, commitEvery);
    }

    private static ClientProperties of(
            String member, int reader, Map<String, String> properties, int rateMax, Duration commitEvery) {
        return new ClientProperties(
                new KafkaSettings(
                        "127.0.0.1:1",
                        "group",
                        member,
                        properties,
                        new KafkaSettings.Topics(List.of("in"), "out", "dead", Optional.of("labels")),
                        new KafkaSettings.Reading(
                                InputForm.RECORD::newReader, StartFrom.EARLIEST, 2, commitEvery, 10, rateMax),
                        new KafkaSettings.Verdicts(OutputForm.JSON, () -> 0, false, Action.DECLINE)),
                reader);
    }

    private static Object instanceId(String member, int reader) {
        return of(member, reader, Map.of(INSTANCE_ID, "fraud")).consumer(true).get(INSTANCE_ID);
    }

    /** Or they would fence each other. */
    @Test
    void shouldGiveEachReaderAGroupInstanceIdOfItsOwnThatStays() {
        assertThat(List.of(instanceId("a-10.0.0.1-5701", 0), instanceId("a-10.0.0.1-5701", 1), instanceId("b", 0)))
                .containsExactly("fraud-a-10.0.0.1-5701-0", "fraud-a-10.0.0.1-5701-1", "fraud-b-0");
        assertThat(instanceId("a-10.0.0.1-5701", 0)).isEqualTo(instanceId("a-10.0.0.1-5701", 0));
        assertThat(instanceId("a-[::1]-5701", 0)).as("what Kafka takes").isEqualTo("fraud-a-___1_-5701-0");
        assertThat(of("a", 0, Map.of(INSTANCE_ID, "fraud")).labelConsumer(true))
                .containsEntry(INSTANCE_ID, "fraud-a-0-labels");
    }

    /** What one poll returns enters the member in one moment. */
    @ParameterizedTest
    @CsvSource({"0, 8192", "1, 1", "50000, 250"})
    void shouldPollNoMoreAtATimeThanABoundOnTheRateLets(int rateMax, int records) {
        ClientProperties properties = of("a", 0, Map.of(), rateMax);
        assertThat(properties.consumer(true)).containsEntry(MAX_POLL_RECORDS, records);
        assertThat(properties.labelConsumer(true))
                .as("labels have no such bound")
                .containsEntry(MAX_POLL_RECORDS, KafkaLimits.LABELS_PER_POLL);
    }

    /** Kafka's 64 KiB are filled sixteen times by a fetch, and each time wakes the client's own thread. */
    @Test
    void shouldLeaveTheSizeOfTheReceiveBufferToTheSystem() {
        String name = "receive.buffer.bytes";
        assertThat(of("a", 0, Map.of()).consumer(true)).containsEntry(name, -1);
        assertThat(of("a", 0, Map.of(name, "65536")).consumer(true)).containsEntry(name, "65536");
    }

    /** Nobody sees a verdict before its transaction is committed. */
    @ParameterizedTest
    @CsvSource({"5, 5", "20, 5", "60, 15", "100, 25", "5000, 25"})
    void shouldSendLessOftenInALongTransaction(int commitEveryMs, long lingerMs) {
        assertThat(of("a", Duration.ofMillis(commitEveryMs), Map.of()).producer())
                .containsEntry("linger.ms", lingerMs);
        assertThat(of("a", Duration.ofMillis(commitEveryMs), Map.of("linger.ms", "1"))
                        .producer())
                .containsEntry("linger.ms", "1");
        assertThat(of("a", Duration.ofMillis(commitEveryMs), Map.of()).labelProducer())
                .as("its dead letters are waited for")
                .doesNotContainKey("linger.ms");
    }

    @Test
    void shouldRefuseATimeOutThatEndsEachTransactionBeforeItIsCommitted() {
        assertThatThrownBy(() -> of("a", Duration.ofMillis(3_000), Map.of("transaction.timeout.ms", "3000")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(": kafka.transaction.timeout.ms=3000 kafka-commit-every=3000ms");
        assertThat(of("a", Duration.ofMillis(2_999), Map.of("transaction.timeout.ms", "3000")))
                .isNotNull();
    }

    /** The client drops some of these without a word, and names the transactional id for others. */
    @ParameterizedTest
    @CsvSource({
        "acks, 1",
        "acks, 0",
        "enable.idempotence, false",
        "isolation.level, read_uncommitted",
        "max.in.flight.requests.per.connection, 6",
        "retries, 0"
    })
    void shouldRefuseByNameWhatWouldBreakThePromise(String name, String value) {
        assertThatThrownBy(() -> of("a", 0, Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("leave it out: kafka." + name + "=" + value);
    }

    @Test
    void shouldTakeTheSamePropertiesWithValuesThatKeepThePromise() {
        Map<String, String> given = Map.of(
                "acks", "-1",
                "enable.idempotence", "TRUE",
                "isolation.level", "read_committed",
                "max.in.flight.requests.per.connection", "5",
                "retries", "2147483647");
        assertThat(of("a", 0, given).producer()).containsAllEntriesOf(Map.of("acks", "-1", "retries", "2147483647"));
        assertThat(of("a", 0, given).consumer(true)).containsEntry("isolation.level", "read_committed");
    }

    @Test
    void shouldGiveNoneWhereNoneIsConfiguredOrNothingJoins() {
        assertThat(of("a", 0, Map.of()).consumer(true)).doesNotContainKey(INSTANCE_ID);
        assertThat(of("a", 0, Map.of(INSTANCE_ID, "fraud")).lookingConsumer()).doesNotContainKey(INSTANCE_ID);
    }

    /** Brokers make a topic by default that a client asks for, with their own number of partitions. */
    @Test
    void shouldHaveBrokersMakeNoTopic() {
        ClientProperties properties = of("a", 0, Map.of());
        for (Map<String, Object> consumer :
                List.of(properties.consumer(true), properties.labelConsumer(false), properties.lookingConsumer())) {
            assertThat(consumer).containsEntry("allow.auto.create.topics", false);
        }
        assertThat(of("a", 0, Map.of("allow.auto.create.topics", "true")).consumer(true))
                .containsEntry("allow.auto.create.topics", "true");
    }
}
