package com.hazelcast.certification.kafka.verdicts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.scoring.OutcomeRecord;
import com.hazelcast.certification.scoring.OutcomeRecords;
import com.hazelcast.certification.storage.ChangeType;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.storage.OutcomeLog;
import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.certification.storage.ShardJournal;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.certification.storage.StorageSettings;
import com.hazelcast.certification.storage.files.FolderDisk;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A real log, and brokers that do what they are told. */
@Timeout(120)
class VerdictSenderTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant DECIDED = Instant.parse("2026-11-25T08:00:00.123Z");
    private static final Instant NOW = DECIDED.plusSeconds(9);
    private static final long CARD = 400_000_000_000L;
    private static final int BATCHES = 12;
    private static final int PER_BATCH = 5;

    @TempDir
    private Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(NOW);

    /** Shows what the test sets, to the sender's thread as well. */
    private final Clock clock = new Clock() {
        @Override
        public Instant instant() {
            return now.get();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("this clock has no other zone: zone=" + zone);
        }
    };

    /** What the brokers have stored, in their order. */
    private final List<ProducerRecord<byte[], byte[]>> topic = Collections.synchronizedList(new ArrayList<>());

    /** When the process ends. */
    private enum Kill {
        BEFORE_THE_ACKNOWLEDGEMENT,
        BETWEEN_ACKNOWLEDGEMENT_AND_PLACE
    }

    /** Stores what it was sent when it is flushed, and kills the sender at one of the flushes. */
    private final class Broker extends MockProducer<byte[], byte[]> {
        private final Kill kill;
        private int flushesLeft;
        private int stored;

        Broker(Kill kill, int flushes) {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
            this.kill = kill;
            this.flushesLeft = flushes;
        }

        @Override
        public synchronized void flush() {
            boolean isLast = history().size() > stored && flushesLeft-- == 0;
            if (!isLast || kill == Kill.BETWEEN_ACKNOWLEDGEMENT_AND_PLACE) {
                topic.addAll(history().subList(stored, history().size()));
                stored = history().size();
            }
            if (isLast) {
                throw new InterruptException("killed");
            }
        }
    }

    private Broker broker() {
        return new Broker(Kill.BEFORE_THE_ACKNOWLEDGEMENT, Integer.MAX_VALUE);
    }

    /** A member's folder, with one shard. */
    private static final class Member implements AutoCloseable {
        final ShardStorage storage;
        final OutcomeLog log;
        final HistoryShard shard;

        Member(Path folder) {
            HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
            storage = ShardStorage.open(
                    FolderDisk.open(folder),
                    new StorageSettings(Durability.WRITTEN, Optional.empty(), "1-shards", 4_096, 20_000, 1 << 28),
                    memory,
                    OutcomeRecord::replay);
            log = storage.outcomes().orElseThrow();
            shard = new HistoryShard(memory, 100, 10);
            shard.keptAt(0);
            shard.install();
            storage.touchBy(key -> storage.open(shard).release());
        }

        void add(boolean isOwn, int first, int count) {
            byte[] transactions = transactions(first, count);
            byte[] outcome = isOwn
                    ? OutcomeRecords.byOwner(DECIDED.toEpochMilli(), transactions)
                    : OutcomeRecords.byCopy(DECIDED.toEpochMilli(), transactions);
            ShardJournal journal = storage.open(shard);
            try {
                journal.append(ChangeType.OUTCOME, outcome, outcome.length);
            } finally {
                journal.release();
            }
            journal.commit();
        }

        @Override
        public void close() {
            storage.close();
        }
    }

    private static byte[] transactions(int first, int count) {
        byte[] transactions = new byte[count * TransactionLayout.TRANSACTION_SIZE_BYTES];
        for (int i = 0; i < count; i++) {
            int number = first + i;
            int offset = i * TransactionLayout.TRANSACTION_SIZE_BYTES;
            TransactionLayout.put(
                    transactions,
                    offset,
                    CARD + number % 3,
                    TransactionLayout.times(DECIDED.toEpochMilli() - 50, 276, 978),
                    TransactionLayout.payment(1_234, 12_345, 5_411),
                    TransactionLayout.outcome(10_115, 0),
                    1 + number);
            TransactionLayout.putVerdict(transactions, offset, number % 2);
        }
        return transactions;
    }

    private static VerdictTopic settings(boolean flaggedOnly) {
        return new VerdictTopic("127.0.0.1:1", "verdicts", flaggedOnly, Action.DECLINE, "member", Map.of(), 1L << 30);
    }

    private VerdictSender sender(Member member, CopyRounds rounds, VerdictSender.Producers producers) {
        return sender(member, rounds, producers, false);
    }

    private VerdictSender sender(
            Member member, CopyRounds rounds, VerdictSender.Producers producers, boolean flaggedOnly) {
        VerdictSender sender = new VerdictSender(
                member.log,
                rounds,
                new VerdictRecords(settings(flaggedOnly), new RulesInUse(RuleSet.shipped())),
                producers,
                "kafka-verdicts=verdicts",
                clock,
                1);
        sender.start();
        return sender;
    }

    private static JsonNode json(ProducerRecord<byte[], byte[]> record) {
        try {
            return JSON.readTree(record.value());
        } catch (IOException e) {
            throw new AssertionError(new String(record.value(), StandardCharsets.UTF_8), e);
        }
    }

    private List<Integer> numbers() {
        synchronized (topic) {
            return topic.stream()
                    .map(record ->
                            Integer.parseInt(json(record).get("referenceHash").asText(), 16) - 1)
                    .toList();
        }
    }

    private static List<Integer> range(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    private void awaitSent(Member member) {
        TestCluster.await("all is sent", () -> member.log.sent().equals(member.log.end()));
    }

    @ParameterizedTest
    @EnumSource
    void shouldSendAllInOrderWhereverItIsKilled(Kill kill) {
        for (int flushes = 0; flushes <= BATCHES; flushes++) {
            topic.clear();
            Path data = folder.resolve(kill + "-" + flushes);
            try (Member member = new Member(data)) {
                for (int i = 0; i < BATCHES; i++) {
                    member.add(true, i * PER_BATCH, PER_BATCH);
                }
                int at = flushes;
                try (VerdictSender killed =
                        sender(member, new CopyRounds(System.nanoTime()), () -> new Broker(kill, at))) {
                    TestCluster.await(
                            "killed, or at its end",
                            () -> !killed.isAlive() || member.log.sent().equals(member.log.end()));
                    killed.abandon();
                }
            }
            try (Member again = new Member(data);
                    VerdictSender unused = sender(again, new CopyRounds(System.nanoTime()), this::broker)) {
                again.add(true, BATCHES * PER_BATCH, PER_BATCH);
                awaitSent(again);
            }
            List<Integer> firstTimes = numbers().stream().distinct().toList();
            assertThat(firstTimes).as("killed at flush %d", flushes).isEqualTo(range((BATCHES + 1) * PER_BATCH));
            int twice = kill == Kill.BETWEEN_ACKNOWLEDGEMENT_AND_PLACE && flushes < BATCHES ? PER_BATCH : 0;
            assertThat(numbers()).as("killed at flush %d", flushes).hasSize((BATCHES + 1) * PER_BATCH + twice);
        }
    }

    /** No other thread would send them. */
    @Test
    void shouldGoOnAfterAnError() {
        AtomicBoolean hasFailed = new AtomicBoolean();
        VerdictSender.Producers producers = () -> {
            if (!hasFailed.getAndSet(true)) {
                throw new OutOfMemoryError("planted");
            }
            return broker();
        };
        try (Member member = new Member(folder);
                VerdictSender unused = sender(member, new CopyRounds(System.nanoTime()), producers)) {
            member.add(true, 0, PER_BATCH);
            awaitSent(member);
            assertThat(numbers()).isEqualTo(range(PER_BATCH));
        }
    }

    @Test
    void shouldWriteWhoseAndWhichTransactionItIsAndWhatWasDecided() {
        try (Member member = new Member(folder);
                VerdictSender sender = sender(member, new CopyRounds(System.nanoTime()), this::broker)) {
            member.add(true, 0, 2);
            awaitSent(member);
            assertThat(topic).allSatisfy(record -> assertThat(record.topic()).isEqualTo("verdicts"));
            JsonNode first = json(topic.get(0));
            assertThat(new String(topic.get(0).key(), StandardCharsets.UTF_8))
                    .isEqualTo(first.get("card").asText())
                    .contains("****");
            assertThat(first.toString())
                    .contains(
                            "\"time\":\"2026-11-25T08:00:00.073Z\",\"amountMinor\":1234,\"currency\":978,\"country\":276,\"mcc\":5411,"
                                    + "\"city\":10115,\"terminal\":12345,\"responseCode\":0,\"referenceHash\":\"0000000000000001\",\"action\":\"approve\",\"rule\":null,\"reason\":null,\"scoreAtLeast\":null,")
                    .endsWith("\"decidedAt\":\"2026-11-25T08:00:00.123Z\"}");
            JsonNode second = json(topic.get(1));
            assertThat(second.get("action").asText()).isEqualTo("decline");
            assertThat(second.get("rule").get("id").asInt()).isEqualTo(1);
            assertThat(sender.figures().sent()).isEqualTo(2);
        }
    }

    @Test
    void shouldLeaveOutWhatIsApprovedIfToldTo() {
        try (Member member = new Member(folder);
                VerdictSender unused = sender(member, new CopyRounds(System.nanoTime()), this::broker, true)) {
            member.add(true, 0, 10);
            awaitSent(member);
            assertThat(numbers()).containsExactly(1, 3, 5, 7, 9);
        }
    }

    /** What is deleted before it could be sent is counted by that. */
    @Test
    void shouldCountOfAnOutcomeWhatItWouldSend() {
        long atMs = DECIDED.toEpochMilli();
        try (Member member = new Member(folder)) {
            try (VerdictSender all = sender(member, new CopyRounds(System.nanoTime()), this::broker)) {
                assertThat(all.verdictsOf(ByteBuffer.wrap(OutcomeRecords.byOwner(atMs, transactions(0, 10)))))
                        .isEqualTo(10);
                assertThat(all.verdictsOf(ByteBuffer.wrap(OutcomeRecords.byCopy(atMs, transactions(0, 10)))))
                        .isZero();
            }
            try (VerdictSender flagged = sender(member, new CopyRounds(System.nanoTime()), this::broker, true)) {
                assertThat(flagged.verdictsOf(ByteBuffer.wrap(OutcomeRecords.byOwner(atMs, transactions(0, 10)))))
                        .isEqualTo(5);
            }
        }
    }

    @Test
    void shouldWaitForBrokersThatAreAwayAndSayWhy() {
        List<Integer> tries = Collections.synchronizedList(new ArrayList<>());
        try (Member member = new Member(folder)) {
            member.add(true, 0, 3);
            try (VerdictSender sender = sender(member, new CopyRounds(System.nanoTime()), () -> {
                tries.add(0);
                if (tries.size() > 1) {
                    return broker();
                }
                return new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                    @Override
                    public synchronized void flush() {
                        boolean unused = errorNext(new TimeoutException("no acknowledgement"));
                    }
                };
            })) {
                TestCluster.await(
                        "it says why", () -> sender.figures().waitsFor().contains("no broker acknowledges"));
                assertThat(sender.figures().waitingMs()).isEqualTo(9_000);
                now.set(NOW.plusSeconds(12));
                assertThat(sender.figures().waitsForMs()).isEqualTo(12_000);
                assertThat(sender.figures().waitingBytes()).isPositive();
                assertThat(sender.figures().sent()).isZero();
                awaitSent(member);
                TestCluster.await("it sends", () -> sender.figures().waitsFor().isEmpty());
                assertThat(numbers()).isEqualTo(range(3));
                assertThat(sender.figures().waitingMs()).isZero();
            }
        }
    }

    @Test
    void shouldSendWhatCopiesHaveTakenOnlyWhenItsOwnerMayNotHaveSentIt() throws IOException {
        UUID owner = new UUID(0, 1);
        try (Member member = new Member(folder)) {
            CopyRounds rounds = new CopyRounds(0);
            LogPlace empty = member.log.end();
            Map<UUID, CopyRounds.Places> sent =
                    Map.of(owner, new CopyRounds.Places(new LogPlace(1, 9), new LogPlace(1, 9)));
            rounds.tick(empty, Set.of(owner), sent, 2 * CopyRounds.SETTLE_NS);
            try (VerdictSender sender = sender(member, rounds, this::broker)) {
                member.add(false, 0, 10);
                member.add(true, 10, 1);
                rounds.tick(member.log.end(), Set.of(owner), sent, 2 * CopyRounds.SETTLE_NS + 1);
                LogPlace settled = member.log.end();
                rounds.tick(settled, Set.of(owner), sent, 2 * CopyRounds.SETTLE_NS + 2);
                TestCluster.await(
                        "its owner has sent it", () -> member.log.settled().equals(settled));
                member.add(false, 11, 10);
                awaitSent(member);
                assertThat(numbers()).containsExactly(10);

                rounds.tick(member.log.end(), Set.of(), Map.of(), 2 * CopyRounds.SETTLE_NS + 3);
                TestCluster.await(
                        "what the lost member may not have sent",
                        () -> sender.figures().copiesSent() == 10);
                assertThat(new HashSet<>(numbers()))
                        .isEqualTo(IntStream.range(10, 21).boxed().collect(Collectors.toSet()));
            }
        }
    }

    @Test
    void shouldSendWhatIsLeftWhenTheMemberLeaves() {
        try (Member member = new Member(folder)) {
            VerdictSender sender = sender(member, new CopyRounds(System.nanoTime()), this::broker);
            member.add(true, 0, 100);
            sender.close();
            assertThat(numbers()).isEqualTo(range(100));
            assertThat(sender.isAlive()).isFalse();
        }
    }

    @Test
    void shouldTryAgainWhenBrokersFailInAnyWay() {
        List<Integer> tries = Collections.synchronizedList(new ArrayList<>());
        try (Member member = new Member(folder);
                VerdictSender unused = sender(member, new CopyRounds(System.nanoTime()), () -> {
                    tries.add(0);
                    if (tries.size() == 1) {
                        throw new KafkaException("no such topic");
                    }
                    return broker();
                })) {
            member.add(true, 0, 3);
            awaitSent(member);
            assertThat(numbers()).isEqualTo(range(3));
        }
    }
}
