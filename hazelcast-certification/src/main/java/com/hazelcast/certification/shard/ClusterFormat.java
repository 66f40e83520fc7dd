package com.hazelcast.certification.shard;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.MemberAttributeConfig;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The format of state and messages between the members of a cluster, as a release has it: how shards travel, entry processors and calls
 * with their answers, control verbs, and what the replicated maps mean. A change of any of them raises {@code written}. Two releases work
 * in one cluster when each lives with what the other one writes. Immutable.
 *
 * <p>A release that can be rolled out keeps {@code oldest}: while a member of an older format is there, it sends nothing that such a member
 * cannot read. Otherwise {@code oldest} is raised as well, and the change needs a second cluster (docs/deploy/changes.md).
 *
 * @param written the format of this release
 * @param oldest the oldest format whose members this release lives with
 */
public record ClusterFormat(int written, int oldest) {
    /** Held against {@code cluster-formats/1.txt} of the tests. */
    public static final ClusterFormat OF_THIS_RELEASE = new ClusterFormat(1, 1);

    /** Of a member. Its text never changes its form, because all later releases read it. */
    private static final String ATTRIBUTE = "fraud.format";

    private static final Pattern TEXT = Pattern.compile("(\\d{1,6}) oldest (\\d{1,6})");

    /** @throws IllegalArgumentException when the oldest is not one of those up to the one that is written */
    public ClusterFormat {
        if (oldest < 1 || oldest > written) {
            throw new IllegalArgumentException("the oldest format must be from 1 to the one that is written: written="
                    + written + " oldest=" + oldest);
        }
    }

    /** Whether members of both can be in one cluster. */
    public boolean livesWith(ClusterFormat other) {
        return oldest <= other.written && other.oldest <= written;
    }

    /** Has a member say its format when it joins. */
    void announce(MemberAttributeConfig attributes) {
        attributes.setAttribute(ATTRIBUTE, toString());
    }

    /** What a member says; empty: nothing, as before 1.0.0, or nothing that can be read. */
    static Optional<ClusterFormat> of(Member member) {
        return parse(member.getAttribute(ATTRIBUTE));
    }

    static Optional<ClusterFormat> parse(@Nullable String text) {
        Matcher found = TEXT.matcher(text == null ? "" : text);
        if (!found.matches()) {
            return Optional.empty();
        }
        int written = Integer.parseInt(found.group(1));
        int oldest = Integer.parseInt(found.group(2));
        return oldest < 1 || oldest > written ? Optional.empty() : Optional.of(new ClusterFormat(written, oldest));
    }

    /** {@code 2 oldest 1}. */
    @Override
    public String toString() {
        return written + " oldest " + oldest;
    }
}
