package com.hazelcast.certification.rules;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * Everything that the rules ask of a history, gathered in one walk over it, however many rules ask. One instance a thread.
 *
 * <p>{@code H} is the history with the subject in its place by time (before entries of the same millisecond), {@code P}
 * the history without it. An entry belongs to {@code within(w)} when its age is below w, and to {@code ladder(w)} when its
 * age is below its number times w. No entry is 90 days old, so the 70-day and the 90-day ladder over H are all of H: its
 * first entry is the subject or newer, and from the second on the rung is above 90 days.
 */
final class WindowAggregates {
    private static final long HOUR_MS = 3_600_000;
    private static final long DAY_MS = 24 * HOUR_MS;
    private static final int NIGHTS_BEFORE_CODE = 50;

    /** Over H. */
    long sumWithin1h;

    int countWithin2h;
    int countWithin3h;
    long sumWithin3h;
    long sumWithin5h;
    int countWithin60d;
    long sumWithin60d;
    int countWithin70d;
    long sumWithin70d;
    long sumLadder8h;
    int countLadder1d;
    long sumLadder1d;
    long watchedSumLadder1d;
    long sumLadder10d;
    long watchedSumLadder11d;
    int countLadder12d;
    int countLadder13d;
    long sumLadder13d;
    long sumLadder14d;
    int count;
    long sum;
    boolean hasLargeInCountry1;
    boolean hasCountry0Or1Ladder10h;
    int secondNewestAmount;

    /** Over P. */
    boolean hasLargeElsewhere;

    int merchant22CountLadder1d;
    int merchant22Code1CountLadder1d;
    long merchant22Code1SumLadder10d;
    int nightCount;
    boolean hasCodeAfterNights;
    long chainSum;

    private int earlierCount;
    private long chainCutoffMs;

    private void reset() {
        sumWithin1h = 0;
        countWithin2h = 0;
        countWithin3h = 0;
        sumWithin3h = 0;
        sumWithin5h = 0;
        countWithin60d = 0;
        sumWithin60d = 0;
        countWithin70d = 0;
        sumWithin70d = 0;
        sumLadder8h = 0;
        countLadder1d = 0;
        sumLadder1d = 0;
        watchedSumLadder1d = 0;
        sumLadder10d = 0;
        watchedSumLadder11d = 0;
        countLadder12d = 0;
        countLadder13d = 0;
        sumLadder13d = 0;
        sumLadder14d = 0;
        count = 0;
        sum = 0;
        hasLargeInCountry1 = false;
        hasCountry0Or1Ladder10h = false;
        secondNewestAmount = Integer.MAX_VALUE;
        hasLargeElsewhere = false;
        merchant22CountLadder1d = 0;
        merchant22Code1CountLadder1d = 0;
        merchant22Code1SumLadder10d = 0;
        nightCount = 0;
        hasCodeAfterNights = false;
        chainSum = 0;
        earlierCount = 0;
    }

    /** Walks the history once. */
    void gather(Subject subject, HistoryCursor earlier) {
        reset();
        chainCutoffMs = subject.timeMs;
        boolean isPlaced = false;
        earlier.rewind();
        while (earlier.next()) {
            long timeMs = TransactionLayout.timeMs(earlier.times());
            if (!isPlaced && timeMs <= subject.timeMs) {
                addSubject(subject);
                isPlaced = true;
            }
            long payment = earlier.payment();
            int country = TransactionLayout.country(earlier.times());
            int amount = TransactionLayout.amountUnits(payment);
            int code = TransactionLayout.code(payment);
            int merchant = TransactionLayout.merchant(payment);
            long ageMs = subject.timeMs - timeMs;
            addWithin(ageMs, amount);
            addLadder(ageMs, amount, country, CertificationRuleSet.isWatched(code, merchant));
            addEarlier(timeMs, ageMs, amount, country, code, merchant);
        }
        if (!isPlaced) {
            addSubject(subject);
        }
    }

    private void addSubject(Subject subject) {
        addWithin(0, subject.amount);
        addLadder(0, subject.amount, subject.country, CertificationRuleSet.isWatched(subject.code, subject.merchant));
    }

    private void addWithin(long ageMs, int amount) {
        if (ageMs < 70 * DAY_MS) {
            countWithin70d++;
            sumWithin70d += amount;
            if (ageMs < 60 * DAY_MS) {
                countWithin60d++;
                sumWithin60d += amount;
            }
        }
        if (ageMs < 5 * HOUR_MS) {
            sumWithin5h += amount;
            if (ageMs < 3 * HOUR_MS) {
                countWithin3h++;
                sumWithin3h += amount;
            }
            if (ageMs < 2 * HOUR_MS) {
                countWithin2h++;
            }
            if (ageMs < HOUR_MS) {
                sumWithin1h += amount;
            }
        }
    }

    private void addLadder(long ageMs, int amount, int country, boolean isWatched) {
        long number = ++count;
        sum += amount;
        if (number == 2) {
            secondNewestAmount = amount;
        }
        if (ageMs >= number * 14 * DAY_MS) {
            return;
        }
        sumLadder14d += amount;
        if (ageMs < number * 13 * DAY_MS) {
            countLadder13d++;
            sumLadder13d += amount;
        }
        if (ageMs < number * 12 * DAY_MS) {
            countLadder12d++;
        }
        if (isWatched && ageMs < number * 11 * DAY_MS) {
            watchedSumLadder11d += amount;
        }
        if (ageMs < number * 10 * DAY_MS) {
            sumLadder10d += amount;
            hasLargeInCountry1 |= country == 1 && amount > 10_000;
        }
        if (ageMs < number * DAY_MS) {
            countLadder1d++;
            sumLadder1d += amount;
            if (isWatched) {
                watchedSumLadder1d += amount;
            }
        }
        if (ageMs < number * 10 * HOUR_MS) {
            hasCountry0Or1Ladder10h |= country <= 1;
            if (ageMs < number * 8 * HOUR_MS) {
                sumLadder8h += amount;
            }
        }
    }

    private void addEarlier(long timeMs, long ageMs, int amount, int country, int code, int merchant) {
        long number = ++earlierCount;
        hasLargeElsewhere |= country != 1 && amount > 10_000 && ageMs < number * 10 * DAY_MS;
        if (merchant == 22) {
            addMerchant22(number, ageMs, amount, code);
        }
        if (Subject.isNight(timeMs)) {
            nightCount++;
        }
        hasCodeAfterNights |= code > 5 && nightCount > NIGHTS_BEFORE_CODE;
        addChain(timeMs, amount, country);
    }

    private void addMerchant22(long number, long ageMs, int amount, int code) {
        if (ageMs < number * DAY_MS) {
            merchant22CountLadder1d++;
            if (code == 1) {
                merchant22Code1CountLadder1d++;
            }
        }
        if (code == 1 && ageMs < number * 10 * DAY_MS) {
            merchant22Code1SumLadder10d += amount;
        }
    }

    /** Rule 47: each entry moves the cutoff 80 days back; one in country 200 or 201 that passes it moves it on again. */
    private void addChain(long timeMs, int amount, int country) {
        chainCutoffMs -= 80 * DAY_MS;
        if (timeMs > chainCutoffMs && (country == 200 || country == 201)) {
            chainCutoffMs += 80 * DAY_MS + HOUR_MS;
            if (timeMs > chainCutoffMs) {
                chainSum += amount;
            }
        }
    }
}
