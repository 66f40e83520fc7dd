package com.hazelcast.certification.scoring;

import static com.hazelcast.certification.scoring.OwnerAndBackup.FIRST_CARD;
import static com.hazelcast.certification.scoring.OwnerAndBackup.SIZE;
import static com.hazelcast.certification.scoring.OwnerAndBackup.START_MS;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a batch leaves on a backup of what was decided promptly. */
class PromptOutcomeTest {
    private final OwnerAndBackup both = new OwnerAndBackup();
    private final HistoryShard owner = both.owner;
    private final HistoryShard backup = both.backup;

    private static int promptCount(HistoryShard shard) {
        int[] prompt = new int[1];
        shard.forEachCard(card -> {
            CardHistory history = shard.open(card);
            history.rewind();
            while (history.next()) {
                prompt[0] += history.isPrompt() ? 1 : 0;
            }
        });
        return prompt[0];
    }

    /** All, none or some of a batch: as many are prompt on the owner, on a backup, and where the log of either is read. */
    @ParameterizedTest
    @CsvSource({"-1000000, 100", "60000, 100", "3060000, 50", "6000000, 1", "6060000, 0"})
    void shouldCarryWhatWasDecidedPromptly(long decidedAfterFirstMs, int prompt) throws IOException {
        byte[] transactions = OwnerAndBackup.transactions(100, 0);
        short[] answers = new short[100];
        both.scorer.score(owner, START_MS + decidedAfterFirstMs, transactions, 100, answers);
        both.apply(backup, transactions, answers);
        HistoryShard replayed = OwnerAndBackup.shard();
        byte[] record = both.record(transactions, answers);
        OutcomeRecord.replay(replayed, ByteBuffer.wrap(record));

        assertThat(promptCount(owner)).isEqualTo(prompt);
        assertThat(promptCount(backup)).isEqualTo(prompt);
        assertThat(promptCount(replayed)).isEqualTo(prompt);
        assertThat(backup.digest()).isEqualTo(owner.digest());
        assertThat(replayed.digest()).isEqualTo(owner.digest());
    }

    /** They come again an hour later, and to a backup that has missed them. */
    @Test
    void shouldBringDuplicatesToABackupAsTheirFirstDecisionHasThem() throws IOException {
        byte[] transactions = OwnerAndBackup.transactions(100, 0);
        short[] answers = both.score(transactions.clone());
        int prompt = promptCount(owner);
        assertThat(prompt).isBetween(1, 99);

        both.scorer.score(owner, START_MS + 3 * 3_600_000, transactions, 100, answers);
        both.apply(backup, transactions, answers);

        assertThat(promptCount(owner)).isEqualTo(prompt);
        assertThat(promptCount(backup)).isEqualTo(prompt);
        assertThat(backup.digest()).isEqualTo(owner.digest());
    }

    /** What is rejected is not sent, so what is behind it has another place there. */
    @Test
    void shouldCarryWhatWasDecidedPromptlyBehindWhatWasRejected() throws IOException {
        byte[] transactions = new byte[4 * SIZE];
        OwnerAndBackup.put(transactions, 0, FIRST_CARD, 91 * 24 * 60, 1);
        OwnerAndBackup.put(transactions, 1, FIRST_CARD, 0, 2);
        OwnerAndBackup.put(transactions, 2, FIRST_CARD + 1, 91 * 24 * 60, 3);
        OwnerAndBackup.put(transactions, 3, FIRST_CARD + 2, 0, 4);
        short[] answers = new short[4];
        both.scorer.score(owner, START_MS + 91L * 24 * 60 * 60_000, transactions, 4, answers);
        assertThat(Answer.isRejected(answers[1])).isTrue();

        both.apply(backup, transactions, answers);

        assertThat(promptCount(owner)).isEqualTo(2);
        assertThat(backup.digest()).isEqualTo(owner.digest());
    }
}
