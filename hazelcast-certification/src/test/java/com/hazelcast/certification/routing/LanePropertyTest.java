package com.hazelcast.certification.routing;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.scoring.Answers;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.core.IndeterminateOperationStateException;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Wherever the bad ones stand and whatever the sizes: each transaction is answered once, in its order, and only bad ones are rejected. */
class LanePropertyTest {
    private static final int COUNT_MAX = 600;

    @Property
    void shouldAnswerEachOnceInItsOrderAndRejectTheBadOnesAlone(
            @ForAll @IntRange(min = 1, max = COUNT_MAX) int count,
            @ForAll @IntRange(min = 1, max = 100) int groupSize,
            @ForAll @IntRange(min = 1, max = COUNT_MAX) int batchLimit,
            @ForAll @Size(max = BatchTrial.HOPELESS_MAX - 1) Set<@IntRange(max = COUNT_MAX - 1) Integer> bad,
            @ForAll boolean isUnacknowledged) {
        FakeOwner owner = new FakeOwner(
                batchLimit,
                card -> bad.contains((int) card),
                () -> isUnacknowledged
                        ? new IndeterminateOperationStateException("planted")
                        : new IllegalArgumentException("planted"));
        AnswersByOrder answers = new AnswersByOrder();
        Lane lane = new Lane(0, owner);

        answers.offer(lane, count, groupSize);
        owner.run();

        assertThat(answers.answers).hasSize(count);
        for (int card = 0; card < count; card++) {
            short expected = bad.contains(card) ? Answer.rejected(Rejection.UNPROCESSABLE) : Answers.scored(card % 50);
            assertThat(answers.answers.get(card)).as("card %d", card).isEqualTo(expected);
        }
        long badCount = bad.stream().filter(card -> card < count).count();
        int levels = Integer.SIZE - Integer.numberOfLeadingZeros(batchLimit);
        assertThat((long) owner.failedCalls).isLessThanOrEqualTo(badCount * (levels + 6));
        assertThat(lane.waitingCount()).isZero();
    }
}
