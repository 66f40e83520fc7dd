package com.hazelcast.certification.api.decisions;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/** The ids of answers: a prefix, the tag of the desk that has given them, and the number. Pure, but for new tags; thread-safe. */
final class AnswerIds {
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
