package com.hazelcast.certification.systemtests.planted;

import com.hazelcast.certification.transaction.TransactionLayout;
import net.bytebuddy.asm.Advice;

/** What is put at the beginning or the end of the product's methods. */
final class PlantedAdvice {
    private PlantedAdvice() {}

    /** {@code RuleEvaluator.decide(card, times, payment, ...)}. */
    static final class Rules {
        private Rules() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(0) long card, @Advice.Argument(2) long payment) {
            Planted.at(Place.RULES, card, payment);
            Planted.at(Place.RULES_STACK, card, payment);
            Planted.at(Place.RULES_NEW_CARD, card, payment);
        }
    }

    /** {@code CardTable.add(card, ...)}. */
    static final class CardTable {
        private CardTable() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(0) long card) {
            Planted.atNewCard(Place.CARD_TABLE, card);
        }
    }

    /** {@code ScoreBatch.score(...)}. */
    static final class Batch {
        private Batch() {}

        @Advice.OnMethodEnter
        static void enter(
                @Advice.FieldValue("transactions") byte[] transactions, @Advice.FieldValue("count") int count) {
            Planted.atBatch(Place.BATCH, transactions, count);
        }
    }

    /** {@code ScoreBatch.writeData(...)}. */
    static final class BatchWritten {
        private BatchWritten() {}

        @Advice.OnMethodEnter
        static void enter(
                @Advice.FieldValue("transactions") byte[] transactions, @Advice.FieldValue("count") int count) {
            Planted.atBatch(Place.BATCH_WRITTEN, transactions, count);
        }
    }

    /** {@code ScoreBatch.readData(...)}. */
    static final class BatchRead {
        private BatchRead() {}

        @Advice.OnMethodExit
        static void exit(
                @Advice.FieldValue("transactions") byte[] transactions, @Advice.FieldValue("count") int count) {
            Planted.atBatch(Place.BATCH_READ, transactions, count);
        }
    }

    /** {@code ApplyOutcome.writeData(...)}. */
    static final class OutcomeWritten {
        private OutcomeWritten() {}

        @Advice.OnMethodEnter
        static void enter(
                @Advice.FieldValue("transactions") byte[] transactions, @Advice.FieldValue("answers") short[] answers) {
            Planted.atBatch(Place.OUTCOME_WRITTEN, transactions, answers.length);
        }
    }

    /** {@code ApplyOutcome.readData(...)}. */
    static final class OutcomeRead {
        private OutcomeRead() {}

        @Advice.OnMethodExit
        static void exit(
                @Advice.FieldValue("transactions") byte[] transactions, @Advice.FieldValue("count") int count) {
            Planted.atBatch(Place.OUTCOME_READ, transactions, count);
        }
    }

    /** {@code ApplyOutcome.apply(shard, history, card, index)}. */
    static final class Backup {
        private Backup() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.FieldValue("transactions") byte[] transactions, @Advice.Argument(3) int index) {
            int offset = index * TransactionLayout.TRANSACTION_SIZE_BYTES;
            Planted.at(Place.BACKUP, transactions, offset);
            Planted.at(Place.BACKUP_ONCE, transactions, offset);
        }
    }
}
