package com.hazelcast.certification.systemtests.random;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What may be lost by sequences of ends, with the times of answers as plain numbers. */
class CopyModelTest {
    private static CopyModel model(int required, int members) {
        return new CopyModel(required, members, 0);
    }

    @Test
    void shouldAllowNoLossWhenFewerEndThanThereAreCopies() {
        CopyModel copies = model(3, 4);

        copies.destroyed(3, 10);
        copies.destroyed(2, 20);

        assertThat(copies.isLossPossible()).isFalse();
        assertThat(copies.isLastCopy()).isTrue();
    }

    @Test
    void shouldAllowLossOfWhatWasAnsweredBeforeTheFirstEndOnly() {
        CopyModel copies = model(2, 4);

        copies.destroyed(3, 10);
        copies.destroyed(2, 20);

        assertThat(copies.lostBeforeNs()).isEqualTo(10);
    }

    @Test
    void shouldAllowNoLossAcrossCompleteCopies() {
        CopyModel copies = model(2, 4);

        copies.destroyed(3, 10);
        copies.complete();
        copies.destroyed(2, 20);

        assertThat(copies.isLossPossible()).isFalse();
    }

    @Test
    void shouldAllowNoLossWhenAnotherLeavesInOrder() {
        CopyModel copies = model(2, 3);

        copies.destroyed(2, 10);
        copies.left(1, 20);

        assertThat(copies.isLossPossible()).isFalse();
        assertThat(copies.isLastCopy()).isTrue();
    }

    @Test
    void shouldCountOneCopyOfWhatIsAnsweredByTheLastMemberAndTwoOfWhatIsAnsweredAfterAnotherHasJoined() {
        CopyModel copies = model(2, 2);

        copies.left(1, 10);
        copies.answering(2, 20);
        copies.destroyed(1, 30);

        assertThat(copies.lostBeforeNs()).isEqualTo(20);
        assertThat(copies.isLastCopy()).isTrue();
    }

    @Test
    void shouldAllowTheLossOfEverythingWhenAllEnd() {
        CopyModel copies = model(2, 2);

        copies.destroyed(1, 10);
        copies.destroyed(0, 20);
        copies.answering(1, 30);

        assertThat(copies.lostBeforeNs()).isEqualTo(20);
    }
}
