package com.hazelcast.certification.kafka;

import java.util.concurrent.TimeUnit;

/** Every limit of this package. */
final class KafkaLimits {
    /** Threads of a member that read; each has a connection to every broker. */
    static final int READERS_MAX = 64;

    /**
     * Most records that one poll returns; they enter the gate together. Fewer make smaller calls to the shards, and each call costs as much as
     * some hundred records.
     */
    static final int RECORDS_PER_POLL = 8_192;

    /** Most labels that one poll returns; each is waited for. */
    static final int LABELS_PER_POLL = 2_048;

    /**
     * Records of a reader that are read and not committed, over all its partitions; each keeps its bytes until its verdict is sent. While brokers
     * commit no verdict is sent, and what comes meanwhile must not pause its partition: each pause waits for the client's own thread.
     */
    static final int RECORDS_TAKEN_MAX = 131_072;

    /** Bytes of keys, values and headers of these; one poll may come on top of it. So large records do not fill the heap. */
    static final long TAKEN_BYTES_MAX = 64L << 20;

    /** Least share of a partition in the records: less would make every poll pause it. */
    static final int PARTITION_SHARE_MIN = 256;

    /** Least share of a partition in the bytes, likewise: more than 256 partitions would have less. */
    static final long PARTITION_SHARE_BYTES_MIN = 256L << 10;

    /** A transaction ends when it has so many verdicts, whatever its time. */
    static final int TRANSACTION_RECORDS_MAX = 250_000;

    /** The group may change so often in a row while a transaction is being committed, as when members start one after the other. */
    static final int COMMITS_REFUSED_MAX = 5;

    /** Transactions that are shorter would cost the brokers more than what is in them. */
    static final long COMMIT_EVERY_MS_MIN = 5;

    /** Transactions that are longer come near the time after which brokers abort them. */
    static final long COMMIT_EVERY_MS_MAX = 5_000;

    /** Brokers abort a transaction of a member that has failed after that time; until then readers of committed records wait. */
    static final int TRANSACTION_TIMEOUT_MS = 15_000;

    /** The group gives a member up that it has not heard of for that time, with the classic protocol. */
    static final int SESSION_TIMEOUT_MS = 10_000;

    /** A reader polls many times a second, and after at most some calls that time out; one that does not is given up. */
    static final int POLL_INTERVAL_MS = 40_000;

    /** How long answers are waited for when partitions go to another member; what has none by then is read again there. */
    static final long REVOKE_WAIT_MS = 1_000;

    /** How long answers are waited for when reading stops. */
    static final long STOP_WAIT_MS = 5_000;

    /** How long a call to the brokers may take before it is said what is missing. */
    static final int CALL_TIMEOUT_MS = 8_000;

    /** How long closing waits for the brokers. */
    static final long CLOSE_MS = 3_000;

    /** How long a partition is paused whose next record waits for its schema, before it is tried again for the first time. */
    static final long TRY_AGAIN_MIN_NS = TimeUnit.MILLISECONDS.toNanos(20);

    /** How long at most: each try has the brokers send the records again. */
    static final long TRY_AGAIN_MAX_NS = TimeUnit.SECONDS.toNanos(1);

    /** Dead letters are counted among so many of the last records. */
    static final int DEAD_LETTER_WINDOW = 1_000;

    /** Fewer records say nothing about a topic. */
    static final int DEAD_LETTER_RECORDS_MIN = 100;

    /** Bytes that the producer sends at once, and of one record in it, unless the configuration gives another limit: what Kafka has, too. */
    static final int REQUEST_BYTES_MAX = 1 << 20;

    /** Bytes that the producer keeps until they are sent. */
    static final long BUFFER_BYTES = 64L << 20;

    /** How long the producer collects what goes to a partition before it sends it: as by default. */
    static final long LINGER_MS_MIN = 5;

    /** How long at most. Longer saves next to no requests, and leaves more to send for the commit. */
    static final long LINGER_MS_MAX = 25;

    /** The producer sends so often in a transaction at least. Nobody sees a verdict before the commit, which sends the rest at once. */
    static final int LINGERS_A_TRANSACTION = 4;

    /** Bytes of a partition that are fetched to see whether it has records, and how old the first one is; one batch may be larger. */
    static final int LOOK_BYTES_PARTITION = 64 << 10;

    /** Bytes of all partitions that are fetched at once for that. */
    static final int LOOK_BYTES = 1 << 20;

    private KafkaLimits() {}
}
