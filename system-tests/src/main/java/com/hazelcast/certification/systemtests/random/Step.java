package com.hazelcast.certification.systemtests.random;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Something that a random run does.
 *
 * @param pauseMs before it
 * @param act what
 * @param place of the member that it is done to, or -1
 * @param other the other member of a cut, or -1
 */
record Step(int pauseMs, Act act, int place, int other) {
    /** What is done. */
    enum Act {
        /** {@code kill -9}. */
        KILL,
        /** {@code SIGTERM}, and waits until the member has left. */
        STOP,
        /** {@code SIGTERM}, and does not wait. */
        BEGIN_STOP,
        /** Starts a member, and waits until it is up. */
        START,
        /** Starts a member, and does not wait. */
        BEGIN_START,
        /** {@code SIGSTOP}. */
        FREEZE,
        /** {@code SIGCONT}. */
        RESUME,
        /** Nothing passes between the member and all others. */
        ISOLATE,
        /** Nothing passes between two members. */
        CUT,
        /** Nothing passes from the first member to the second. */
        CUT_ONE_WAY,
        /** The network is whole again. */
        HEAL,
        /** {@code ctl stop}. */
        CTL_STOP,
        /** {@code ctl start}. */
        CTL_START,
        /** {@code ctl load}: what was lost with all copies. */
        LOAD,
        /** Waits until all members that run are in one cluster and all copies are complete. */
        AWAIT_COPIES;

        /** Whether it waits for members to start or copies to be made, and so takes seconds. */
        boolean isSlow() {
            return this == START || this == STOP || this == LOAD || this == AWAIT_COPIES;
        }

        private String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        private static Act of(String label) {
            return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }

    private static final Pattern TEXT = Pattern.compile("\\+?([0-9.]+) s ([a-z-]+)(?: (\\d+))?(?: (\\d+))?");

    /**
     * The step that is written so.
     *
     * @throws IllegalArgumentException when it is none
     */
    static Step of(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "no step; write it as --plan does, such as '+1.250 s cut 1 2': step=" + text);
        }
        return new Step(
                (int) Math.round(Double.parseDouble(matcher.group(1)) * 1_000),
                Act.of(matcher.group(2)),
                place(matcher.group(3)),
                place(matcher.group(4)));
    }

    private static int place(@Nullable String text) {
        return text == null ? -1 : Integer.parseInt(text);
    }

    /** For example {@code +1.250 s cut 1 2}. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "+%.3f s %s%s%s",
                pauseMs / 1_000.0,
                act.label(),
                place < 0 ? "" : " " + place,
                other < 0 ? "" : " " + other);
    }
}
