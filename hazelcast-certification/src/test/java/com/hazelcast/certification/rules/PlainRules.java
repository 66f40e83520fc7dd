package com.hazelcast.certification.rules;

import com.hazelcast.certification.client.CardNumber;
import java.time.Instant;
import java.time.MonthDay;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The rules once more, written from their definitions with lists and nothing clever, to compare with. Every window is
 * built entry by entry; nothing is shared with the code under test.
 */
final class PlainRules {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;

    private final Entry t;

    /** H and P, newest first. */
    private final List<Entry> h = new ArrayList<>();

    private final List<Entry> p;

    /** @param others newest first; may be newer than T, or older than its 90 days */
    PlainRules(Entry t, List<Entry> others) {
        this.t = t;
        this.p = others.stream().filter(e -> e.time() > t.time() - 90 * DAY).toList();
        p.stream().filter(e -> e.time() > t.time()).forEach(h::add);
        h.add(t);
        p.stream().filter(e -> e.time() <= t.time()).forEach(h::add);
    }

    List<Integer> matches() {
        return IntStream.rangeClosed(1, CertificationRules.LAST_ID)
                .filter(this::holds)
                .boxed()
                .toList();
    }

    private boolean holds(int rule) {
        return rule <= 20 ? holdsAlone(rule) : rule <= 35 ? holdsOfWindows(rule) : holdsOfTheRest(rule);
    }

    private boolean holdsAlone(int rule) {
        int amount = t.amount();
        int merchant = t.merchant();
        int country = t.country();
        int code = t.code();
        long card = t.card();
        boolean isPair = card == CardNumber.of("000112340000444444") || card == CardNumber.of("003300030044442211");
        boolean isMarch25 = MonthDay.from(Instant.ofEpochMilli(t.time()).atZone(ZoneOffset.UTC))
                .equals(MonthDay.of(3, 25));
        return switch (rule) {
            case 1 -> country == 111 && amount > 200000 && merchant == 22;
            case 2 -> country == 121 && t.response() != 0;
            case 3 -> merchant == 11 && amount > 1000 && t.currency() == 11;
            case 4 -> amount > 100000 && code == 1000;
            case 5 -> amount > 100000 && card == 4000222100L;
            case 6 -> card == CardNumber.of("000112340000444422") && merchant == 2000;
            case 7 -> (merchant == 1 || merchant == 2222) && country == 221;
            case 8 -> code == 3333 && amount > 10000 && merchant == 2222;
            case 9 -> isNight(t) && amount >= 10000;
            case 10 -> isNight(t) && merchant == 101 && amount >= 10000;
            case 11 -> (country == 221 || country == 444) && (merchant == 1 || merchant == 2222);
            case 12 -> card == 4000222333L && amount > 50000;
            case 13 -> isPair && merchant == 2200;
            case 14 -> isPair && code != 2222;
            case 15 -> isNight(t) && merchant == 2222 && amount >= 10000;
            case 16 -> isNight(t) && code == 2222 && amount >= 10000;
            case 17 -> isMarch25 && code == 2222 && amount >= 10000;
            case 18 -> isMarch25 && merchant == 2222 && amount >= 10000;
            case 19 -> code == 3344 && amount >= 1000000;
            default -> code == 1001 && amount >= 500000;
        };
    }

    private boolean holdsOfWindows(int rule) {
        boolean isCard = t.card() == 4000222333L;
        return switch (rule) {
            case 21 -> isCard && sum(within(HOUR)) > 500000;
            case 22 -> isWatched(t) && sum(within(5 * HOUR)) > 1000000;
            case 23 -> within(2 * HOUR).size() > 100;
            case 24 -> isManyOfCode3344(within(3 * HOUR));
            case 25 -> isMuchOfMerchant11(ladder(h, 8 * HOUR));
            case 26 -> isCard && sum(ladder(h, DAY)) >= 500000;
            case 27 -> sum(only(ladder(h, DAY), PlainRules::isWatched)) >= 1000000;
            case 28 -> ladder(h, DAY).size() >= 300;
            case 29 -> isManyOfCode3344(ladder(h, DAY));
            case 30 -> isMuchOfMerchant11(ladder(h, DAY));
            case 31 -> isCard && sum(ladder(h, 10 * DAY)) > 500000;
            case 32 -> sum(only(ladder(h, 11 * DAY), PlainRules::isWatched)) > 500000;
            case 33 -> ladder(h, 12 * DAY).size() >= 400;
            case 34 -> isManyOfCode3344(ladder(h, 13 * DAY));
            default -> isMuchOfMerchant11(ladder(h, 14 * DAY));
        };
    }

    private boolean holdsOfTheRest(int rule) {
        boolean isAt33 = t.merchant() == 33 && t.amount() > 1000;
        boolean isIn2 = t.country() == 2 && t.amount() > 1000;
        return switch (rule) {
            case 36 -> isUnusual(within(60 * DAY), 20000);
            case 37 -> isUnusual(within(70 * DAY), 100000);
            case 38 -> isUnusual(ladder(h, 70 * DAY), 200000);
            case 39 -> isUnusual(ladder(h, 90 * DAY), 330000);
            case 40 -> isUnusual(ladder(h, 90 * DAY), 1110000);
            case 41 -> isIn2 && has(ladder(h, 10 * DAY), e -> e.country() == 1 && e.amount() > 10000);
            case 42 -> isIn2 && has(ladder(p, 10 * DAY), e -> e.country() != 1 && e.amount() > 10000);
            case 43 -> h.size() > 1 && h.get(1).amount() <= 100 && t.amount() >= 10000;
            case 44 ->
                t.amount() > 10000
                        && has(ladder(h, 10 * HOUR), e -> Set.of(0, 1).contains(e.country()));
            case 45 -> isAt33 && only(ladder(p, DAY), e -> e.merchant() == 22).size() > 10;
            case 46 -> t.amount() > 20000 && hasCodeAfterNights();
            case 47 -> t.country() == 122 && sumOf47() > 10000;
            case 48 ->
                isAt33
                        && only(ladder(p, DAY), e -> e.merchant() == 22 && e.code() == 1)
                                        .size()
                                > 10;
            case 49 ->
                t.merchant() == 33
                        && t.amount() > 10000
                        && sum(only(ladder(p, 10 * DAY), e -> e.merchant() == 22 && e.code() == 1)) > 10000;
            default -> throw new IllegalArgumentException("no plain reading of this rule: rule=" + rule);
        };
    }

    private static boolean isNight(Entry e) {
        int hour = Instant.ofEpochMilli(e.time()).atZone(ZoneOffset.UTC).getHour();
        return Set.of(1, 2, 3).contains(hour);
    }

    private static boolean isWatched(Entry e) {
        return e.code() == 3333 && e.merchant() == 2222;
    }

    private boolean isManyOfCode3344(List<Entry> window) {
        return t.code() == 3344 && window.size() > 10 && sum(window) >= 10000000;
    }

    private boolean isMuchOfMerchant11(List<Entry> window) {
        boolean isMuchOf11 = t.currency() == 11 && sum(window) > 10000;
        boolean isMuchOf22 = t.currency() == 22 && sum(window) > 20000;
        return t.merchant() == 11 && (isMuchOf11 || isMuchOf22);
    }

    private boolean isUnusual(List<Entry> window, long bound) {
        return !window.isEmpty() && (t.amount() > sum(window) / window.size() || sum(window) > bound);
    }

    private boolean hasCodeAfterNights() {
        int nightsUpToThis = 0;
        for (Entry e : p) {
            nightsUpToThis += isNight(e) ? 1 : 0;
            if (e.code() > 5 && nightsUpToThis > 50) {
                return true;
            }
        }
        return false;
    }

    private long sumOf47() {
        long c = t.time();
        long s = 0;
        for (Entry e : p) {
            c = c - 80 * DAY;
            if (e.time() > c && (e.country() == 200 || e.country() == 201)) {
                c = c + 80 * DAY + HOUR;
                if (e.time() > c) {
                    s += e.amount();
                }
            }
        }
        return s;
    }

    private List<Entry> within(long w) {
        return only(h, e -> e.time() > t.time() - w);
    }

    private List<Entry> ladder(List<Entry> newestFirst, long w) {
        List<Entry> window = new ArrayList<>();
        for (int i = 1; i <= newestFirst.size(); i++) {
            if (newestFirst.get(i - 1).time() > t.time() - i * w) {
                window.add(newestFirst.get(i - 1));
            }
        }
        return window;
    }

    private static List<Entry> only(List<Entry> entries, Predicate<Entry> condition) {
        return entries.stream().filter(condition).toList();
    }

    private static boolean has(List<Entry> entries, Predicate<Entry> condition) {
        return entries.stream().anyMatch(condition);
    }

    private static long sum(List<Entry> entries) {
        return entries.stream().mapToLong(Entry::amount).sum();
    }
}
