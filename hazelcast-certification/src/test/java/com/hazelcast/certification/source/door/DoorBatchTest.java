package com.hazelcast.certification.source.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.routing.AnswerListener;
import com.hazelcast.certification.scoring.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A batch whose answers come in pieces, or cannot be counted. */
class DoorBatchTest {
    private final List<DoorBatch> answered = new ArrayList<>();
    private final DoorClient client = new DoorClient("test", 100, new NewCardQuota(0, 1, System::nanoTime));

    @Test
    void shouldPutTheAnswersOfAGroupThatCameInPartsAtTheirPositions() {
        DoorBatch batch = new DoorBatch(1, 4, client, (answers, offset, count, readNs) -> {}, answered::add);
        AnswerListener group = batch.group(new int[] {3, 1, 0, 2}, 0, 4, new int[] {0, 1, 2, 3});

        group.answered(new byte[] {Answer.scored(30), Answer.scored(10)}, 0, 2, 0);
        group.answered(new byte[] {Answer.scored(5), Answer.scored(20)}, 0, 2, 0);

        assertThat(answered).containsExactly(batch);
        assertThat(batch.answers())
                .containsExactly(Answer.scored(5), Answer.scored(10), Answer.scored(20), Answer.scored(30));
    }

    @Test
    void shouldBeAnsweredWhenItsAnswersCannotBeCounted() throws InterruptedException {
        client.records().enter(1);
        AnswerListener throwing = (answers, offset, count, readNs) -> {
            throw new IllegalStateException("planted: books that throw");
        };
        DoorBatch batch = new DoorBatch(1, 1, client, throwing, answered::add);
        AnswerListener group = batch.group(new int[] {0}, 0, 1, new int[] {0});

        assertThatThrownBy(() -> group.answered(new byte[1], 0, 1, 0)).isInstanceOf(IllegalStateException.class);

        assertThat(answered).containsExactly(batch);
        assertThat(client.records().inFlight()).isZero();
    }
}
