package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.core.HazelcastInstance;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;

/**
 * What {@link ScoreBatch} and {@link ApplyOutcome} find on the member they run on, beside the {@linkplain
 * com.hazelcast.certification.shard.ShardContext context of all}: kept in the Hazelcast instance's user context, because a processor
 * arrives without references. Thread-safe.
 */
public final class ScoringContext {
    private static final String KEY = ScoringContext.class.getName();

    private final ScoringMeter meter;
    private final ThreadLocal<BatchScorer> scorers;
    private final int backups;
    private final FlaggedRing flagged;
    private final Clock clock;
    private final FailureLog failures = new FailureLog(System::nanoTime);
    private final FailedOutcomes failedOutcomes = new FailedOutcomes();
    private final AppliedHere applied;

    /**
     * The context of a member.
     *
     * @param rules that decide
     * @param backups that each shard is to have
     * @param unknownCards what becomes of transactions of cards without a history
     * @param clock of the member
     */
    public ScoringContext(ScoringMeter meter, RulesInUse rules, int backups, UnknownCards unknownCards, Clock clock) {
        this.meter = meter;
        this.scorers = ThreadLocal.withInitial(() -> new BatchScorer(rules, unknownCards));
        this.backups = backups;
        this.flagged = new FlaggedRing(clock);
        this.clock = clock;
        this.applied = new AppliedHere(backups);
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

    /** What this member has applied as a backup. */
    public AppliedHere applied() {
        return applied;
    }

    /** The time of the member, in ms since 1970. */
    long nowMs() {
        return clock.millis();
    }

    FailureLog failures() {
        return failures;
    }

    FailedOutcomes failedOutcomes() {
        return failedOutcomes;
    }

    /**
     * The answer to a batch on a shard that this member owns: with what is known of its copies in that view of the members.
     *
     * @param run that gave it
     */
    byte[] answer(HistoryShard shard, MembersView.View view, long run, short[] answers) {
        return backups == 0
                ? BatchAnswer.withoutCopies(answers)
                : BatchAnswer.of(answers, shard.copies().isComplete(view.number()), view.number(), run);
    }
}
