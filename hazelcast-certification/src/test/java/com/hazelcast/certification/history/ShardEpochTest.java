package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Which of two copies is ahead. */
class ShardEpochTest {
    private static ShardEpoch confirmed(ShardEpoch epoch) {
        epoch.promise();
        epoch.confirm();
        return epoch;
    }

    @Test
    void shouldGrowByOneRoundWithEachConfirmation() {
        ShardEpoch epoch = new ShardEpoch();

        assertThat(epoch.promise()).isEqualTo(1);
        assertThat(epoch.round()).isZero();
        epoch.confirm();
        assertThat(epoch.round()).isEqualTo(1);
        assertThat(confirmed(epoch).round()).isEqualTo(2);
    }

    @Test
    void shouldNotAdvanceASideThatCannotConfirmHoweverOftenItTries() {
        ShardEpoch epoch = confirmed(new ShardEpoch());

        for (int view = 0; view < 10; view++) {
            assertThat(epoch.promise()).isEqualTo(2);
            assertThat(epoch.round()).isEqualTo(1);
        }
    }

    @Test
    void shouldConfirmNothingThatWasNotPromised() {
        ShardEpoch epoch = confirmed(new ShardEpoch());

        epoch.confirm();

        assertThat(epoch.round()).isEqualTo(1);
    }

    @Test
    void shouldTakeThePromiseOfAnotherForConfirmed() {
        ShardEpoch owner = confirmed(new ShardEpoch());
        ShardEpoch backup = new ShardEpoch();
        backup.heard(owner.promise());
        owner.confirm();

        assertThat(confirmed(backup).round()).isGreaterThan(owner.round());
    }

    @Test
    void shouldTakeItsOwnPromiseForAnothersOnceItWasABackup() {
        ShardEpoch epoch = new ShardEpoch();
        epoch.promise();

        epoch.heard(1);

        assertThat(epoch.promise()).isEqualTo(2);
    }

    /** It promised and promised, and the one that was left behind first goes on with what it had promised itself. */
    @Test
    void shouldNotBeAheadByPromisesAlone() {
        ShardEpoch owner = confirmed(new ShardEpoch());
        ShardEpoch backup = new ShardEpoch();
        backup.learn(owner.round());
        backup.heard(owner.promise());

        assertThat(backup.promise()).isEqualTo(3);
        owner.confirm();

        assertThat(owner.round()).isGreaterThan(backup.round());
    }

    @Test
    void shouldKnowAfterAMergeWhatBothSidesKnew() {
        ShardEpoch one = new ShardEpoch();
        one.learn(5);
        ShardEpoch other = new ShardEpoch();
        other.learn(3);
        other.heard(8);

        one.add(other);

        assertThat(one.round()).isEqualTo(5);
        assertThat(one.promise()).isEqualTo(9);
    }

    /**
     * A model of owners and backups on three members of which one is cut off time and again, with what is scored, promised, confirmed and
     * lost on the way at random. Whatever was answered is on a copy that is ahead of all that say otherwise.
     */
    @Property(tries = 2_000)
    void shouldBeAheadWithWhatWasAnswered(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Copy owner = new Copy();
        Copy backup = new Copy();
        List<Copy> behind = new ArrayList<>();
        for (int step = 0; step < 40; step++) {
            int left = random.nextInt(4);
            if (left < 2) {
                // The owner or its backup is cut off, and goes on as it can, which is not far; the other has a new
                // backup.
                Copy isolated = left == 0 ? owner : backup;
                owner = left == 0 ? backup : owner;
                isolated.goOnAlone(random);
                behind.add(isolated);
                backup = owner.copy();
            }
            owner.round(backup, random);
            for (Copy isolated : behind) {
                if (owner.answered != Copy.NOTHING && isolated.differsFrom(owner)) {
                    assertThat(owner.epoch.round()).isGreaterThan(isolated.epoch.round());
                }
            }
            if (random.nextInt(8) == 0) {
                // Another transaction.
                owner.forget();
                backup.forget();
                behind.clear();
            }
        }
    }

    private static final class Copy {
        static final int NOTHING = 0;
        private final ShardEpoch epoch = new ShardEpoch();
        private int scored = NOTHING;
        private int answered = NOTHING;
        private boolean isAcknowledged;

        Copy copy() {
            Copy copy = new Copy();
            copy.epoch.add(epoch);
            copy.scored = scored;
            return copy;
        }

        /** Without a backup: word may be on its way that its copies are there; it may score, and promise what nobody hears. */
        void goOnAlone(SplittableRandom random) {
            if (isAcknowledged && random.nextBoolean()) {
                epoch.confirm();
            }
            if (scored == NOTHING && random.nextBoolean()) {
                scored = random.nextInt(1, Integer.MAX_VALUE);
            }
            for (int views = random.nextInt(4); views > 0; views--) {
                epoch.promise();
            }
            answered = NOTHING;
        }

        /** A tenure of this owner, which may end at any point. */
        void round(Copy backup, SplittableRandom random) {
            isAcknowledged = false;
            long promised = epoch.promise();
            if (random.nextInt(4) == 0) {
                return;
            }
            backup.epoch.heard(promised);
            isAcknowledged = true;
            if (random.nextInt(4) == 0) {
                return;
            }
            epoch.confirm();
            if (scored == NOTHING) {
                scored = random.nextInt(1, Integer.MAX_VALUE);
            }
            if (random.nextInt(4) == 0) {
                return;
            }
            backup.epoch.learn(epoch.round());
            backup.scored = scored;
            answered = scored;
        }

        void forget() {
            scored = NOTHING;
            answered = NOTHING;
        }

        boolean differsFrom(Copy other) {
            return scored != NOTHING && scored != other.scored;
        }
    }
}
