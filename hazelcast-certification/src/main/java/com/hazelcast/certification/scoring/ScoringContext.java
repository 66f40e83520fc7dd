package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.rules.WatchedCards;
import com.hazelcast.core.HazelcastInstance;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What entry processors find on the member they run on: kept in the Hazelcast instance's user context, because a processor
 * arrives without references. Thread-safe.
 */
public final class ScoringContext {
    private static final String KEY = ScoringContext.class.getName();

    private final ScoringMeter meter;
    private final ThreadLocal<BatchScorer> scorers;
    private final CopyProbes probes = new CopyProbes();
    private final MembersView members;
    private final Deliveries deliveries = new Deliveries(System::nanoTime);
    private final int backups;
    private final FlaggedRing flagged;
    private final FailureLog failures = new FailureLog(System::nanoTime);
    private final FailedOutcomes failedOutcomes = new FailedOutcomes();
    private final LoadedShards loaded = new LoadedShards();

    /** Few: each holds the contents of a shard. */
    private final BackupReadings<byte[]> backupContents = new BackupReadings<>(4);

    private final BackupReadings<ShardDigest> backupDigests = new BackupReadings<>(64);

    /**
     * The context of a member.
     *
     * @param watchedCards the cards that rules name, as this cluster's cards are
     * @param backups that each shard is to have
     * @param membersMin fewer members never go on with fewer copies
     * @param unknownCards what becomes of transactions of cards without a history
     * @param clock of the member
     */
    public ScoringContext(
            ScoringMeter meter,
            WatchedCards watchedCards,
            int backups,
            int membersMin,
            UnknownCards unknownCards,
            Clock clock) {
        this.meter = meter;
        this.scorers = ThreadLocal.withInitial(() -> new BatchScorer(watchedCards, unknownCards));
        this.backups = backups;
        this.flagged = new FlaggedRing(clock);
        this.members = new MembersView(backups, membersMin);
    }

    /** Makes the context known to processors on the member with that user context. */
    public void register(Map<String, Object> userContext) {
        userContext.put(KEY, this);
    }

    /** The context of the member. */
    public static ScoringContext of(HazelcastInstance member) {
        Object context = member.getUserContext().get(KEY);
        return (ScoringContext) Objects.requireNonNull(context, "registered before the member starts");
    }

    ScoringMeter meter() {
        return meter;
    }

    /** The scorer of the calling partition thread. */
    BatchScorer scorer() {
        return scorers.get();
    }

    /** The latest flagged transactions of this member's shards. */
    public FlaggedRing flagged() {
        return flagged;
    }

    FailureLog failures() {
        return failures;
    }

    FailedOutcomes failedOutcomes() {
        return failedOutcomes;
    }

    /** Which load has made which shards here. */
    public LoadedShards loaded() {
        return loaded;
    }

    CopyProbes probes() {
        return probes;
    }

    /** Which members this one sees. */
    public MembersView members() {
        return members;
    }

    /** Which members of a split have delivered what they held. */
    public Deliveries deliveries() {
        return deliveries;
    }

    /** What can be done with a shard on its owner, which sees that view. */
    ShardPresence presence(@Nullable HistoryShard shard, MembersView.View view) {
        if (!deliveries.isThrough(view)) {
            return ShardPresence.AWAITED;
        }
        if (shard != null && shard.isInstalled()) {
            return ShardPresence.PRESENT;
        }
        return deliveries.mayCome(view) ? ShardPresence.AWAITED : ShardPresence.ABSENT;
    }

    /** The answer to a batch on a shard that this member owns: with what is known of its copies in that view of the members. */
    byte[] answer(HistoryShard shard, MembersView.View view, byte[] answers) {
        return backups == 0
                ? BatchAnswer.withoutCopies(answers)
                : BatchAnswer.of(answers, shard.copies().isComplete(view.number()), view.number());
    }

    /** The keys of the shards whose replica here a probe has passed; forgets the probe. */
    public Set<Integer> takeProbe(long probe) {
        return probes.take(probe);
    }

    /** What {@link ReadShard} has read of the backups held here. */
    BackupReadings<byte[]> backupContents() {
        return backupContents;
    }

    /** What {@link DigestShard} has read of the backups held here. */
    BackupReadings<ShardDigest> backupDigests() {
        return backupDigests;
    }

    /**
     * Makes room on this member for what a comparison of owners and backups will read here.
     *
     * @throws IllegalStateException when there are as many as there may be
     */
    public void beginComparison(long comparison) {
        backupDigests.begin(comparison, System.nanoTime());
    }

    /** As {@link #beginComparison}, for whole contents. */
    public void beginReading(long comparison) {
        backupContents.begin(comparison, System.nanoTime());
    }

    /** Takes what {@link ReadShard} has read for that comparison of the one backup held here; null when none is. */
    public byte @Nullable [] takeBackupContents(long comparison) {
        return backupContents.take(comparison).values().stream().findAny().orElse(null);
    }

    /** Takes the digests that {@link DigestShard} has left for that comparison of the backups held here, by key. */
    public Map<Integer, ShardDigest> takeBackupDigests(long comparison) {
        return backupDigests.take(comparison);
    }
}
