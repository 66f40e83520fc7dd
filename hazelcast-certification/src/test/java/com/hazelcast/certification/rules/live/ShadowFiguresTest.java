package com.hazelcast.certification.rules.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.rules.live.ShadowFigures.ShadowExample;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShadowFiguresTest {
    private static final long START_MS = 1_767_225_600_000L;

    private static ShadowExample example(Action shadow, int second) {
        return ShadowExample.of(
                Action.APPROVE,
                shadow,
                1,
                40_002_223_337_531L,
                TransactionLayout.times(START_MS + second * 1_000L, 276, 978),
                TransactionLayout.payment(second, 1, 5_411));
    }

    private static ShadowFigures member(Action shadow, int firstSecond) {
        List<ShadowExample> examples = IntStream.of(4, 2, 0)
                .mapToObj(second -> example(shadow, firstSecond + second))
                .toList();
        return new ShadowFigures(List.of(new ShadowFigures.OfSet(
                2, List.of(0L, 3L), IntStream.range(0, 16).mapToObj(i -> 3L).toList(), 0, examples)));
    }

    @Test
    void shouldKeepTheNewestExamplesOfEachMoveOfAllMembers() {
        ShadowFigures sum = ShadowFigures.sum(
                List.of(member(Action.DECLINE, 0), member(Action.DECLINE, 1), member(Action.REVIEW, 0)));

        ShadowFigures.OfSet set = sum.sets().get(0);
        assertThat(set.ruleCounts()).containsExactly(0L, 9L);
        assertThat(set.examples())
                .containsExactly(
                        example(Action.REVIEW, 4),
                        example(Action.REVIEW, 2),
                        example(Action.REVIEW, 0),
                        example(Action.DECLINE, 5),
                        example(Action.DECLINE, 4),
                        example(Action.DECLINE, 3));
        assertThat(set.examples()).allMatch(example -> example.card().contains("****"));
    }

    @Test
    void shouldReadWhatAReleaseBeforeSaysWithoutExamples() throws Exception {
        ShadowFigures.OfSet set = new ObjectMapper()
                .readValue("{\"number\":2,\"ruleCounts\":[1],\"moves\":[],\"failures\":0}", ShadowFigures.OfSet.class);
        assertThat(set.examples()).isEmpty();
    }
}
