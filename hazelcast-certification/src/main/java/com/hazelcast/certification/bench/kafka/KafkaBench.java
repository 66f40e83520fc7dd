package com.hazelcast.certification.bench.kafka;

import com.hazelcast.certification.bench.GatewayBench;
import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.kafka.records.CompactVerdict;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.process.LocalBrokers;
import com.hazelcast.certification.process.LocalCluster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Kafka in and out: one broker and members, each a process on this machine, read a topic that was filled before. Beside it an empty loop
 * of the same client reads the same topic, writes as many records with the same key, headers and size, and commits as often: the limit of
 * the client and the broker. Both are measured alike, by the positions that their groups have committed.
 */
public final class KafkaBench {
    /** Runs of the row all-verdicts without and with them, unless another number is requested. */
    public static final int ROUNDS = 3;

    private static final Duration POLL = Duration.ofMillis(50);
    private static final long MS_PER_SECOND = 1_000;
    private static final String LOOP_OUT = "loop-out";

    private final KafkaBenchRow row;
    private final Settings settings;
    private final Clock clock;

    /** Of the topic in. */
    private final int records;

    /**
     * How much to run.
     *
     * @param records in a full topic
     * @param cards of its payments
     * @param history transactions that are loaded for each card
     * @param rate records a second where times are measured
     * @param rateMax most records a second where a topic is caught up
     * @param gatewayRate transactions a second of the gateway's clients
     * @param time how long times are measured, their warm-up included
     * @param rounds of runs without and with verdicts of all ways in: odd, because their medians are taken
     * @param heap of a member
     * @param clockSpeed how many times faster than real time that of the records passes; 1 in a row with a gateway, whose clients go by the
     *     real one
     */
    public record Settings(
            int records,
            int cards,
            int history,
            int rate,
            int rateMax,
            int gatewayRate,
            Duration time,
            int rounds,
            String heap,
            int clockSpeed) {}

    /**
     * What a run found.
     *
     * @param records that each have one verdict
     */
    public record Result(KafkaBenchRow row, long records, KafkaBenchFigures figures) {}

    /**
     * A run that is not started.
     *
     * @param clock that gives payments their times
     */
    public KafkaBench(KafkaBenchRow row, Settings settings, Clock clock) {
        this.row = row;
        this.settings = settings;
        this.clock = clock;
        this.records = row.kind() == KafkaBenchRow.Kind.AT_RATE
                ? Math.toIntExact(settings.rate * settings.time.toMillis() / MS_PER_SECOND)
                : settings.records;
    }

    /**
     * The speed of the clock with which a card of a full topic pays once in that time, by the clock of the records: these have times as if
     * 400,000 came a second, which is about what a member reads.
     */
    public static int clockSpeed(int cards, Duration between) {
        return Math.toIntExact(RecordTimes.FULL_PER_SECOND * between.toSeconds() / cards);
    }

    private RecordTimes times() {
        return row.kind() == KafkaBenchRow.Kind.AT_RATE
                ? RecordTimes.sent(settings.time.toMillis(), settings.clockSpeed, clock)
                : RecordTimes.full(records, settings.clockSpeed, clock);
    }

    /** Starts everything, measures, stops everything. */
    public Result run() throws IOException, InterruptedException, ExecutionException {
        if (row.kind() == KafkaBenchRow.Kind.ALL_VERDICTS) {
            VerdictsCost cost = new VerdictsCost(row, settings, clock);
            KafkaBenchFigures figures = cost.run();
            return new Result(row, cost.sent(), figures);
        }
        RecordTimes times = times();
        try (LocalCluster processes = new LocalCluster();
                BenchRegistry registry = new BenchRegistry()) {
            LocalBrokers brokers = processes.startBroker();
            brokers.createTopics(PaymentsTopic.PARTITIONS, List.of(LOOP_OUT, BenchMembers.OUT, BenchMembers.DEAD));
            brokers.createTopics(
                    PaymentsTopic.PARTITIONS,
                    List.of(PaymentsTopic.NAME),
                    row.kind() == KafkaBenchRow.Kind.AT_RATE ? PaymentsTopic.TIMES_OF_THE_BROKER : Map.of());
            PaymentsTopic topic = new PaymentsTopic(brokers, row.form(), records, settings.cards, times.timesMs());
            BenchMembers members = new BenchMembers(processes, row, settings)
                    .withSchemasOf(registry)
                    .withClock(times.clock());
            KafkaBenchFigures figures = switch (row.kind()) {
                case AT_RATE -> runAtRate(members, topic, brokers);
                case CATCHING_UP -> runCatchingUp(members, topic, brokers);
                default -> runFull(members, topic, brokers);
            };
            return new Result(row, records, figures);
        }
    }

    private KafkaBenchFigures runFull(BenchMembers members, PaymentsTopic topic, LocalBrokers brokers)
            throws IOException, InterruptedException, ExecutionException {
        topic.fill();
        double loopPerSecond;
        try (EmptyKafkaLoop running = new EmptyKafkaLoop(
                brokers.addresses(),
                PaymentsTopic.NAME,
                new LoopVerdicts(row.form(), LOOP_OUT),
                row.commitEvery(),
                clock)) {
            running.start();
            loopPerSecond = topic.perSecond(EmptyKafkaLoop.GROUP, () -> {});
        }
        members.readingFrom(brokers, 0).start();
        double membersPerSecond = topic.perSecond(BenchMembers.GROUP, () -> {});
        read(brokers, topic, verdict -> {});
        return new KafkaBenchFigures.Throughput(loopPerSecond, membersPerSecond);
    }

    private KafkaBenchFigures runCatchingUp(BenchMembers members, PaymentsTopic topic, LocalBrokers brokers)
            throws IOException, InterruptedException, ExecutionException {
        topic.fill();
        InetSocketAddress gateway =
                members.readingFrom(brokers, settings.rateMax).startWithGateway();
        GatewayLoad load = GatewayLoad.start(gateway, settings, clock);
        double perSecond = topic.perSecond(BenchMembers.GROUP, load::measure);
        GatewayBench.Result during = load.finish();
        GatewayLoad after = GatewayLoad.start(gateway, settings, clock);
        long measuredMs = Math.round(settings.time.toMillis() * (1 - PaymentsTopic.WARM_UP_SHARE));
        TimeUnit.MILLISECONDS.sleep(settings.time.toMillis() - measuredMs);
        after.measure();
        TimeUnit.MILLISECONDS.sleep(measuredMs);
        GatewayBench.Result alone = after.finish();
        read(brokers, topic, verdict -> {});
        return new KafkaBenchFigures.CatchingUp(perSecond, during, alone);
    }

    private KafkaBenchFigures runAtRate(BenchMembers members, PaymentsTopic topic, LocalBrokers brokers)
            throws IOException, InterruptedException, ExecutionException {
        members.readingFrom(brokers, 0).start();
        Histogram toCommittedNs = new Histogram(3);
        Histogram toDecidedMs = new Histogram(3);
        AtomicLongArray[] dueNs = new AtomicLongArray[PaymentsTopic.PARTITIONS];
        Arrays.setAll(dueNs, i -> new AtomicLongArray(records / PaymentsTopic.PARTITIONS + 1));
        long[][] decidedMs = new long[PaymentsTopic.PARTITIONS][records / PaymentsTopic.PARTITIONS + 1];
        long beginNs = System.nanoTime();
        long beginMs = clock.millis();
        CompletableFuture<DriverWork> sender = CompletableFuture.supplyAsync(() -> topic.send(settings.rate, dueNs));
        int[] read = new int[1];
        read(brokers, topic, verdict -> {
            long nowNs = System.nanoTime();
            byte[] value = verdict.value();
            int partition = CompactVerdict.partition(value);
            int offset = (int) CompactVerdict.offset(value);
            long due = dueNs[partition].get(offset);
            if (++read[0] > records * PaymentsTopic.WARM_UP_SHARE) {
                toCommittedNs.recordValue(Math.max(0, nowNs - due));
                long dueMs = beginMs + TimeUnit.NANOSECONDS.toMillis(due - beginNs);
                toDecidedMs.recordValue(Math.max(0, CompactVerdict.decidedMs(value) - dueMs));
                decidedMs[partition][offset] = CompactVerdict.decidedMs(value);
            }
        });
        DriverWork driver = sender.get();
        Histogram appendToDecidedMs = new Histogram(3);
        topic.readAppended((partition, offset, appendedMs) -> {
            if (decidedMs[partition][offset] != 0) {
                appendToDecidedMs.recordValue(Math.max(0, decidedMs[partition][offset] - appendedMs));
            }
        });
        return new KafkaBenchFigures.Times(toCommittedNs, toDecidedMs, appendToDecidedMs, driver);
    }

    /**
     * Reads committed verdicts from the first to the last one, as any reader would.
     *
     * @throws IllegalStateException when a record has two verdicts, or one has none in time: such a run is no result
     */
    private void read(LocalBrokers brokers, PaymentsTopic topic, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        BitSet[] seen = new BitSet[PaymentsTopic.PARTITIONS];
        Arrays.setAll(seen, i -> new BitSet());
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", brokers.addresses(),
                        "isolation.level", "read_committed",
                        "max.poll.records", "10000"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = IntStream.range(0, PaymentsTopic.PARTITIONS)
                    .mapToObj(i -> new TopicPartition(BenchMembers.OUT, i))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long movedNs = System.nanoTime();
            int read = 0;
            while (read < records || !isAtEnd(consumer, partitions)) {
                for (ConsumerRecord<byte[], byte[]> verdict : consumer.poll(POLL)) {
                    reader.accept(verdict);
                    requireFirst(seen, verdict);
                    read++;
                    movedNs = System.nanoTime();
                }
                topic.requireMoving(movedNs, read);
            }
        }
    }

    private static boolean isAtEnd(KafkaConsumer<?, ?> consumer, List<TopicPartition> partitions) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        return partitions.stream()
                .allMatch(partition -> consumer.position(partition) >= ends.getOrDefault(partition, 0L));
    }

    private void requireFirst(BitSet[] seen, ConsumerRecord<byte[], byte[]> verdict) {
        int partition;
        int offset;
        if (row.form() != InputForm.RECORD) {
            partition = Integer.parseInt(header(verdict, "partition"));
            offset = Integer.parseInt(header(verdict, "offset"));
        } else {
            partition = CompactVerdict.partition(verdict.value());
            offset = (int) CompactVerdict.offset(verdict.value());
        }
        if (seen[partition].get(offset)) {
            throw new IllegalStateException("a record has two verdicts: partition=" + partition + " offset=" + offset);
        }
        seen[partition].set(offset);
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
