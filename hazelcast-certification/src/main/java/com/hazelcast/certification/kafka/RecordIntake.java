package com.hazelcast.certification.kafka;

import com.hazelcast.certification.client.Reference;
import com.hazelcast.certification.kafka.records.TransactionReader;
import com.hazelcast.certification.kafka.records.UnreadableRecord;
import com.hazelcast.certification.kafka.schemas.SchemaAwaited;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.mapping.Fields;
import com.hazelcast.certification.routing.AccountingMeter;
import com.hazelcast.certification.routing.AnswerListener;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.routing.ShardGrouping;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.source.SourceClock;
import com.hazelcast.certification.transaction.CardIdentifier;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the transactions out of records and routes them. Used by one reader's thread. */
final class RecordIntake {
    private static final Logger LOG = LoggerFactory.getLogger(RecordIntake.class);

    /** The header with the reference of a transaction. */
    private static final String REFERENCE_HEADER = "reference";

    private final Router router;
    private final InFlightGate gate;
    private final AnswerListener accounting;
    private final AccountingMeter meter;
    private final Clock clock;
    private final SourceClock sourceClock;
    private final long futureToleranceMs;
    private final CardIdentifier identifier;
    private final TransactionReader reader;
    private final ShardGrouping grouping;
    private final byte[] transactions =
            new byte[KafkaLimits.RECORDS_PER_POLL * TransactionLayout.TRANSACTION_SIZE_BYTES];
    private final int[] positions = new int[KafkaLimits.RECORDS_PER_POLL];
    private int accepted;

    /** The records of one partition that one poll has returned. */
    record Part(PartitionWork work, List<ConsumerRecord<byte[], byte[]>> records) {}

    /** Records that wait to enter the gate. */
    static final class Polled implements Runnable {
        final List<Part> parts = new ArrayList<>();

        /** Before these is nothing but what is polled. */
        final Map<PartitionWork, OffsetAndMetadata> places = new HashMap<>();

        final long arrivedNs = System.nanoTime();
        final Thread reader = Thread.currentThread();
        int count;
        volatile boolean hasEntered;

        List<PartitionWork> works() {
            return parts.stream().map(Part::work).toList();
        }

        @Override
        public void run() {
            hasEntered = true;
            LockSupport.unpark(reader);
        }
    }

    RecordIntake(MemberLinks links, KafkaSettings settings) {
        router = links.router();
        gate = links.gate();
        accounting = links.answers();
        meter = links.meter().accounting();
        clock = links.clock();
        sourceClock = links.sourceClock();
        futureToleranceMs = links.futureTolerance().toMillis();
        identifier = new CardIdentifier(links.cardKey());
        reader = settings.reading().values().get();
        grouping = new ShardGrouping(router, KafkaLimits.RECORDS_PER_POLL);
    }

    /**
     * What a reader needs of its member.
     *
     * @param answers counts answers and opens the gate again
     * @param cardKey by which cards are identified; empty: by their numbers
     * @param sourceClock by which the times of records are set
     */
    record MemberLinks(
            Router router,
            InFlightGate gate,
            AnswerListener answers,
            KafkaMeter meter,
            RulesInUse rules,
            Clock clock,
            Duration futureTolerance,
            Optional<CardKey> cardKey,
            SourceClock sourceClock) {}

    /**
     * Takes the records in, and routes them. All have entered the gate; those that are not routed leave it here. Ends early in a partition whose
     * topic has too many dead letters, or where a record's schema is awaited.
     *
     * @param count of all records
     * @return whether all of them were taken; if not, each part's work has those before the first that was not
     */
    boolean take(List<Part> parts, int count, long arrivedNs) {
        TakenRecords taken = new TakenRecords(count, accounting, clock);
        accepted = 0;
        boolean areAllTaken = true;
        try {
            for (Part part : parts) {
                areAllTaken &= part.work().isDropped() || take(part, taken);
            }
        } catch (RuntimeException | Error e) {
            gate.leave(count);
            throw e;
        }
        identifier.identify(transactions, accepted);
        meter.entered(accepted);
        if (accepted < count) {
            gate.leave(count - accepted);
        }
        grouping.routeGroups(
                transactions,
                accepted,
                (shard, order, first, size) -> taken.group(order, first, size, positions),
                arrivedNs);
        return areAllTaken;
    }

    private boolean take(Part part, TakenRecords taken) {
        int begin = taken.count();
        int read = 0;
        long latestMs = sourceClock.timeMs(clock.millis()) + futureToleranceMs;
        DeadLetterShare deadLetters = part.work().deadLetters();
        for (ConsumerRecord<byte[], byte[]> record : part.records()) {
            if (deadLetters.isTooMuch()) {
                break;
            }
            try {
                part.work().counted().addRead(record.offset(), !read(taken, record, latestMs));
            } catch (SchemaAwaited awaited) {
                part.work().waitFor(awaited.why(), record.timestamp(), System.nanoTime());
                break;
            }
            if (read == 0) {
                part.work().waitNoLonger();
            }
            read++;
        }
        part.work().add(taken, begin, taken.count());
        return read == part.records().size();
    }

    /** Takes a record in; returns whether it could be read. */
    private boolean read(TakenRecords taken, ConsumerRecord<byte[], byte[]> record, long latestMs) {
        int offset = accepted * TransactionLayout.TRANSACTION_SIZE_BYTES;
        String reference;
        try {
            byte[] value = record.value();
            if (value == null) {
                throw new UnreadableRecord(
                        Rejection.MISSING_FIELD,
                        "the record has no value, as one that deletes its key in a compacted topic: no payment is in it");
            }
            reference = reader.read(value, reference(record), transactions, offset);
            if (TransactionLayout.timeMs(TransactionLayout.timesAt(transactions, offset)) > latestMs) {
                throw new UnreadableRecord(Rejection.FUTURE);
            }
        } catch (UnreadableRecord problem) {
            reject(taken, record, problem);
            return false;
        } catch (SchemaAwaited awaited) {
            throw awaited;
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            // It would raise it again whoever reads it: the partition goes on without it.
            reject(taken, record, unprocessable(record, e));
            return false;
        }
        int position = taken.add(record);
        if (reference != null) {
            taken.putReference(position, reference);
        }
        positions[accepted++] = position;
        return true;
    }

    private void reject(TakenRecords taken, ConsumerRecord<byte[], byte[]> record, UnreadableRecord problem) {
        taken.putProblem(taken.add(record), problem);
        meter.rejectedOnArrival(problem.rejection());
    }

    private static UnreadableRecord unprocessable(ConsumerRecord<byte[], byte[]> record, Throwable failure) {
        // Its message may repeat what was sent.
        String name = failure.getClass().getName();
        RuntimeException shown = new IllegalStateException(name);
        shown.setStackTrace(failure.getStackTrace());
        LogEvent.TRANSACTION_REJECTED
                .at(LOG)
                .addKeyValue(LogEvent.Fields.COUNT, 1)
                .addKeyValue(LogEvent.Fields.REASON, Rejection.UNPROCESSABLE.label())
                .setCause(shown)
                .log(
                        "reading a record of Kafka raised an exception; it is a dead letter: topic={} partition={} offset={}",
                        record.topic(),
                        record.partition(),
                        record.offset());
        return new UnreadableRecord(
                Rejection.UNPROCESSABLE,
                "reading this record raised an exception, which the member's log has: failure=" + name);
    }

    private static @Nullable String reference(ConsumerRecord<byte[], byte[]> record) throws UnreadableRecord {
        Header header = record.headers().lastHeader(REFERENCE_HEADER);
        if (header == null || header.value() == null) {
            return null;
        }
        String text = new String(header.value(), StandardCharsets.UTF_8);
        if (!Fields.isReference(text)) {
            throw new UnreadableRecord(
                    Rejection.OUT_OF_RANGE,
                    "the header reference is empty, too long, has characters other than printable ASCII, or is . or ..; give 1 to "
                            + Reference.SIZE_BYTES_MAX + " of these, without blanks");
        }
        return text;
    }
}
