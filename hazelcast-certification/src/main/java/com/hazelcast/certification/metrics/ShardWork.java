package com.hazelcast.certification.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.atomic.LongAdder;

/** What partition threads do with the shards of a member: batches scored on its own, outcomes applied to backups. Thread-safe. */
final class ShardWork {
    private static final double NS_PER_SECOND = 1e9;

    private final Counter batches;
    private final Counter newCards;
    private final Histogram batchTransactions;
    private final Histogram scoringSeconds;
    private final Histogram backupSeconds;
    private final Counter outcomesApplied;
    private final Counter outcomesFailed;
    private final Counter outcomesGivenUp;
    private final LongAdder backupBatches = new LongAdder();

    ShardWork(PrometheusRegistry registry) {
        batches = Counter.builder()
                .name("fraud_batches_total")
                .help("Batches scored on shards that this member owns")
                .register(registry);
        newCards = Counter.builder()
                .name("fraud_new_cards_total")
                .help("Cards that got their first transaction on shards that this member owns")
                .register(registry);
        batchTransactions = Histogram.builder()
                .classicOnly()
                .name("fraud_batch_transactions")
                .help("Transactions in a batch scored by this member")
                .classicUpperBounds(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192)
                .register(registry);
        scoringSeconds = Histogram.builder()
                .classicOnly()
                .name("fraud_scoring_seconds")
                .help("Time in which this member scored one batch on its partition thread")
                .classicExponentialUpperBounds(10e-6, 2, 16)
                .register(registry);
        backupSeconds = Histogram.builder()
                .classicOnly()
                .name("fraud_backup_seconds")
                .help("Time in which this member applied the outcome of one batch to a backup")
                .classicExponentialUpperBounds(10e-6, 2, 16)
                .register(registry);
        outcomesApplied = Counter.builder()
                .name("fraud_backup_transactions_applied_total")
                .help("Transactions whose outcome was applied to a backup held by this member")
                .register(registry);
        outcomesFailed = Counter.builder()
                .name("fraud_backup_outcomes_failed_total")
                .help("Outcomes that raised an exception on a backup held by this member; the shard is copied from its"
                        + " owner again")
                .register(registry);
        outcomesGivenUp = Counter.builder()
                .name("fraud_backup_outcomes_given_up_total")
                .help("Outcomes that failed again and again on a backup held by this member and were acknowledged all"
                        + " the same: its copy may differ from the owner's")
                .register(registry);
    }

    void batchScored(int transactionCount, long elapsedNs) {
        batches.inc();
        batchTransactions.observe(transactionCount);
        scoringSeconds.observe(elapsedNs / NS_PER_SECOND);
    }

    void newCards(int count) {
        newCards.inc(count);
    }

    long newCardCount() {
        return (long) newCards.get();
    }

    void outcomeApplied(int transactionCount, long elapsedNs) {
        outcomesApplied.inc(transactionCount);
        backupSeconds.observe(elapsedNs / NS_PER_SECOND);
        backupBatches.increment();
    }

    void outcomesFailed(int transactionCount) {
        outcomesFailed.inc(transactionCount);
    }

    void outcomesGivenUp(int transactionCount) {
        outcomesGivenUp.inc(transactionCount);
    }

    /** Batches scored. */
    long batchCount() {
        return (long) batches.get();
    }

    /** Batches whose outcome was applied to a backup. */
    long backupBatchCount() {
        return backupBatches.sum();
    }
}
