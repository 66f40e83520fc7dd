package com.hazelcast.certification.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.audit.CompareCards;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.logs.LoggedLines;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.shard.BackupWait;
import com.hazelcast.certification.shard.FakeMember;
import com.hazelcast.certification.shard.FakeTime;
import com.hazelcast.certification.shard.HistoryMerge;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.spi.exception.TargetNotMemberException;
import java.util.AbstractMap.SimpleEntry;
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
    private static final long CARD = 400_000_000_000L;
    private static final long START_MS = 1_767_225_600_000L;
    private static final int CARDS = 10;

    private final HistoryMemory memory = HistoryMemory.unbounded(MemoryKind.HEAP);
    private final HistoryShard copy = new HistoryShard(memory, 512, 0);

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

    private static void pay(HistoryShard shard, long card, long timeMs) {
        CardHistory history = shard.open(card);
        long times = TransactionLayout.times(timeMs, 107, 107);
        long payment = TransactionLayout.payment(1, 1, 494);
        int outcome = TransactionLayout.outcome(9_691, 0);
        int unused = history.place(times, payment, outcome);
        history.insert(times, payment, outcome, HistoryFlags.of(payment));
    }

    /** One that has the shard as the copy has it, is in a later round, and has scored since. */
    private class OwnersThatWentOn extends WillingOwners {
        final HistoryShard own;

        OwnersThatWentOn() {
            copy.install();
            copy.epoch().learn(1);
            for (int i = 0; i < CARDS; i++) {
                pay(copy, CARD + i, START_MS);
            }
            own = copy.copy();
            own.epoch().learn(2);
            for (int i = 0; i < CARDS; i++) {
                pay(own, CARD + i, START_MS + 1_000);
            }
        }

        @Override
        public CompletionStage<byte[]> compare(HistoryShard shard, CompareCards question) {
            asked.add("compare");
            return CompletableFuture.completedFuture(question.process(new SimpleEntry<>(shard.key(), own)));
        }

        @Override
        public CompletionStage<Boolean> add(HistoryShard part) {
            assertThat(HistoryMerge.add(part, own).shard()).isSameAs(own);
            return super.add(part);
        }
    }

    @Test
    void shouldSendNothingWhereNoCardAddsAnything() throws InterruptedException {
        OwnersThatWentOn owners = new OwnersThatWentOn();

        assertThat(new DiskDelivery(owners, false).bring(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same", "compare");
    }

    @Test
    void shouldSendTheCardsThatAddSomething() throws InterruptedException {
        OwnersThatWentOn owners = new OwnersThatWentOn();
        pay(copy, CARD + 3, START_MS + 500);
        pay(copy, CARD + CARDS, START_MS);

        assertThat(new DiskDelivery(owners, false).bring(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same", "compare", "add 2");
        assertThat(owners.own.entryCount(CARD + 3)).isEqualTo(3);
        assertThat(owners.own.entryCount(CARD + CARDS)).isEqualTo(1);
        assertThat(owners.own.heldCount()).isEqualTo(2 * CARDS + 2);
    }

    /** Who answered may be the one that left. */
    @Test
    void shouldAskAnewWhenTheMembersChangeMeanwhile() throws InterruptedException {
        OwnersThatWentOn owners = new OwnersThatWentOn() {
            @Override
            public CompletionStage<byte[]> compare(HistoryShard shard, CompareCards question) {
                CompletionStage<byte[]> answer = super.compare(shard, question);
                if (view == 1) {
                    view++;
                    // The next owner does not have all.
                    int unused = own.forget(CARD);
                }
                return answer;
            }
        };

        assertThat(new DiskDelivery(owners, false).bring(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same", "compare", "same", "compare", "add 1");
        assertThat(owners.own.entryCount(CARD)).isEqualTo(1);
    }

    /** It is not known whether the owner's backups have what was sent. */
    @Test
    void shouldBringTheWholeCopyAfterACallWithAPartThatFailed() throws InterruptedException {
        OwnersThatWentOn owners = new OwnersThatWentOn() {
            @Override
            public CompletionStage<Boolean> add(HistoryShard part) {
                view++;
                return super.add(part);
            }
        };
        pay(copy, CARD + CARDS, START_MS);

        assertThat(new DiskDelivery(owners, false).bring(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same", "compare", "add 1", "unite");
    }

    /** As one of a format before. */
    @Test
    void shouldBringWholeCopiesToOwnersThatDoNotKnowTheQuestion() throws InterruptedException {
        OwnersThatWentOn owners = new OwnersThatWentOn() {
            @Override
            public CompletionStage<byte[]> compare(HistoryShard shard, CompareCards question) {
                asked.add("compare");
                return CompletableFuture.failedFuture(new HazelcastSerializationException("no such class"));
            }
        };
        DiskDelivery delivery = new DiskDelivery(owners, false);

        assertThat(delivery.bring(copy)).isTrue();
        assertThat(delivery.bring(copy)).isTrue();

        assertThat(owners.asked).containsExactly("same", "compare", "unite", "same", "unite");
    }

    /** A part of a shard must never be taken for the shard. */
    @Test
    void shouldAddCardsOnlyToAnOwnerThatIsAhead() {
        OwnersThatWentOn owners = new OwnersThatWentOn();
        HistoryShard part = copy.part(new long[] {CARD});
        HistoryShard behind = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, 0);
        behind.install();
        behind.epoch().learn(1);

        for (HistoryShard existing : new HistoryShard[] {null, owners.own.part(new long[] {CARD}), behind}) {
            assertThatThrownBy(() -> new DeliverShard.AddCards(part).process(new SimpleEntry<>(1, existing)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("shardKey=1");
        }
        assertThat(part.isInstalled()).isFalse();
    }

    /** Other threads go through the shards in place meanwhile: for snapshots and figures, and at a split, when each of them is kept aside. */
    @Test
    void shouldNotHaveAPartAmongTheShardsInPlaceWhileItIsUnited() {
        OwnersThatWentOn owners = new OwnersThatWentOn();
        pay(copy, CARD + CARDS, START_MS);
        HistoryShard part = copy.part(new long[] {CARD + CARDS});
        FakeMember owner = new FakeMember(1);
        new ShardContext(1, 1).register(owner.userContext());
        List<List<HistoryShard>> inPlace = new ArrayList<>();
        SimpleEntry<Integer, HistoryShard> entry = new SimpleEntry<>(1, owners.own) {
            @Override
            public HistoryShard getValue() {
                inPlace.add(memory.installedShards());
                return super.getValue();
            }

            @Override
            public HistoryShard setValue(HistoryShard value) {
                inPlace.add(memory.installedShards());
                return super.setValue(value);
            }
        };
        DeliverShard delivery = new DeliverShard.AddCards(part);
        delivery.setHazelcastInstance(owner.hazelcast());

        assertThat(delivery.process(entry)).isTrue();

        inPlace.add(memory.installedShards());
        assertThat(inPlace)
                .hasSizeGreaterThan(2)
                .allSatisfy(shards -> assertThat(shards).noneMatch(shard -> shard == part));
        assertThat(part.isInstalled()).isFalse();
        assertThat(owners.own.entryCount(CARD + CARDS)).isEqualTo(1);
    }
}
