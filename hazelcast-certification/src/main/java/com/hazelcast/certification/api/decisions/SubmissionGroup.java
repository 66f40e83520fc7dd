package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.routing.AnswerListener;

/**
 * Submissions of one shard that were handed on together. They are answered from the first to the last, in one call or in several. Used by one
 * thread at a time.
 */
final class SubmissionGroup implements AnswerListener {
    private final Submission[] submissions;
    private int next;

    SubmissionGroup(Submission[] submissions) {
        this.submissions = submissions;
    }

    /** One that throws keeps no other from its answer; the first exception is thrown when all have theirs. */
    @Override
    public void answered(short[] answers, int offset, int count, long arrivedNs) {
        RuntimeException failure = null;
        DecisionDesk desk = submissions[next].desk();
        int end = offset + count;
        int counted = offset;
        for (int i = offset; i < end; i++) {
            Submission submission = submissions[next++];
            if (submission.isRehearsed()) {
                account(desk, answers, counted, i, arrivedNs);
                desk.leaveRehearsed();
                counted = i + 1;
            }
            try {
                submission.decide(answers[i]);
            } catch (RuntimeException e) {
                failure = failure == null ? e : failure;
            }
        }
        account(desk, answers, counted, end, arrivedNs);
        if (failure != null) {
            throw failure;
        }
    }

    private static void account(DecisionDesk desk, short[] answers, int from, int to, long arrivedNs) {
        if (to > from) {
            desk.account(answers, from, to - from, arrivedNs);
        }
    }
}
