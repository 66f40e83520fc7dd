package com.hazelcast.certification.api.decisions;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What can be read later, in two stores of the same size: what was submitted to be read later, and what was decided in its own call or its batch,
 * which is read when a stand-in has answered first. So no number of decisions ends the time for which submitted ones are kept. Numbers of the
 * first are even, of the second odd. Thread-safe; costs what {@link KeptSubmissions} does.
 */
final class SubmissionStores {
    /** Of one store each of so many numbers. */
    static final int STORES = 2;

    private final AtomicLong submittedCount = new AtomicLong();
    private final AtomicLong decidedCount = new AtomicLong();
    private final KeptSubmissions submitted;
    private final KeptSubmissions decided;

    /** @param max most that are kept of each */
    SubmissionStores(int max, Duration keptFor) {
        this.submitted = new KeptSubmissions(max, keptFor);
        this.decided = new KeptSubmissions(max, keptFor);
    }

    /** The number of one that was submitted to be read later. */
    long nextSubmitted() {
        return STORES * submittedCount.getAndIncrement();
    }

    /** The number of one that is decided in its call. */
    long nextDecided() {
        return STORES * decidedCount.getAndIncrement() + 1;
    }

    private static boolean isSubmitted(long number) {
        return number % STORES == 0;
    }

    private KeptSubmissions storeOf(long number) {
        return isSubmitted(number) ? submitted : decided;
    }

    /** Whether there was ever one with that number. */
    boolean wasGiven(long number) {
        return number >= 0 && number / STORES < (isSubmitted(number) ? submittedCount : decidedCount).get();
    }

    /** Keeps one that is not decided yet. */
    void add(Submission submission, @Nullable String referenceKey, long nowNs) {
        storeOf(submission.number()).add(submission, referenceKey, nowNs);
    }

    /** One has its decision, which is the last. */
    void decided(Submission submission, Decision decision) {
        storeOf(submission.number()).decided(submission, decision);
    }

    /** Keeps no longer what has been decided of that card. */
    void forget(long card) {
        submitted.forget(card);
        decided.forget(card);
    }

    /** The one with that number; null when it is not kept any longer. */
    @Nullable
    Submission find(DecisionDesk desk, long number, long nowNs) {
        return storeOf(number).find(desk, number, nowNs);
    }

    /** The one that was submitted under that reference; null when there is none, or it is not kept any longer. */
    @Nullable
    Submission find(DecisionDesk desk, String referenceKey, long nowNs) {
        return submitted.find(desk, referenceKey, nowNs);
    }

    /** Whether one was submitted under that reference whose time is over. Not known any more when a later one has its place. */
    boolean hasExpired(DecisionDesk desk, String referenceKey, long nowNs) {
        return submitted.hasExpired(desk, referenceKey, nowNs);
    }

    /** The ids of answers: a prefix, the tag of the desk that has given them, and the number. Pure, but for new tags; thread-safe. */
    static final class AnswerIds {
        private static final SecureRandom RANDOM = new SecureRandom();
        private static final int TAG_DIGITS = 8;

        /** Exactly as ids are given, so that no two texts are one id. */
        private static final Pattern ID =
                Pattern.compile(DecisionDesk.ID_PREFIX + "[0-9a-f]{" + TAG_DIGITS + "}(0|[1-9a-f][0-9a-f]{0,14})");

        private static final int TAG_END = DecisionDesk.ID_PREFIX.length() + TAG_DIGITS;

        private AnswerIds() {}

        static String newTag() {
            return HexFormat.of().toHexDigits(RANDOM.nextInt());
        }

        static String of(String tag, long number) {
            return DecisionDesk.ID_PREFIX + tag + Long.toHexString(number);
        }

        /** Empty: it is no id. */
        static Optional<String> tagOf(String id) {
            return ID.matcher(id).matches()
                    ? Optional.of(id.substring(DecisionDesk.ID_PREFIX.length(), TAG_END))
                    : Optional.empty();
        }

        /** The number of an id with that tag; -1: it is none. */
        static long numberOf(String id, String tag) {
            return tagOf(id).equals(Optional.of(tag)) ? Long.parseLong(id.substring(TAG_END), 16) : -1;
        }
    }
}
