package com.hazelcast.certification.kafka.verdicts;

import com.hazelcast.certification.kafka.Brokers;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.storage.OutcomeLog;
import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sender of a member's verdicts, with the rounds by which it finds out what the other members have sent. Thread-safe. */
public final class MemberVerdicts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MemberVerdicts.class);
    private static final String EXECUTOR = "fraud-verdicts";
    private static final long ROUND_MS = 1_000;

    /** All members are asked at once; one that takes longer is asked again in the next round. */
    private static final long ANSWER_MS = 5_000;

    private final HazelcastInstance hazelcast;
    private final OutcomeLog log;
    private final CopyRounds rounds = new CopyRounds(System.nanoTime());
    private final VerdictSender sender;
    private final UUID listener;
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "fraud-verdict-rounds");
        thread.setDaemon(true);
        return thread;
    });

    /** Begins to send. */
    public MemberVerdicts(
            VerdictTopic topic, OutcomeLog log, RulesInUse rules, HazelcastInstance hazelcast, Clock clock) {
        this.hazelcast = hazelcast;
        this.log = log;
        sender = new VerdictSender(
                log,
                rounds,
                new VerdictRecords(topic, rules),
                () -> open(topic),
                "kafka-verdicts=" + topic.name() + " kafka=" + topic.brokers(),
                clock,
                VerdictSender.BATCH_BYTES);
        listener = hazelcast.getCluster().addMembershipListener(new MembershipListener() {
            @Override
            public void memberAdded(MembershipEvent event) {}

            @Override
            public void memberRemoved(MembershipEvent event) {
                rounds.memberLeft(System.nanoTime());
            }
        });
        var unused = ticker.scheduleWithFixedDelay(this::round, 0, ROUND_MS, TimeUnit.MILLISECONDS);
        sender.start();
    }

    private static KafkaProducer<byte[], byte[]> open(VerdictTopic topic) throws InterruptedException {
        Brokers.requireUnderstood(topic.admin());
        Admin admin = Admin.create(topic.admin());
        try {
            // Found out at once, and not when a record is too old, or when the first one is sent.
            DescribeTopicsOptions withRights = new DescribeTopicsOptions().includeAuthorizedOperations(true);
            Set<AclOperation> allowed = admin.describeTopics(List.of(topic.name()), withRights)
                    .allTopicNames()
                    .get()
                    .values()
                    .iterator()
                    .next()
                    .authorizedOperations();
            // None: the brokers do not say.
            if (allowed != null && !allowed.isEmpty() && !allowed.contains(AclOperation.WRITE)) {
                throw new TopicAuthorizationException(topic.name());
            }
        } catch (ExecutionException e) {
            throw new KafkaException("the topic cannot be written", e.getCause());
        } finally {
            // A member that leaves does not wait for what was asked.
            admin.close(Duration.ZERO);
        }
        return new KafkaProducer<>(topic.producer());
    }

    private void round() {
        try {
            // In this order: what others have sent here before this end is in their logs before theirs.
            LogPlace own = log.endOfAppended();
            Map<UUID, Future<long[]>> calls = new HashMap<>();
            for (Member member : hazelcast.getCluster().getMembers()) {
                if (!member.localMember()) {
                    calls.put(
                            member.getUuid(),
                            hazelcast.getExecutorService(EXECUTOR).submitToMember(new LookAtSent(), member));
                }
            }
            Map<UUID, CopyRounds.Places> answers = new HashMap<>();
            long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_MS);
            for (Map.Entry<UUID, Future<long[]>> call : calls.entrySet()) {
                answer(call.getValue(), endNs - System.nanoTime())
                        .ifPresent(places -> answers.put(call.getKey(), places));
            }
            rounds.tick(own, calls.keySet(), answers, System.nanoTime());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // Nothing is released meanwhile: it stays in the log.
            LOG.debug("a round waits for the log or the cluster", e);
        } catch (Error e) {
            // It would end all rounds to come.
            LOG.error("a round has failed; what other members have sent stays in this one's log until the next one", e);
        }
    }

    private static Optional<CopyRounds.Places> answer(Future<long[]> call, long waitNs) throws InterruptedException {
        try {
            return LookAtSent.places(call.get(Math.max(0, waitNs), TimeUnit.NANOSECONDS));
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("a member does not report what it has sent; it is asked again", e);
            return Optional.empty();
        }
    }

    /** What the sender does now. */
    public VerdictFigures figures() {
        return sender.figures();
    }

    /** Ends now; what is not sent is sent after the next start. */
    public void abandon() {
        ticker.shutdownNow();
        sender.abandon();
    }

    /** Sends what there is, for some seconds, and ends. */
    @Override
    public void close() {
        ticker.shutdownNow();
        try {
            boolean unused = hazelcast.getCluster().removeMembershipListener(listener);
        } catch (RuntimeException e) {
            LOG.debug("Hazelcast has ended, and its listeners with it", e);
        }
        sender.close();
    }
}
