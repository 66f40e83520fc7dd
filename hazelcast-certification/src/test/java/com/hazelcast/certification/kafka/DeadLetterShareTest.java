package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class DeadLetterShareTest {
    private final DeadLetterShare.Pause pause = new DeadLetterShare.Pause();
    private final DeadLetterShare share = new DeadLetterShare(10, pause);

    private void add(int dead, int good) {
        for (int i = 0; i < dead; i++) {
            share.addAnswered(true);
        }
        for (int i = 0; i < good; i++) {
            share.addAnswered(false);
        }
    }

    @Test
    void shouldSayNothingBeforeTheFirstHundredRecords() {
        add(99, 0);
        assertThat(share.isTooMuch()).isFalse();
        add(1, 0);
        assertThat(share.isTooMuch()).isTrue();
        assertThat(share.percent()).isEqualTo(100);
    }

    @Test
    void shouldBeTooMuchOnlyAboveTheBound() {
        add(10, 90);
        assertThat(share.isTooMuch()).isFalse();
        add(1, 0);
        assertThat(share.isTooMuch()).isTrue();
    }

    @Test
    void shouldLookAtTheLastThousandRecordsOnly() {
        add(0, 1_000);
        add(100, 0);
        assertThat(share.isTooMuch()).as("100 of 1,000").isFalse();
        add(0, 900);
        add(100, 0);
        assertThat(share.isTooMuch()).as("the first hundred count no longer").isFalse();
        add(1, 0);
        assertThat(share.isTooMuch()).isTrue();
        assertThat(share.percent()).isEqualTo(10.1);
    }

    /** Good answers of what was read before come while it is paused. */
    @Test
    void shouldStayTooMuchUntilSomeoneHasItGoOn() {
        add(100, 1_000);
        assertThat(share.isTooMuch()).isTrue();
        pause.end();
        assertThat(share.isTooMuch()).isFalse();
    }

    @Test
    void shouldBeginToCountAgainWhenItGoesOn() {
        add(1_000, 0);
        pause.end();
        add(99, 0);
        assertThat(share.isTooMuch()).isFalse();
        add(1, 0);
        assertThat(share.isTooMuch()).isTrue();
    }

    /** So many bad records of the first partition, from its first one on, as a session reads and answers them. */
    private void session(Uuid topicId, int bad) {
        share.begin(topicId);
        for (int offset = 0; offset < bad; offset++) {
            share.counted(0).addRead(offset, true);
            share.counted(0).addAnswered(offset, false);
        }
    }

    /** What a session has not committed when it fails comes again. */
    @Test
    void shouldCountARecordOnceInAllSessions() {
        Uuid topicId = Uuid.randomUuid();
        session(topicId, 60);
        session(topicId, 60);
        session(topicId, 99);
        assertThat(share.isTooMuch()).isFalse();
        session(topicId, 100);
        assertThat(share.isTooMuch()).isTrue();
    }

    @Test
    void shouldCountTheRecordsOfATopicThatWasMadeAgain() {
        session(Uuid.randomUuid(), 60);
        session(Uuid.randomUuid(), 40);
        assertThat(share.isTooMuch()).isTrue();
    }

    @Test
    void shouldCountTheRecordsOfEachPartition() {
        session(Uuid.randomUuid(), 99);
        share.counted(1).addRead(0, true);
        assertThat(share.isTooMuch()).isTrue();
    }

    @Test
    void shouldPauseAllReadersOfTheMemberAndThoseOfItsNextSessions() {
        DeadLetterShare other = new DeadLetterShare(10, pause);
        add(100, 0);
        assertThat(other.isTooMuch()).isTrue();
        assertThat(new DeadLetterShare(10, pause).isTooMuch()).isTrue();
        pause.end();
        assertThat(other.isTooMuch()).isFalse();
    }

    /** So many of a hundred are bad, at even distances. */
    private void read(int count, int badOfHundred) {
        for (int i = 0; i < count; i++) {
            share.addRead(i * badOfHundred % 100 < badOfHundred);
        }
    }

    /** The good ones of a poll are answered when all of it is read. */
    @Test
    void shouldNotTakeBadRecordsOfFullPollsForMoreThanTheyAre() {
        for (int poll = 0; poll < 10; poll++) {
            read(KafkaLimits.RECORDS_PER_POLL, 9);
            assertThat(share.isTooMuch()).as("9 of 100").isFalse();
            add(0, KafkaLimits.RECORDS_PER_POLL);
        }
        read(KafkaLimits.RECORDS_PER_POLL, 11);
        assertThat(share.isTooMuch()).isTrue();
    }

    /** As while a shard gives no answers. */
    @Test
    void shouldNotTakeBadRecordsForMoreThanTheyAreWhileGoodOnesAreHeld() {
        read(KafkaLimits.RECORDS_TAKEN_MAX, 1);
        assertThat(share.isTooMuch()).isFalse();
    }

    @Test
    void shouldAddWhatCouldNotBeReadAndWhatWasRejected() {
        read(KafkaLimits.DEAD_LETTER_WINDOW, 6);
        add(4, 96);
        assertThat(share.isTooMuch()).isFalse();
        add(1, 0);
        assertThat(share.isTooMuch()).isTrue();
    }
}
