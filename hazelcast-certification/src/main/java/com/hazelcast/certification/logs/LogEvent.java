package com.hazelcast.certification.logs;

import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The events that a collector can search by name and by field: each has one level, and fields of its own. {@code docs/reference/events.md} lists them all.
 * A line of such an event is begun by {@link #at}, gets its fields and ends by {@code log}.
 */
public enum LogEvent {
    MEMBERS_SEEN(Level.INFO, Fields.MEMBERS),
    MEMBER_JOINED(Level.INFO, Fields.OTHER, Fields.MEMBERS),
    MEMBER_REFUSED(Level.ERROR, Fields.OTHER),
    MEMBER_LEFT(Level.INFO, Fields.OTHER, Fields.MEMBERS),
    MEMBER_ENDED(Level.ERROR),
    SHARD_PROMOTED(Level.WARN, Fields.SHARD),
    SHARD_LOST(Level.ERROR, Fields.SHARD),
    ANSWERS_HELD(Level.WARN, Fields.COUNT, Fields.BACKUPS),
    BACKUPS_AWAITED(Level.WARN, Fields.COUNT, Fields.WAITED_MS),
    DEGRADED(Level.WARN, Fields.BACKUPS),
    DEGRADED_ENDED(Level.WARN, Fields.BACKUPS),
    MERGE_BEGAN(Level.WARN),
    MERGE_ENDED(Level.WARN),
    SHARDS_SILENT(Level.ERROR, Fields.COUNT),
    LOAD_ENDED(Level.INFO, Fields.COUNT, Fields.TOOK_MS),
    LOAD_FAILED(Level.ERROR),
    RECORD_REJECTED(Level.WARN, Fields.COUNT, Fields.REASON, Fields.SOURCE, Fields.CARD),
    TRANSACTION_REJECTED(Level.ERROR, Fields.COUNT, Fields.REASON, Fields.SHARD, Fields.CARD),
    CALL_FAILED(Level.WARN, Fields.COUNT, Fields.SHARD),
    BATCH_FAILED(Level.ERROR, Fields.COUNT),
    BACKUP_NOT_APPLIED(Level.ERROR, Fields.COUNT, Fields.CARD),
    BACKUP_MISSING(Level.WARN, Fields.COUNT, Fields.SHARD_KEY),
    MEMORY_FULL(Level.WARN, Fields.USED_BYTES, Fields.LIMIT_BYTES),
    RULES_ACTIVE(Level.INFO, Fields.VERSION, Fields.SET),
    RULES_TAKEN_BACK(Level.ERROR, Fields.SET),
    STORAGE_READ(Level.INFO, Fields.COUNT, Fields.TOOK_MS),
    STORAGE_DAMAGED(Level.WARN),
    STORAGE_COPY_BROKEN(Level.ERROR, Fields.SHARD_KEY),
    STORAGE_STALLED(Level.ERROR),
    STORAGE_WRITES_AGAIN(Level.WARN),
    STORAGE_LOG_LOST(Level.ERROR),
    SNAPSHOT_FAILED(Level.ERROR),
    OTHER_LIFE(Level.ERROR),
    CERTIFICATE_USED(Level.INFO, Fields.PORT),
    CERTIFICATE_REFUSED(Level.ERROR, Fields.PORT),
    GATEWAY_TURNED_AWAY(Level.WARN, Fields.COUNT, Fields.REASON, Fields.CLIENT),
    API_TURNED_AWAY(Level.WARN, Fields.COUNT, Fields.REASON),
    API_FAILED(Level.ERROR),
    ACCESS_LOG_FAILED(Level.ERROR),
    AUDIT_LOG_FAILED(Level.ERROR),
    SOURCE_CONNECTED(Level.INFO, Fields.SOURCE),
    SOURCE_LOST(Level.INFO, Fields.SOURCE),
    KAFKA_NOT_READY(Level.WARN),
    KAFKA_NOT_READ(Level.ERROR),
    KAFKA_PAUSED(Level.ERROR),
    KAFKA_READ_AGAIN(Level.INFO),
    VERDICTS_NOT_SENT(Level.ERROR),
    VERDICTS_SENT_AGAIN(Level.INFO),
    VERDICTS_LOST(Level.ERROR, Fields.COUNT),
    CLASS_REFUSED(Level.WARN),

    /** So many lines of another kind were left out. */
    LINES_LEFT_OUT(Level.WARN, Fields.COUNT, Fields.KIND);

    /** What a field is called. */
    public static final class Fields {
        /** How many things a line stands for, or is about. */
        public static final String COUNT = "count";

        /** How many members there are. */
        public static final String MEMBERS = "members";

        /** Host and port of the member that came or went. */
        public static final String OTHER = "other";

        /** The shard's number. */
        public static final String SHARD = "shard";

        /** The key of the shard's map entry. */
        public static final String SHARD_KEY = "shard_key";

        /** Masked. */
        public static final String CARD = "card";

        public static final String BACKUPS = "backups";
        public static final String REASON = "reason";
        public static final String SOURCE = "source";
        public static final String CLIENT = "client";
        public static final String PORT = "port";
        public static final String VERSION = "version";
        public static final String SET = "set";
        public static final String TOOK_MS = "took_ms";
        public static final String WAITED_MS = "waited_ms";
        public static final String USED_BYTES = "used_bytes";
        public static final String LIMIT_BYTES = "limit_bytes";
        public static final String KIND = "kind";

        /** The event's own name; of every line that has one. */
        static final String EVENT = "event";

        private Fields() {}
    }

    private final Level level;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> fields;

    LogEvent(Level level, String... fields) {
        this.level = level;
        this.fields = List.of(fields);
    }

    /** Begins a line of this event; nothing is made when its level is not logged. */
    public LoggingEventBuilder at(Logger log) {
        return log.atLevel(level).addKeyValue(Fields.EVENT, label());
    }

    /** The name in lines, metrics and documents. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    Level level() {
        return level;
    }

    List<String> fields() {
        return fields;
    }
}
