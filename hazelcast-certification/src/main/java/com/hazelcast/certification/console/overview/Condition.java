package com.hazelcast.certification.console.overview;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonValue;
import com.hazelcast.certification.console.overview.Overview.Problem;
import com.hazelcast.certification.console.overview.Overview.Severity;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that an operator should see at once, the worst first. Console, {@code ctl status}, the metric {@code
 * fraud_condition} and the alerts have these and no others; {@link ClusterConditions} finds them.
 */
public enum Condition {
    /** A member cannot write its log, and answers of its shards wait. */
    LOG_STALLED(true),
    /** Copies of shards on a member's disk cannot be used; red while shards are missing or answers wait for copies. */
    COPIES_BROKEN(false),
    /** Answers wait for copies. */
    ANSWERS_HELD(true),
    /** Answers are given with fewer copies than configured. */
    DEGRADED(true),
    /** Something has waited long for its answer, and not for copies. */
    ANSWERS_LATE(true),
    /** Fewer members than {@code min-members}. */
    TOO_FEW_MEMBERS(true),
    /** A member of the cluster does not answer. */
    MEMBER_SILENT(true),
    /** Some shards are loaded and some are not. */
    SHARDS_NOT_LOADED(true),
    /** A shard has fewer copies than configured. */
    BACKUP_MISSING(true),
    /** A configured source has no connection. */
    SOURCE_DISCONNECTED(true),
    /** A reader of Kafka waits for a broker, a topic or a right. */
    KAFKA_NOT_READ(true),
    /** Reading Kafka is paused, because too many records are dead letters. */
    KAFKA_PAUSED(true),
    /** Verdicts of all ways in wait for the brokers. */
    KAFKA_VERDICTS_WAIT(true),
    /** Verdicts of all ways in were deleted in the last ten minutes before they could be sent. */
    KAFKA_VERDICTS_LOST(true),
    /** The counters do not add up. */
    UNACCOUNTED(true),
    /** Transactions could not be scored. */
    UNPROCESSABLE(true),
    /** No shard is loaded; red once transactions come. */
    NOTHING_LOADED(false),
    /** Scoring is started, sources are configured, and nothing is scored. */
    NOTHING_SCORED(true),
    /** More than a percent of what came in the last minute was rejected. */
    REJECTIONS(false),
    /** Calls of batches failed and were made again. */
    BATCH_FAILURES(false),
    /** A source is connected and brings nothing. */
    SOURCE_QUIET(false),
    /** Records of Kafka have been without a verdict for more than a minute. */
    KAFKA_BEHIND(false),
    /** The memory for histories is nearly full. */
    MEMORY_NEARLY_FULL(false),
    /** A member has left in the last ten minutes and has not come back. */
    MEMBER_LEFT(false),
    /** One that a later release finds and this one does not have; its sentence says what it is. */
    @JsonEnumDefaultValue
    OTHER(false);

    /** What this release finds. */
    static final Set<Condition> OWN = Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(OTHER)));

    private final boolean isAlarm;

    Condition(boolean isAlarm) {
        this.isAlarm = isAlarm;
    }

    /** As in the API and in the metric's label: {@code answers_held}. */
    @JsonValue
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * This condition as a problem.
     *
     * @param what a sentence that stays the same while the condition does, figures apart
     * @param action what an operator can do; empty: nothing
     * @param sinceMs null: not known
     */
    Problem problem(String what, String action, @Nullable Long sinceMs) {
        return problem(isAlarm, what, action, sinceMs);
    }

    Problem problem(boolean isRed, String what, String action, @Nullable Long sinceMs) {
        return new Problem(this, what, action, isRed ? Severity.RED : Severity.YELLOW, sinceMs);
    }
}
