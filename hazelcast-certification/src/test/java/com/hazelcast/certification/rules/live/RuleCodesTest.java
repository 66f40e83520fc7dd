package com.hazelcast.certification.rules.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.rules.live.RecordedSet.Rest;
import com.hazelcast.certification.rules.live.RecordedSet.Stage;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Codes of decisions on their way from set to set, in books of clusters whose histories are the time of the newest entry of each code. */
class RuleCodesTest {
    private static final long START_MS = 1_798_967_585_307L;
    private static final long HOUR_MS = TimeUnit.HOURS.toMillis(1);
    private static final long DAY_MS = TimeUnit.DAYS.toMillis(1);
    private static final long ENTRY_LIVES_MS = 90 * DAY_MS;

    /** Of the set that comes with the program: of its rules and of none. The codes of set 2 follow. */
    private static final int FIRST_CODES = CertificationRules.LAST_ID + 1;

    /** Of a set; four such sets take nearly all that the first one leaves. */
    private static final int MANY_CODES = 1_001;

    private static final class Cluster {
        private final long[] lastEntryMs = new long[TransactionLayout.VERDICTS];
        private long nowMs = START_MS;
        private RuleBook book = RuleBook.first(RuleSet.shipped());
        private Set<Integer> out = Set.of();

        Cluster() {
            Arrays.fill(lastEntryMs, Long.MIN_VALUE);
        }

        /** A set of so many decisions, as if it had been compiled; returns its number. */
        int draft(int decisions) {
            List<RecordedSet> sets = new ArrayList<>(book.sets());
            int number = book.nextNumber();
            sets.add(new RecordedSet(
                    number,
                    RecordedSet.NO_CODES,
                    decisions,
                    "tried",
                    "Ben",
                    RuleSetText.NONE,
                    Stage.DRAFT,
                    null,
                    Rest.NONE));
            book = new RuleBook(
                    book.version() + 1,
                    sets,
                    book.active(),
                    book.previous(),
                    book.canary(),
                    book.canaryShare(),
                    book.breaker(),
                    book.declinesNothing(),
                    book.record());
            return number;
        }

        void change(Kind kind, int set, int share) {
            RuleBook before = book;
            RuleChange change = new RuleChange(kind, set, share, 0, "Ana", "a test", null);
            book = book.after(change, Optional.empty(), nowMs, out::contains);
            requireOwnCodes(before);
        }

        void activate(int set) {
            change(Kind.ACTIVATE, set, 0);
        }

        /** Each decision of the sets that decide is made. */
        void decide() {
            for (RecordedSet set : book.sets()) {
                if (set.stage() == Stage.ACTIVE || set.stage() == Stage.CANARY) {
                    assertThat(set.hasCodes())
                            .as("set %d decides", set.number())
                            .isTrue();
                    Arrays.fill(lastEntryMs, set.firstCode(), set.endCode(), nowMs);
                }
            }
        }

        boolean isHeld(RecordedSet set) {
            return Arrays.stream(lastEntryMs, set.firstCode(), set.endCode())
                    .anyMatch(entryMs -> entryMs > nowMs - ENTRY_LIVES_MS);
        }

        /** As members do it. */
        void look(boolean isAnew) {
            List<RecordedSet> due = book.codesDue(nowMs);
            out = due.stream()
                    .filter(set -> !isHeld(set))
                    .map(RecordedSet::number)
                    .collect(Collectors.toSet());
            if (!due.isEmpty()) {
                book = book.withCodesOut(out, isAnew, nowMs);
            }
        }

        /** No code is of two sets, and none is given to a set while an entry of another one has it. */
        private void requireOwnCodes(RuleBook before) {
            int[] owners = new int[TransactionLayout.VERDICTS];
            for (RecordedSet set : book.sets()) {
                if (!set.hasCodes()) {
                    continue;
                }
                assertThat(Arrays.stream(owners, set.firstCode(), set.endCode()).filter(owner -> owner > 0))
                        .as("sets that have codes %d to %d of set %d", set.firstCode(), set.endCode(), set.number())
                        .isEmpty();
                Arrays.fill(owners, set.firstCode(), set.endCode(), set.number());
                boolean isGiven = before.set(set.number()).orElseThrow().firstCode() != set.firstCode();
                assertThat(isGiven && isHeld(set))
                        .as("codes given to set %d while histories have them", set.number())
                        .isFalse();
            }
        }

        RecordedSet set(int number) {
            return book.set(number).orElseThrow();
        }
    }

    @Test
    void shouldGiveCodesToASetOf30RulesADayForThreeYears() {
        Cluster cluster = new Cluster();
        int days = 3 * 365;
        for (int day = 1; day <= days; day++) {
            cluster.book = RuleBookTest.submit(cluster.book, "set daily", 30, cluster.nowMs);
            cluster.activate(cluster.book.nextNumber() - 1);
            cluster.decide();
            cluster.nowMs += DAY_MS / 2;
            cluster.look(false);
            cluster.nowMs += DAY_MS / 2;
            cluster.decide();
        }
        assertThat(cluster.book.active()).isEqualTo(days + 1);
        assertThat(cluster.book.sets()).hasSize(days + 1);
        assertThat(RuleCodes.figures(cluster.book).held()).as("92 days of them").isBetween(90 * 31, 93 * 31);
    }

    /** Sets of all sizes, activations of old ones, canaries, roll-backs, members that join, and looks that come late. */
    @Property(tries = 20)
    void shouldNeverGiveACodeThatAnEntryHas(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Cluster cluster = new Cluster();
        int refused = 0;
        for (int step = 0; step < 300; step++) {
            int chosen = cluster.draft(2 + random.nextInt(random.nextInt(10) == 0 ? 1_000 : 120));
            int some = 1 + random.nextInt(chosen);
            try {
                switch (random.nextInt(8)) {
                    case 0 -> cluster.change(Kind.CANARY, chosen, 100);
                    case 1, 2 -> cluster.change(Kind.ROLLBACK, 0, 0);
                    case 3 -> cluster.activate(some);
                    case 4 -> cluster.change(Kind.RETIRE, some, 0);
                    default -> cluster.activate(chosen);
                }
            } catch (IllegalArgumentException e) {
                refused++;
            }
            cluster.decide();
            cluster.nowMs += random.nextLong(3 * DAY_MS);
            if (random.nextInt(4) > 0) {
                cluster.look(random.nextInt(10) == 0);
                cluster.nowMs += random.nextLong(DAY_MS);
            }
            cluster.decide();
        }
        assertThat(refused).isLessThan(300);
    }

    /** All codes are taken, by sets of 1,000; set 2 is the first that retired. */
    private static Cluster full() {
        Cluster cluster = new Cluster();
        for (int set = 2; set <= 5; set++) {
            cluster.activate(cluster.draft(MANY_CODES));
            cluster.decide();
        }
        return cluster;
    }

    @Test
    void shouldSayWhoHasTheCodesAndWhenTheyComeBack() {
        Cluster cluster = full();
        int sixth = cluster.draft(MANY_CODES);
        assertThatThrownBy(() -> cluster.activate(sixth))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining((FIRST_CODES + 4 * MANY_CODES) + " are of sets that have decided")
                .hasMessageContaining("In use: " + FIRST_CODES + " of set 1, 1001 of set 4, 1001 of set 5")
                .hasMessageContaining("1001 of set 2 from 2027-04-04T")
                .hasMessageContaining("set=6 decisions=1001");
        RuleCodes.Figures figures = RuleCodes.figures(cluster.book);
        assertThat(figures)
                .isEqualTo(new RuleCodes.Figures(
                        TransactionLayout.VERDICTS - FIRST_CODES - 4 * MANY_CODES,
                        FIRST_CODES + 2 * MANY_CODES,
                        2 * MANY_CODES,
                        0,
                        2,
                        MANY_CODES,
                        START_MS + 91 * DAY_MS + 6 * HOUR_MS));
    }

    @Test
    void shouldGiveTheCodesThatHaveBeenOutForLongestAndOnlyAfterSomeHours() {
        Cluster cluster = full();
        int sixth = cluster.draft(MANY_CODES);
        cluster.nowMs += 92 * DAY_MS;
        assertThatThrownBy(() -> cluster.activate(sixth))
                .as("nobody has looked")
                .hasMessageContaining("at the earliest");
        cluster.look(false);
        assertThat(cluster.out).containsExactlyInAnyOrder(2, 3);
        cluster.nowMs += 5 * HOUR_MS;
        assertThatThrownBy(() -> cluster.activate(sixth)).as("too soon").hasMessageContaining("1001 of set 2 from");
        cluster.nowMs += HOUR_MS;
        RuleBook before = cluster.book;

        cluster.activate(sixth);

        assertThat(RuleCodes.taken(before, cluster.book)).containsExactly(2);
        assertThat(cluster.set(sixth).firstCode()).isEqualTo(FIRST_CODES);
        assertThat(cluster.set(2).hasCodes()).isFalse();
        assertThat(cluster.set(2).stage()).isEqualTo(Stage.RETIRED);
        assertThat(cluster.set(3).hasCodes()).as("it was not needed").isTrue();
    }

    @Test
    void shouldKeepCodesThatAnEntryHasHoweverOldTheSet() {
        Cluster cluster = full();
        int sixth = cluster.draft(MANY_CODES);
        cluster.nowMs += 400 * DAY_MS;
        cluster.lastEntryMs[FIRST_CODES + 10] = cluster.nowMs - DAY_MS;
        cluster.look(false);
        assertThat(cluster.out).as("set 2 has an entry").containsExactly(3);
        cluster.nowMs += 6 * HOUR_MS;

        cluster.activate(sixth);

        assertThat(cluster.set(2).firstCode()).isEqualTo(FIRST_CODES);
        assertThat(cluster.set(sixth).firstCode()).as("those of set 3").isEqualTo(FIRST_CODES + MANY_CODES);
    }

    @Test
    void shouldGiveASetWhoseCodesHaveGoneOthersWhenItDecidesAgain() {
        Cluster cluster = full();
        int sixth = cluster.draft(MANY_CODES);
        cluster.nowMs += 92 * DAY_MS;
        cluster.look(false);
        cluster.nowMs += 6 * HOUR_MS;
        cluster.activate(sixth);

        cluster.activate(2);

        assertThat(cluster.book.active()).isEqualTo(2);
        assertThat(cluster.set(2).firstCode()).as("those of set 3").isEqualTo(FIRST_CODES + MANY_CODES);
        assertThat(cluster.set(3).hasCodes()).isFalse();
    }

    @Test
    void shouldKeepTheCodesOfWhatMayDecideAndOfTheFirstSet() {
        Cluster cluster = full();
        cluster.change(Kind.CANARY, 2, 100);
        cluster.nowMs += 400 * DAY_MS;
        cluster.look(false);
        assertThat(cluster.out)
                .as("neither the first set, nor the canary, nor the one to go back to, nor the active one")
                .containsExactly(3);
        cluster.change(Kind.ROLLBACK, 0, 0);
        assertThat(cluster.book.active()).isEqualTo(4);
        assertThat(cluster.set(2).rest().sinceMs()).isEqualTo(cluster.nowMs);
        assertThat(RuleCodes.stateOf(cluster.set(1))).isEqualTo(RuleCodes.State.DECIDING);
    }

    @Test
    void shouldBeginTheHoursAnewWhenHistoriesMayHaveComeFromElsewhere() {
        Cluster cluster = full();
        int sixth = cluster.draft(MANY_CODES);
        cluster.nowMs += 92 * DAY_MS;
        cluster.look(false);
        long foundFirst = cluster.set(2).rest().outVersion();
        cluster.nowMs += 6 * HOUR_MS;
        cluster.look(false);
        assertThat(cluster.set(2).rest().outVersion()).isEqualTo(foundFirst);
        cluster.look(true);
        assertThat(cluster.set(2).rest().outVersion()).isEqualTo(cluster.book.version());
        assertThatThrownBy(() -> cluster.activate(sixth)).hasMessageContaining("not enough left");
    }

    @Test
    void shouldRefuseHistoriesFromBeforeCodesWereFoundToBeOut() {
        Cluster cluster = full();
        int sixth = cluster.draft(MANY_CODES);
        RuleBook before = cluster.book;
        cluster.nowMs += 92 * DAY_MS;
        cluster.look(false);
        RuleBook found = cluster.book;
        cluster.nowMs += 6 * HOUR_MS;
        RuleCodes.requireReadable(found, before, "a member");
        cluster.activate(sixth);

        assertThatThrownBy(() -> RuleCodes.requireReadable(cluster.book, before, "a member"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("histories of a member are of version " + before.version())
                .hasMessageContaining("move its data folder away")
                .hasMessageContaining("sets=[2]");
        RuleCodes.requireReadable(cluster.book, found, "a member");
        RuleCodes.requireReadable(cluster.book, RuleBook.first(RuleSet.shipped()), "a member");

        // Set 2 decides with other codes; histories of before still have its first ones.
        cluster.activate(2);
        assertThatThrownBy(() -> RuleCodes.requireReadable(cluster.book, before, "a member"))
                .hasMessageContaining("sets=[2, 3]");
    }

    @Test
    void shouldTakeABackupUnlessCodesHaveGoneToOtherSetsSince() {
        Cluster cluster = full();
        int sixth = cluster.draft(MANY_CODES);
        RuleBook backedUp = cluster.book;
        assertThat(backedUp.restored(backedUp, cluster.nowMs)).isSameAs(backedUp);
        cluster.nowMs += 92 * DAY_MS;
        cluster.look(false);

        RuleBook restored = cluster.book.restored(backedUp, cluster.nowMs);

        assertThat(restored.version()).isEqualTo(cluster.book.version() + 1);
        assertThat(restored.set(2).orElseThrow().rest().isOut())
                .as("it may have come back")
                .isFalse();
        cluster.nowMs += 6 * HOUR_MS;
        cluster.activate(sixth);
        assertThatThrownBy(() -> cluster.book.restored(backedUp, cluster.nowMs))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("histories of the backup are of version " + backedUp.version())
                .hasMessageContaining("empty data folders");
    }

    @Test
    void shouldBeginToCountForSetsOfABookWithoutTimes() {
        Cluster cluster = full();
        List<RecordedSet> sets = new ArrayList<>(cluster.book.sets());
        sets.replaceAll(set -> set.with(Rest.NONE));
        RuleBook old = cluster.book;
        cluster.book = new RuleBook(
                old.version(),
                sets,
                old.active(),
                old.previous(),
                old.canary(),
                old.canaryShare(),
                old.breaker(),
                old.declinesNothing(),
                old.record());
        cluster.nowMs += 400 * DAY_MS;
        assertThat(cluster.book.codesDue(cluster.nowMs)).isEmpty();

        cluster.change(Kind.SHADOW, 2, 0);

        assertThat(cluster.set(2).rest().sinceMs()).isEqualTo(cluster.nowMs);
        assertThat(cluster.set(5).rest()).as("it decides").isEqualTo(Rest.NONE);
    }
}
