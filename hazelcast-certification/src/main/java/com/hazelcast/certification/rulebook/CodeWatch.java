package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.shard.LineLimit;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.time.Clock;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * On the oldest member, finds out which sets' codes no history has any more: looks through all histories, one part after the other, and has
 * the book record it. What was found counts until a member joins, because that may bring histories from its disk or from the other side of a
 * split; then it looks again. The codes of no set go to another one in between. One thread; {@link #isOut} from any.
 */
public final class CodeWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CodeWatch.class);
    private static final long LOOK_MS = 500;

    /** How long a part of a shard may take to report which codes it holds. */
    private static final long TIMEOUT_S = 30;

    /** After a look that found codes that are still held. */
    private static final long AGAIN_MS = Duration.ofHours(1).toMillis();

    /** After one that could not be completed: shards are still coming, or the rules are not to be changed now. */
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(5);

    /** So many times as long as a part took, the next one waits: cards are scored meanwhile. */
    private static final int PAUSE_FACTOR = 4;

    private final HazelcastInstance hazelcast;
    private final IMap<Integer, HistoryShard> map;
    private final ShardKeys keys;
    private final MemberRules rules;
    private final Clock clock;
    private final AtomicLong joins = new AtomicLong();
    private final LineLimit lines = new LineLimit(System::nanoTime);
    private final Thread thread = new Thread(this::run, "fraud-rule-codes");
    private volatile @Nullable Found last;
    private long againMs = Long.MIN_VALUE;

    /**
     * What a look has found.
     *
     * @param joins how many members had joined before it
     * @param members that were there
     * @param looked numbers of the sets whose codes were looked for
     * @param out those that no history had
     */
    private record Found(long joins, Set<UUID> members, Set<Integer> looked, Set<Integer> out) {}

    /** Begins. */
    public CodeWatch(
            HazelcastInstance hazelcast,
            IMap<Integer, HistoryShard> map,
            ShardKeys keys,
            MemberRules rules,
            Clock clock) {
        this.hazelcast = hazelcast;
        this.map = map;
        this.keys = keys;
        this.rules = rules;
        this.clock = clock;
        // It ends with Hazelcast, which ends after this.
        var unused = hazelcast.getCluster().addMembershipListener(new MembershipListener() {
            @Override
            public void memberAdded(MembershipEvent event) {
                joins.incrementAndGet();
            }

            @Override
            public void memberRemoved(MembershipEvent event) {
                // What it has on disk was in the histories that were looked through.
            }
        });
        rules.giveCodesWhen(this::isOut);
        thread.setDaemon(true);
        thread.start();
    }

    /** Whether no history that members have has the codes of the set with that number. */
    boolean isOut(int set) {
        Found found = last;
        return found != null && isOfNow(found) && found.out.contains(set);
    }

    private boolean isOfNow(Found found) {
        return found.joins == joins.get() && found.members.containsAll(members());
    }

    private Set<UUID> members() {
        return hazelcast.getCluster().getMembers().stream().map(Member::getUuid).collect(Collectors.toSet());
    }

    private void run() {
        long retryNs = System.nanoTime();
        try {
            while (hazelcast.getLifecycleService().isRunning()) {
                Thread.sleep(LOOK_MS);
                if (System.nanoTime() - retryNs >= 0 && !isDone()) {
                    retryNs = System.nanoTime() + RETRY_NS;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether there is nothing to be tried again soon. */
    private boolean isDone() throws InterruptedException {
        try {
            return look();
        } catch (ExecutionException | TimeoutException | RuleSetRefusedException | RuntimeException e) {
            if (hazelcast.getLifecycleService().isRunning() && lines.add(1) > 0) {
                LOG.warn(
                        "which codes of decisions no history has could not be found out; tried again: {}",
                        e.toString());
            }
            return false;
        }
    }

    private boolean look() throws InterruptedException, ExecutionException, TimeoutException, RuleSetRefusedException {
        RuleBook book = rules.book();
        List<RecordedSet> due = book.codesDue(clock.millis());
        boolean isOldest = hazelcast.getCluster().getMembers().iterator().next().localMember();
        if (!isOldest || due.isEmpty()) {
            last = null;
            return true;
        }
        // First: a member that joins from here on has this done anew.
        long joinsBefore = joins.get();
        Set<UUID> members = members();
        Found before = last;
        Set<Integer> recorded = numbers(due.stream().filter(set -> set.rest().isOut()));
        Set<Integer> looked = numbers(due.stream());
        boolean isAnew = true;
        if (before != null && isOfNow(before) && recorded.equals(common(before.out, looked))) {
            if (recorded.equals(looked) || before.looked.containsAll(looked) && clock.millis() < againMs) {
                return true;
            }
            isAnew = false;
        }
        BitSet searched = new BitSet();
        due.forEach(set -> searched.set(set.firstCode(), set.firstCode() + set.codeCount()));
        BitSet held = held(searched);
        if (held == null) {
            return false;
        }
        Set<Integer> out = numbers(due.stream()
                .filter(set -> held.get(set.firstCode(), set.firstCode() + set.codeCount())
                        .isEmpty()));
        if (!out.equals(recorded) || isAnew && !out.isEmpty()) {
            RuleBook unused = rules.recordCodesOut(out, isAnew);
        }
        againMs = clock.millis() + AGAIN_MS;
        last = new Found(joinsBefore, members, looked, out);
        return true;
    }

    private static Set<Integer> numbers(Stream<RecordedSet> sets) {
        return sets.map(RecordedSet::number).collect(Collectors.toSet());
    }

    private static Set<Integer> common(Set<Integer> some, Set<Integer> others) {
        return some.stream().filter(others::contains).collect(Collectors.toSet());
    }

    /** Those of these codes that some entry has; null: the histories of a shard are not all there. */
    private @Nullable BitSet held(BitSet searched) throws InterruptedException, ExecutionException, TimeoutException {
        BitSet held = new BitSet();
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            for (long next = 0; next < CardHash.POSITIONS; ) {
                long startNs = System.nanoTime();
                byte[] answer = map.submitToKey(keys.keyOf(shard), new FindCodes(next, searched))
                        .toCompletableFuture()
                        .get(TIMEOUT_S, TimeUnit.SECONDS);
                if (answer == null) {
                    return null;
                }
                FindCodes.Report report = FindCodes.Report.of(answer);
                held.or(report.found());
                next = report.next();
                TimeUnit.NANOSECONDS.sleep(PAUSE_FACTOR * (System.nanoTime() - startNs));
            }
        }
        return held;
    }

    /** Ends. */
    @Override
    public void close() {
        rules.giveCodesWhen(set -> false);
        thread.interrupt();
    }
}
