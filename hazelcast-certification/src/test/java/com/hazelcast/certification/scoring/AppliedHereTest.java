package com.hazelcast.certification.scoring;

import static com.hazelcast.certification.scoring.OwnerAndBackup.ID;
import static com.hazelcast.certification.scoring.OwnerAndBackup.KEY;
import static com.hazelcast.certification.scoring.OwnerAndBackup.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryShard;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What a member proves of outcomes that it has applied to a backup. */
class AppliedHereTest {
    private final OwnerAndBackup both = new OwnerAndBackup();
    private final HistoryShard backup = both.backup;

    private static byte[] answerOfRun(long run) {
        return BatchAnswer.of(new short[1], true, 1, run);
    }

    @Test
    void shouldProveThatTheRunLeftItsOutcomeHere() throws IOException {
        byte[] transactions = OwnerAndBackup.transactions(1, 0);
        short[] answers = both.score(transactions);
        both.context.applied().setOrigin(ID.origin());
        assertThat(both.context.applied().isBackupOf(KEY, answerOfRun(RUN))).isFalse();

        both.apply(backup, transactions, answers);

        assertThat(both.context.applied().isBackupOf(KEY, answerOfRun(RUN))).isTrue();
        assertThat(both.context.applied().isBackupOf(KEY, answerOfRun(RUN + 1)))
                .as("the same batch, run again")
                .isFalse();
        assertThat(both.context.applied().isBackupOf(KEY + 1, answerOfRun(RUN)))
                .as("another shard")
                .isFalse();
    }

    @Test
    void shouldProveNothingWithoutTheShardOrForOthers() throws IOException {
        byte[] transactions = OwnerAndBackup.transactions(1, 0);
        short[] answers = both.score(transactions);
        both.context.applied().setOrigin(ID.origin());
        both.apply(null, transactions, answers);
        assertThat(both.context.applied().isBackupOf(KEY, answerOfRun(RUN)))
                .as("the copy is still to come")
                .isFalse();

        both.context.applied().setOrigin(ID.origin() + 1);
        both.apply(backup, transactions, answers);
        assertThat(both.context.applied().isBackupOf(KEY, answerOfRun(RUN)))
                .as("another member's batch")
                .isFalse();
    }

    @Test
    void shouldProveNothingWhereOneOfSeveralBackupsIsHere() {
        AppliedHere applied = new AppliedHere(2);
        applied.setOrigin(ID.origin());
        applied.add(KEY, ID.origin(), RUN);

        assertThat(applied.isBackupOf(KEY, answerOfRun(RUN))).isFalse();
        assertThat(new AppliedHere(1).isBackupOf(KEY, answerOfRun(BatchAnswer.NO_RUN)))
                .isFalse();
    }
}
