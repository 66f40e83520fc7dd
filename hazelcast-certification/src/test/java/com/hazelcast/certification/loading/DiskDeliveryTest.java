package com.hazelcast.certification.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.spi.exception.TargetNotMemberException;
import java.util.ArrayList;
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

    /** Owners that take every call; writes down what they were asked. */
    private static class WillingOwners implements DiskDelivery.Owners {
        final List<String> asked = new ArrayList<>();
        long view = 1;
        boolean isSame;

        @Override
        public CompletionStage<Boolean> isSame(HistoryShard shard) {
            asked.add("same");
            return CompletableFuture.completedFuture(isSame);
        }

        @Override
        public CompletionStage<Boolean> unite(HistoryShard shard) {
            asked.add("unite");
            return CompletableFuture.completedFuture(true);
        }

        @Override
        public long view() {
            return view;
        }

        @Override
        public boolean areBackupsInPlace() {
            asked.add("backups");
            return true;
        }

        @Override
        public boolean isRunning() {
            return true;
        }
    }

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

    /** With no backup assigned a call succeeds, and its owner has the only copy. */
    @Test
    void shouldWaitForTheBackupsOfEachViewWhenAllBegin() throws InterruptedException {
        WillingOwners owners = new WillingOwners() {
            private int looks;

            @Override
            public boolean areBackupsInPlace() {
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
