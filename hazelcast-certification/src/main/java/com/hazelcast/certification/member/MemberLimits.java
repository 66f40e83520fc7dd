package com.hazelcast.certification.member;

import java.time.Duration;

/** Every limit of a member that is not a limit of one of its packages. */
public final class MemberLimits {
    /** Greatest number of a port. */
    public static final int PORT_MAX = 65_535;

    /** Hazelcast allows six backups; a cluster with more than two costs more than losing three machines at once is worth. */
    public static final int BACKUPS_MAX = 2;

    /** Members for which a cluster is planned when nothing else is said. */
    public static final int MEMBERS_DEFAULT = 2;

    /** Most members that a cluster may be planned for: each shard asks all of them, and they ask each other. */
    public static final int MEMBERS_MAX = 1_000;

    /** Most connections to sources; each has a thread. */
    public static final int READERS_MAX = 256;

    /** Most transactions in a batch: a call of more would keep a partition thread for seconds. */
    public static final int BATCH_MAX = 1 << 20;

    /** Least bound on what is read and not answered: a reader hands in what one read brought, so that much must fit. */
    public static final int IN_FLIGHT_MIN = 8_192;

    /** Least that the limit below the bound may be set to: calls carry next to nothing with fewer. */
    public static final int IN_FLIGHT_LEAST_MIN = 1_024;

    /** Greatest bound on what is read and not answered; each takes some hundred bytes. */
    public static final int IN_FLIGHT_MAX = 1 << 24;

    /** Greatest latency target: readers wait for five times as long at most, and nobody waits longer for a card's answer. */
    public static final Duration LATENCY_TARGET_MAX = Duration.ofMillis(500);

    /** How long a member that stops waits for answers to what it has read. */
    static final long DRAIN_MAX_MS = 10_000;

    /** How often it looks meanwhile. */
    static final long DRAIN_STEP_MS = 5;

    /** How often a member looks whether Hazelcast has ended without a word to its listeners. */
    static final long END_STEP_MS = 500;

    /** Threads for control calls of other members and of clients. */
    static final int CONTROL_THREADS = 4;

    /** Threads for what members ask each other about copies: short calls, a few of each other member at a time. */
    static final int COPIES_THREADS = 1;

    /** Threads for what consoles of other members ask. */
    static final int CONSOLE_THREADS = 2;

    /** Most questions of consoles that wait; more are refused, and shown as not answered. */
    static final int CONSOLE_QUESTIONS_MAX = 256;

    /** Threads for what the HTTP APIs of other members ask: a look into what is kept each. */
    static final int API_READ_THREADS = 2;

    /** Most such questions that wait; more are refused, and answered 503 by whoever asks. */
    static final int API_READS_MAX = 4_096;

    /** Files of the process besides connections: jars, logs, libraries, selectors, connections that are closed as soon as accepted. */
    static final int FILES_OF_PROCESS = 256;

    /** Connections of the HTTP port. */
    static final int FILES_OF_HTTP = 128;

    /** Connections between members, and of {@code ctl} and Management Center. */
    static final int FILES_OF_MEMBERS = 128;

    /** Connections without which a gateway is of no use. */
    static final int GATEWAY_CONNECTIONS_MIN = 64;

    /** Connections without which an API is of no use. */
    static final int API_CONNECTIONS_MIN = 32;

    /** For each connection that the API serves it may hold one that has sent no request yet, and one that it refuses. */
    static final int FILES_OF_API_CONNECTION = 3;

    /** Between two looks whether the files of certificates have changed; they are taken when two looks have found the same. */
    static final long CERTIFICATE_LOOK_MS = 10_000;

    /** More threads than that have no processors to run on. */
    public static final int PARTITION_THREADS_MAX = 1_024;

    private MemberLimits() {}

    /**
     * Called when a member starts.
     *
     * @throws IllegalStateException when limits contradict each other
     */
    static void requireRelations() {
        requireRelation(IN_FLIGHT_MIN <= IN_FLIGHT_MAX, "the bounds on what is in flight leave a number between them");
        requireRelation(BATCH_MAX <= IN_FLIGHT_MAX, "a batch of the greatest size may be in flight");
        requireRelation(BACKUPS_MAX < MEMBERS_MAX, "each copy of a shard has a member of its own");
        requireRelation(MEMBERS_DEFAULT <= MEMBERS_MAX, "the number of members may be its default");
        requireRelation(DRAIN_STEP_MS < DRAIN_MAX_MS, "a member that stops looks more than once");
    }

    private static void requireRelation(boolean holds, String relation) {
        if (!holds) {
            throw new IllegalStateException("the limits of a member contradict each other: not so that " + relation);
        }
    }
}
