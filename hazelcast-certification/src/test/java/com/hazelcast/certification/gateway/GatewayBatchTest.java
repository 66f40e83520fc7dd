package com.hazelcast.certification.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.routing.AnswerListener;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.scoring.Answers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A batch whose answers come in pieces, or cannot be counted. */
class GatewayBatchTest {
    private final List<GatewayBatch> answered = new ArrayList<>();
    private final GatewayClient client = new GatewayClient("test", 100, new NewCardQuota(0, 1, System::nanoTime));

    @Test
    void shouldPutTheAnswersOfAGroupThatCameInPartsAtTheirPositions() {
        GatewayBatch batch =
                new GatewayBatch(1, 4, client, (answers, offset, count, arrivedNs) -> {}, false, answered::add);
        AnswerListener group = batch.group(0, new int[] {3, 1, 0, 2}, 0, 4, new int[] {0, 1, 2, 3});

        group.answered(new short[] {Answers.scored(30), Answers.scored(10)}, 0, 2, 0);
        group.answered(new short[] {Answers.scored(5), Answers.scored(20)}, 0, 2, 0);

        assertThat(answered).containsExactly(batch);
        assertThat(batch.answers())
                .containsExactly(Answers.scored(5), Answers.scored(10), Answers.scored(20), Answers.scored(30));
    }

    @Test
    void shouldBeAnsweredWhenItsAnswersCannotBeCounted() throws InterruptedException {
        client.records().enter(1);
        AnswerListener throwing = (answers, offset, count, arrivedNs) -> {
            throw new IllegalStateException("planted: accounting that throws");
        };
        GatewayBatch batch = new GatewayBatch(1, 1, client, throwing, false, answered::add);
        AnswerListener group = batch.group(0, new int[] {0}, 0, 1, new int[] {0});

        assertThatThrownBy(() -> group.answered(new short[1], 0, 1, 0)).isInstanceOf(IllegalStateException.class);

        assertThat(answered).containsExactly(batch);
        assertThat(client.records().inFlight()).isZero();
    }

    @Test
    void shouldBeSentBackWithoutTheAnswersOfShardsThatGiveNone() throws InterruptedException {
        client.records().enter(4);
        AtomicInteger counted = new AtomicInteger();
        AnswerListener accounting = (answers, offset, count, arrivedNs) -> counted.addAndGet(count);
        GatewayBatch batch = new GatewayBatch(1, 4, client, accounting, true, answered::add);
        int[] positions = {0, 1, 2, 3};
        AnswerListener works = batch.group(1, new int[] {0, 2}, 0, 2, positions);
        AnswerListener hangs = batch.group(2, new int[] {1, 3}, 0, 2, positions);

        batch.defer(shard -> shard == 2);
        assertThat(answered).as("one is not held, so it will be answered soon").isEmpty();
        works.answered(new short[] {Answers.scored(5), Answers.scored(6)}, 0, 2, 0);
        batch.defer(shard -> false);
        assertThat(answered).as("nothing is held").isEmpty();
        batch.defer(shard -> shard == 2);

        assertThat(answered).containsExactly(batch);
        short deferred = Answer.NONE;
        assertThat(batch.answers()).containsExactly(Answers.scored(5), deferred, Answers.scored(6), deferred);
        assertThat(batch.deferredCount()).isEqualTo(2);
        assertThat(client.records().inFlight()).as("its client's share is free").isZero();

        hangs.answered(new short[] {Answers.scored(7), Answers.scored(8)}, 0, 2, 0);
        batch.defer(shard -> true);

        assertThat(answered).as("sent once").containsExactly(batch);
        assertThat(batch.answers()).containsExactly(Answers.scored(5), deferred, Answers.scored(6), deferred);
        assertThat(counted).as("in the accounting all the same").hasValue(4);
        assertThat(client.records().inFlight()).isZero();
    }
}
