package com.hazelcast.certification.api.reads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FirstAnswerTest {
    private static final long LONG_MS = 600_000;

    private static final KeptAnswer DECIDED = new KeptAnswer(200, "decided", "APPROVE", 0);
    private static final KeptAnswer REJECTED = new KeptAnswer(422, "rejected", "future", 0);
    private static final KeptAnswer LOST = new KeptAnswer(410, "lost", "answer_lost", 0);
    private static final KeptAnswer UNKNOWN = new KeptAnswer(KeptAnswer.UNKNOWN, "unknown", "unknown_transaction", 0);

    private static CompletableFuture<Optional<KeptAnswer>> ofReference(KeptAnswer... answers) {
        return answer(new FirstAnswer(answers.length, true), answers);
    }

    private static CompletableFuture<Optional<KeptAnswer>> answer(FirstAnswer first, KeptAnswer... answers) {
        for (KeptAnswer answer : answers) {
            first.onResponse(answer);
        }
        return first.within(LONG_MS);
    }

    @Test
    void shouldAnswerTheDecisionUnderAReferenceWhichAnotherMemberHasRejectedBefore() {
        assertThat(ofReference(REJECTED, DECIDED)).isCompletedWithValue(Optional.of(DECIDED));
        assertThat(ofReference(DECIDED, REJECTED)).isCompletedWithValue(Optional.of(DECIDED));
        assertThat(ofReference(REJECTED, UNKNOWN)).isCompletedWithValue(Optional.of(REJECTED));
        assertThat(ofReference(UNKNOWN, UNKNOWN)).isCompletedWithValue(Optional.empty());
    }

    @Test
    void shouldNotHideARejectionByAReferenceThatIsOverAtAnotherMember() {
        assertThat(ofReference(REJECTED, LOST)).isCompletedWithValue(Optional.of(REJECTED));
        assertThat(ofReference(LOST, REJECTED)).isCompletedWithValue(Optional.of(REJECTED));
        assertThat(ofReference(LOST, UNKNOWN)).isCompletedWithValue(Optional.of(LOST));

        assertThat(REJECTED.orBetter(Optional.of(LOST))).isSameAs(REJECTED);
        assertThat(REJECTED.orBetter(Optional.of(DECIDED))).isSameAs(DECIDED);
        assertThat(UNKNOWN.orBetter(Optional.of(LOST))).isSameAs(LOST);
        assertThat(LOST.orBetter(Optional.of(REJECTED))).isSameAs(REJECTED);
        assertThat(REJECTED.orBetter(Optional.empty())).isSameAs(REJECTED);
    }

    @Test
    void shouldNotWaitForOthersWhenOneHasADecisionOrTheProblemOfAnId() {
        assertThat(answer(new FirstAnswer(2, true), DECIDED)).isCompletedWithValue(Optional.of(DECIDED));
        assertThat(answer(new FirstAnswer(2, false), LOST)).isCompletedWithValue(Optional.of(LOST));
        assertThat(answer(new FirstAnswer(2, true), REJECTED)).isNotDone();
    }

    @Test
    void shouldFailWhenAMemberThatMayHaveTheDecisionHasFailed() {
        FirstAnswer first = new FirstAnswer(2, true);
        first.onFailure(new IllegalStateException("planted"));
        assertThat(answer(first, REJECTED)).isCompletedExceptionally();

        FirstAnswer decided = new FirstAnswer(2, true);
        decided.onFailure(new IllegalStateException("planted"));
        assertThat(answer(decided, DECIDED)).isCompletedWithValue(Optional.of(DECIDED));
    }
}
