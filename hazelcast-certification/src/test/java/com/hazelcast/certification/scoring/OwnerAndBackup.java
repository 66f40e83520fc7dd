package com.hazelcast.certification.scoring;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.shard.FakeMember;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.time.Clock;
import java.util.AbstractMap.SimpleEntry;
import java.util.BitSet;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A shard on its owner and on a backup, and what a batch leaves there after it has travelled. */
final class OwnerAndBackup {
    static final long START_MS = 1_767_225_600_000L;
    static final int SIZE = TransactionLayout.TRANSACTION_SIZE_BYTES;
    static final int CARDS = 40;
    static final long FIRST_CARD = 400_000_000_000L;
    static final int KEY = 5;
    static final long ROUND = 3;
    static final long AT_MS = 1_767_225_600_123L;
    static final BatchId ID = new BatchId(11, 22);
    static final long RUN = 44;

    final Meter meter = new Meter();
    private final FakeMember member = new FakeMember(1);
    final BatchScorer scorer = new BatchScorer();
    final HistoryShard owner = shard();
    final HistoryShard backup = shard();

    /** Whether the owner counts this backup among the copies. */
    boolean isConfirmed;

    final ScoringContext context =
            new ScoringContext(meter, new RulesInUse(RuleSet.shipped()), 1, UnknownCards.ACCEPT, Clock.systemUTC());

    OwnerAndBackup() {
        context.register(member.userContext());
        new ShardContext(1, 1).register(member.userContext());
    }

    /** What a backup counts. */
    static final class Meter implements ScoringMeter {
        int applied;
        int failed;
        int givenUp;

        @Override
        public void batchScored(int transactionCount, long elapsedNs) {}

        @Override
        public void verdictsGiven(RuleSet set, int verdict, int count) {}

        @Override
        public void shadowed(RuleSet set, int[] ruleCounts, int[] moves, int failures) {}

        @Override
        public void shadowMoved(
                RuleSet set, Action taken, Action shadow, int rule, long card, long times, long payment) {}

        @Override
        public void newCards(int count) {}

        @Override
        public void rulesTimed(RuleSet set, int transactionCount, long[] ruleNs) {}

        @Override
        public void outcomeApplied(int transactionCount, long elapsedNs) {
            applied += transactionCount;
        }

        @Override
        public void outcomesFailed(int transactionCount) {
            failed += transactionCount;
        }

        @Override
        public void outcomesGivenUp(int transactionCount) {
            givenUp += transactionCount;
        }
    }

    static HistoryShard shard() {
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, CARDS);
        shard.install();
        return shard;
    }

    /** So many transactions of random cards, of the minutes from that one on. */
    static byte[] transactions(int count, int minute) {
        Random random = new Random(minute);
        byte[] transactions = new byte[count * SIZE];
        for (int i = 0; i < count; i++) {
            put(transactions, i, FIRST_CARD + random.nextInt(CARDS), minute + i, random.nextInt(900));
        }
        return transactions;
    }

    static void put(byte[] transactions, int index, long card, int minute, int amountUnits) {
        TransactionLayout.put(
                transactions,
                index * SIZE,
                card,
                TransactionLayout.times(START_MS + minute * 60_000L, 107, 107),
                TransactionLayout.payment(amountUnits, 1, 494),
                TransactionLayout.outcome(9_691, 0));
    }

    short[] score(byte[] transactions) {
        short[] answers = new short[transactions.length / SIZE];
        // A minute and a half behind the middle one: half of them are decided promptly.
        long middleMs = TransactionLayout.timeMs(TransactionLayout.timesAt(transactions, answers.length / 2 * SIZE));
        scorer.score(owner, middleMs + 90_000, transactions, answers.length, answers);
        owner.batches().record(ID.origin(), ID.number(), ID.first(), Answer.scoredOf(answers));
        return answers;
    }

    void apply(@Nullable HistoryShard held, byte[] transactions, short[] answers) throws IOException {
        apply(held, transactions, answers, scorer.placedOnly());
    }

    void apply(@Nullable HistoryShard held, byte[] transactions, short[] answers, BitSet placedOnly)
            throws IOException {
        apply(scorer, held, transactions, answers, placedOnly);
    }

    void apply(BatchScorer by, @Nullable HistoryShard held, byte[] transactions, short[] answers, BitSet placedOnly)
            throws IOException {
        ApplyOutcome arrived = Sent.through(
                new ApplyOutcome(
                        ID, ROUND, RUN, isConfirmed, transactions, answers, by.recycled(), placedOnly, by.prompt()),
                new ApplyOutcome());
        arrived.setHazelcastInstance(member.hazelcast());
        arrived.process(new SimpleEntry<>(KEY, held));
    }

    /** What the owner's log has of the batch that was scored last. */
    byte[] record(byte[] transactions, short[] answers) {
        return new OutcomeRecord(ID, AT_MS, ROUND, answers, scorer.recycled(), scorer.placedOnly(), scorer.prompt())
                .encode(transactions);
    }
}
