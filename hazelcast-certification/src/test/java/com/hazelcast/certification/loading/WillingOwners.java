package com.hazelcast.certification.loading;

import com.hazelcast.certification.audit.CompareCards;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.BackupWait;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Owners that take every call; writes down what they were asked. */
class WillingOwners implements DiskDelivery.Owners {
    final List<String> asked = new ArrayList<>();
    long view = 1;
    boolean isSame;

    @Override
    public CompletionStage<Boolean> isSame(HistoryShard shard) {
        asked.add("same");
        return CompletableFuture.completedFuture(isSame);
    }

    /** Has nothing that a copy could be compared with. */
    @Override
    public CompletionStage<byte[]> compare(HistoryShard shard, CompareCards question) {
        return CompletableFuture.completedFuture(new byte[0]);
    }

    @Override
    public CompletionStage<Boolean> add(HistoryShard part) {
        asked.add("add " + part.cardCount());
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public CompletionStage<Boolean> unite(HistoryShard shard) {
        asked.add("unite");
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public CompletionStage<Boolean> isOnDisk(HistoryShard shard) {
        asked.add("disk");
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public long view() {
        return view;
    }

    @Override
    public BackupWait.Owner owner(int key) {
        return new BackupWait.Owner("10.0.0.1:5701", this::areBackupsInPlace);
    }

    /** Whether the owner's shards have theirs. */
    boolean areBackupsInPlace() {
        asked.add("backups");
        return true;
    }

    @Override
    public boolean isRunning() {
        return true;
    }
}
