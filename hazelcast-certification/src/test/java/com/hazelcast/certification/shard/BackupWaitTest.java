package com.hazelcast.certification.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.logs.LoggedLines;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** The owner of a shard is the member of its key. Time passes only while it is waited. */
class BackupWaitTest {
    private final FakeTime time = new FakeTime();
    private final List<String> asked = new ArrayList<>();

    /** Members whose shards have their backups. */
    private final Set<String> inPlace = new HashSet<>();

    private BackupWait started(LongSupplier view) {
        return new BackupWait(view, () -> true, key -> owner("member-" + key), time);
    }

    private BackupWait.Owner owner(String member) {
        return new BackupWait.Owner(member, () -> {
            asked.add(member);
            return inPlace.contains(member);
        });
    }

    @Test
    void shouldTakeTheFirstShardWhoseOwnerHasItsBackups() throws InterruptedException {
        inPlace.add("member-2");
        inPlace.add("member-3");

        assertThat(started(() -> 7).await(List.of(1, 2, 3))).isEqualTo(new BackupWait.Ready(2, 7));

        assertThat(asked).containsExactly("member-1", "member-2");
        assertThat(time.passedMs()).isZero();
    }

    /** One that hangs takes long to be asked. */
    @Test
    void shouldAskNobodyWhileThereAreShardsOfOwnersThatAreReady() throws InterruptedException {
        inPlace.add("member-2");
        BackupWait wait = started(() -> 7);
        BackupWait.Ready first = wait.await(List.of(1, 2));
        asked.clear();

        assertThat(wait.await(List.of(1, 2))).isEqualTo(first);

        assertThat(asked).isEmpty();
    }

    @Test
    void shouldAskEachOwnerOnceAtALook() throws InterruptedException {
        BackupWait wait = new BackupWait(
                () -> 7,
                () -> true,
                key -> new BackupWait.Owner("member-" + key % 2, () -> {
                    asked.add("member-" + key % 2);
                    return asked.size() > 2;
                }),
                time);

        assertThat(wait.await(List.of(1, 2, 3, 4)).key()).isEqualTo(1);

        assertThat(asked).containsExactly("member-1", "member-0", "member-1");
        assertThat(time.passedMs()).isEqualTo(100);
    }

    @Test
    void shouldNameOwnersWithoutBackupsEachFiveSecondsAndGoOnAfterTwenty() throws InterruptedException {
        try (LoggedLines log = new LoggedLines(BackupWait.class)) {
            BackupWait wait = started(() -> 7);

            assertThat(wait.await(List.of(1, 2)).key()).isEqualTo(1);
            assertThat(wait.await(List.of(2)).key()).isEqualTo(2);

            assertThat(log.fields())
                    .containsExactly(
                            "[event=\"backups_awaited\", count=\"2\", waited_ms=\"5500\"]",
                            "[event=\"backups_awaited\", count=\"2\", waited_ms=\"10500\"]",
                            "[event=\"backups_awaited\", count=\"2\", waited_ms=\"15500\"]",
                            "[event=\"backups_awaited\", count=\"2\", waited_ms=\"20500\"]");
            assertThat(log.messages()).allMatch(message -> message.endsWith(": member-1, member-2"));
            assertThat(log.messages().get(3)).contains("all the same");
        }
        assertThat(time.passedMs()).isEqualTo(20_500);
    }

    /** A member that hung has been given up, and others become backups. */
    @Test
    void shouldBeginAnewInAnotherView() throws InterruptedException {
        BackupWait wait = started(() -> time.passedMs() < 15_000 ? 7 : 8);

        assertThat(wait.await(List.of(1))).isEqualTo(new BackupWait.Ready(1, 8));

        assertThat(time.passedMs()).isGreaterThanOrEqualTo(35_000);
    }

    @Test
    void shouldKnowNothingOfOwnersInAnotherView() throws InterruptedException {
        inPlace.add("member-1");
        long[] view = {7};
        BackupWait wait = started(() -> view[0]);
        BackupWait.Ready before = wait.await(List.of(1));
        view[0]++;

        assertThat(wait.await(List.of(1)).view()).isEqualTo(before.view() + 1);

        assertThat(asked).containsExactly("member-1", "member-1");
    }

    @Test
    void shouldWaitForAnOwnerThatCannotBeAsked() throws InterruptedException {
        BackupWait wait = new BackupWait(
                () -> 7,
                () -> true,
                key -> new BackupWait.Owner("member", () -> {
                    if (time.passedMs() == 0) {
                        throw new IllegalStateException("planted");
                    }
                    return true;
                }),
                time);

        assertThat(wait.await(List.of(1)).key()).isEqualTo(1);

        assertThat(time.passedMs()).isEqualTo(100);
    }

    @Test
    void shouldNotWaitWhenTheMemberEnds() throws InterruptedException {
        BackupWait wait = new BackupWait(() -> 7, () -> false, key -> owner("member"), time);

        assertThat(wait.await(List.of(1)).key()).isEqualTo(1);

        assertThat(asked).isEmpty();
        assertThat(time.passedMs()).isZero();
    }
}
