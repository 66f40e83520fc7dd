package com.hazelcast.certification.systemtests.random;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How many copies are certain of what was answered, by the time of the answer: what a cluster with strict answers promises.
 * What was answered before {@link #lostBeforeNs} may be lost, all else must be held.
 *
 * <p>An answer at a time means that as many copies were there as configured, or as many as members could answer. From then on:
 * the end of a process without order takes one copy; a member that leaves in order takes none, but leaves no more copies than
 * members; copies that are seen complete are as many again. A member that is frozen, or that nothing reaches, keeps what it has.
 * Not thread-safe.
 */
final class CopyModel {
    private final int required;
    private final Deque<Segment> segments = new ArrayDeque<>();
    private int answering;
    private long lostBeforeNs = Long.MIN_VALUE;

    /** Answers from a time on, until the next segment, and the copies that are certain of them. */
    private record Segment(long fromNs, int copies) {}

    /**
     * Copies are complete.
     *
     * @param required copies of a shard, the owner's included
     * @param members that answer
     */
    CopyModel(int required, int members, long nowNs) {
        this.required = required;
        this.answering = members;
        segments.add(new Segment(nowNs, copiesOf(members)));
    }

    private int copiesOf(int members) {
        return Math.min(required, members);
    }

    /** So many members answer from now on, at least. */
    void answering(int members, long nowNs) {
        answering = members;
        if (segments.isEmpty() || segments.getLast().copies != copiesOf(members)) {
            segments.add(new Segment(nowNs, copiesOf(members)));
        }
    }

    /** A process ended without order, with all that it held; so many members answer after it. */
    void destroyed(int members, long nowNs) {
        Deque<Segment> before = new ArrayDeque<>(segments);
        segments.clear();
        boolean isLost = false;
        for (Segment segment : before) {
            if (segment.copies > 1) {
                if (isLost) {
                    lostBeforeNs = segment.fromNs;
                }
                isLost = false;
                segments.add(new Segment(segment.fromNs, segment.copies - 1));
            } else {
                isLost = true;
            }
        }
        if (isLost) {
            lostBeforeNs = nowNs;
            segments.clear();
        }
        answering = members;
        segments.add(new Segment(nowNs, copiesOf(members)));
    }

    /** A member left in order, all others being there: so many are left, and have what it had. */
    void left(int members, long nowNs) {
        limitTo(members);
        answering(members, nowNs);
    }

    private void limitTo(int members) {
        Deque<Segment> before = new ArrayDeque<>(segments);
        segments.clear();
        before.forEach(
                segment -> segments.add(new Segment(segment.fromNs, Math.min(segment.copies, copiesOf(members)))));
    }

    /** All copies were seen complete on the members that answer. */
    void complete() {
        Segment first = segments.getFirst();
        segments.clear();
        segments.add(new Segment(first.fromNs, copiesOf(answering)));
    }

    /** Whether the end of one more process may lose something. */
    boolean isLastCopy() {
        return segments.stream().anyMatch(segment -> segment.copies <= 1);
    }

    /** What was answered before may be lost. */
    long lostBeforeNs() {
        return lostBeforeNs;
    }

    /** Whether something may have been lost at all. */
    boolean isLossPossible() {
        return lostBeforeNs != Long.MIN_VALUE;
    }
}
