package com.hazelcast.certification.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.logs.LoggedLines;
import com.hazelcast.certification.shard.BackupWait;
import com.hazelcast.certification.shard.FakeTime;
import com.hazelcast.spi.exception.TargetNotMemberException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That a copy that was read from disk is kept until its owner and the owner's backups have it. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class DiskDeliveryTest {
    private final HistoryShard copy = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, 0);

    @Test
    void shouldSendNothingThatTheOwnerHas() throws InterruptedException {
        WillingOwners owners = new WillingOwners();
        owners.isSame = true;

        assertThat(new DiskDelivery(owners, false).bring(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same");
    }

    /** Who left may have been the owner, before a backup had the shard. */
    @Test
    void shouldBringACopyAgainWhenAMemberLeftDuringTheCall() throws InterruptedException {
        WillingOwners owners = new WillingOwners() {
            @Override
            public CompletionStage<Boolean> isSame(HistoryShard shard) {
                view++;
                return super.isSame(shard);
            }
        };
        owners.isSame = true;

        assertThat(new DiskDelivery(owners, false).bring(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same", "unite");
    }

    /** The owner has it since the call that failed, and says so; its backups may not have it. */
    @Test
    void shouldNotAskWhetherTheOwnerHasItAfterACallThatFailed() throws InterruptedException {
        WillingOwners owners = new WillingOwners() {
            @Override
            public CompletionStage<Boolean> unite(HistoryShard shard) {
                CompletionStage<Boolean> taken = super.unite(shard);
                boolean isFirst = !isSame;
                isSame = true;
                return isFirst ? CompletableFuture.failedFuture(new TargetNotMemberException("it has left")) : taken;
            }
        };

        assertThat(new DiskDelivery(owners, false).bring(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same", "unite", "unite");
    }

    /** A thread that ended would leave its shards waited for as long as the member runs. */
    @Test
    void shouldTryAgainWhateverAnAttemptFailsWith() throws InterruptedException {
        WillingOwners owners = new WillingOwners() {
            private int calls;

            @Override
            public CompletionStage<Boolean> isSame(HistoryShard shard) {
                CompletionStage<Boolean> same = super.isSame(shard);
                if (++calls == 1) {
                    throw new UnsupportedOperationException("planted");
                }
                return same;
            }

            @Override
            public CompletionStage<Boolean> unite(HistoryShard shard) {
                CompletionStage<Boolean> taken = super.unite(shard);
                if (++calls == 2) {
                    throw new IndexOutOfBoundsException("planted");
                }
                return taken;
            }
        };

        assertThat(new DiskDelivery(owners, false).bring(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same", "unite", "unite");
    }

    /** When all processes end before, it is on no disk but this member's. */
    @Test
    void shouldWaitUntilTheDiskOfTheOwnerHasACopyThatIsToGo() throws InterruptedException {
        WillingOwners owners = new WillingOwners() {
            private int looks;

            @Override
            public CompletionStage<Boolean> isOnDisk(HistoryShard shard) {
                CompletionStage<Boolean> there = super.isOnDisk(shard);
                looks++;
                if (looks == 1) {
                    return CompletableFuture.failedFuture(new TargetNotMemberException("it has left"));
                }
                return looks == 2 ? CompletableFuture.completedFuture(false) : there;
            }
        };
        DiskDelivery delivery = new DiskDelivery(owners, false);

        assertThat(delivery.bring(copy)).isTrue();
        assertThat(delivery.awaitOnDisk(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same", "unite", "disk", "disk", "disk");
    }

    /** Who left may have been the owner, before its disk had the shard. */
    @Test
    void shouldNotTakeACopyForWrittenWhenAMemberLeavesBefore() throws InterruptedException {
        WillingOwners owners = new WillingOwners() {
            @Override
            public CompletionStage<Boolean> isOnDisk(HistoryShard shard) {
                view++;
                CompletionStage<Boolean> unused = super.isOnDisk(shard);
                return CompletableFuture.completedFuture(false);
            }
        };
        DiskDelivery delivery = new DiskDelivery(owners, false);

        assertThat(delivery.bring(copy)).isTrue();
        assertThat(delivery.awaitOnDisk(copy)).isFalse();

        assertThat(owners.asked).containsExactly("same", "unite", "disk");
    }

    /** With no backup assigned a call succeeds, and its owner has the only copy. */
    @Test
    void shouldWaitForTheBackupsOfEachViewWhenAllBegin() throws InterruptedException {
        WillingOwners owners = new WillingOwners() {
            private int looks;

            @Override
            boolean areBackupsInPlace() {
                boolean unused = super.areBackupsInPlace();
                return ++looks > 2;
            }
        };
        DiskDelivery delivery = new DiskDelivery(owners, true);

        assertThat(delivery.bring(copy)).isTrue();
        assertThat(delivery.bring(copy)).isTrue();
        owners.view++;
        assertThat(delivery.bring(copy)).isTrue();

        assertThat(owners.asked)
                .containsExactly(
                        "backups", "backups", "backups", "same", "unite", "same", "unite", "backups", "same", "unite");
    }

    /** Where backups cannot be made, shards must be scored all the same. */
    @Test
    void shouldNameAnOwnerWithoutBackupsAndBringACopyToItAfterTwentySeconds() throws InterruptedException {
        FakeTime time = new FakeTime();
        WillingOwners owners = new WillingOwners() {
            @Override
            boolean areBackupsInPlace() {
                return false;
            }
        };
        DiskDelivery delivery = new DiskDelivery(owners, true, time);
        try (LoggedLines log = new LoggedLines(BackupWait.class)) {
            assertThat(delivery.bring(copy)).isTrue();
            assertThat(delivery.bring(copy)).isTrue();

            assertThat(log.fields())
                    .hasSize(4)
                    .startsWith("[event=\"backups_awaited\", count=\"1\", waited_ms=\"5500\"]");
            assertThat(log.messages()).allMatch(message -> message.endsWith(": 10.0.0.1:5701"));
        }
        assertThat(owners.asked).as("one wait for both").containsExactly("same", "unite", "same", "unite");
        assertThat(time.passedMs()).isEqualTo(20_500);
    }

    /** Shards of other owners do not wait for it. */
    @Test
    void shouldBringShardsWhoseOwnersHaveTheirBackupsFirst() throws InterruptedException {
        FakeTime time = new FakeTime();
        WillingOwners owners = new WillingOwners() {
            @Override
            public BackupWait.Owner owner(int key) {
                return new BackupWait.Owner("10.0.0." + key, () -> key == 2 || time.passedMs() > 1_000);
            }
        };
        DiskDelivery delivery = new DiskDelivery(owners, true, time);

        assertThat(delivery.awaitReady(List.of(1, 2, 3))).isEqualTo(2);
        assertThat(time.passedMs()).isZero();
        assertThat(delivery.awaitReady(List.of(1, 3))).isEqualTo(1);
        assertThat(time.passedMs()).isGreaterThan(1_000);
    }

    @Test
    void shouldEndWithTheMember() throws InterruptedException {
        WillingOwners owners = new WillingOwners() {
            @Override
            public CompletionStage<Boolean> isSame(HistoryShard shard) {
                return CompletableFuture.failedFuture(new TargetNotMemberException("it has left"));
            }

            @Override
            public boolean isRunning() {
                return false;
            }
        };

        assertThat(new DiskDelivery(owners, false).bring(copy)).isFalse();
    }
}
