package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.WindowSum;
import com.hazelcast.certification.rules.lists.LongTable;
import com.hazelcast.certification.rules.model.Aggregate;
import com.hazelcast.certification.rules.model.AggregateKind;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Field;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Arrays;

/**
 * The transaction that is being scored and what has been found out about its card. Generated code reads its fields and calls its
 * methods. Belongs to one evaluator; single-threaded. After the constructor it allocates nothing.
 */
final class Evaluation {
    private static final long MISSING = Expression.MISSING;

    /** What a sum of the newest may show before all of a kept window is required: two chunks and a part of one. */
    private static final int NEWEST_TRIED = 12;

    long card;
    long timeMs;
    long country;
    long response;
    long amount;
    long currency;
    long merchant;
    long city;
    long code;
    long terminal;
    HistoryCursor earlier;

    /** The entry that the walk is at: its time, and its words as {@link TransactionLayout} packs them, read once. */
    long entryTimeMs;

    long entryTimes;
    long entryPayment;
    int entryOutcome;

    /** Number of that entry, from 1. */
    long number;

    /** The rule of its class that is tried. */
    int trying;

    /** The aggregates of the walk that an entry can still change, as bits. */
    long live;

    /** How many entries have fulfilled each counted condition. */
    final int[] running;

    private final AggregatePlan[] plans;
    private final AggregateCode[] codes;
    private final AggregateGroup[] groups;
    private final OpenRules openRules;
    /** What an aggregate comes to without an entry. */
    private final long[] initial;

    private final long[] values;
    private final long[] counts;
    private final long[] cutoffsMs;
    private final long[] known;
    private final ValueCounts[] sets;
    private final WindowSum window = new WindowSum();

    /** The group that the walk is for; of it, those that are counts and sums of all entries, and those that are still to see the transaction. */
    private int walked;

    private long openTotals;
    private long waiting;

    /** What the entries that the walk has passed come to. */
    private long passedUnits;

    /** How many windows it has left, and up to which time entries are behind the next. */
    private int left;

    private long leavesMs;

    /** Which aggregates are required by rules that are still open. */
    interface OpenRules {
        /** Of a group, as bits. */
        long needed(int group);
    }

    Evaluation(
            AggregatePlan[] plans,
            AggregateCode[] codes,
            AggregateGroup[] groups,
            int runningCount,
            OpenRules openRules,
            HistoryCursor none) {
        this.plans = plans;
        this.codes = codes;
        this.groups = groups;
        this.openRules = openRules;
        earlier = none;
        running = new int[runningCount];
        initial = new long[plans.length];
        values = new long[plans.length];
        counts = new long[plans.length];
        cutoffsMs = new long[plans.length];
        known = new long[codes.length];
        sets = new ValueCounts[plans.length];
        for (int i = 0; i < plans.length; i++) {
            AggregateKind kind = plans[i].aggregate().kind();
            initial[i] = switch (kind) {
                case MIN, MAX, NTH, TIME_SINCE, AGE -> MISSING;
                default -> 0;
            };
            if (kind == AggregateKind.DISTINCT) {
                sets[i] = new ValueCounts(Aggregate.DISTINCT_MAX);
            } else if (kind == AggregateKind.MOST_FREQUENT) {
                sets[i] = new ValueCounts(CompiledRules.ENTRIES_MAX);
            }
        }
    }

    void set(long scoredCard, long times, long payment, int outcome, HistoryCursor entries) {
        card = scoredCard;
        timeMs = TransactionLayout.timeMs(times);
        country = TransactionLayout.country(times);
        currency = TransactionLayout.currency(times);
        amount = TransactionLayout.amountUnits(payment);
        merchant = TransactionLayout.merchant(payment);
        code = TransactionLayout.code(payment);
        response = TransactionLayout.response(outcome);
        city = TransactionLayout.city(outcome);
        terminal = Field.terminal(country, city, code);
        earlier = entries;
        Arrays.fill(known, 0);
    }

    long bin() {
        return Pan.first(card, Pan.BIN_DIGITS);
    }

    long bin8() {
        return Pan.first(card, Pan.LONG_BIN_DIGITS);
    }

    long entryTerminal() {
        return Field.terminal(
                TransactionLayout.country(entryTimes),
                TransactionLayout.city(entryOutcome),
                TransactionLayout.code(entryPayment));
    }

    /** Whether a list has the value at the transaction's time. */
    boolean isListed(long value, LongTable list) {
        return value != MISSING && list.get(value) > timeMs;
    }

    /** Whether the value is known and a list has it not. */
    boolean isUnlisted(long value, LongTable list) {
        return value != MISSING && list.get(value) <= timeMs;
    }

    /** Whether so many entries are newer than the transaction's time less a width. */
    boolean holdsNewer(int entries, long widthMs) {
        return entries <= 0 || entries <= earlier.count() && earlier.holdsNewer(entries, timeMs - widthMs);
    }

    /** What an aggregate comes to, or a value that compares alike with all that it is compared with. */
    long aggregate(int index) {
        if ((known[index >> 6] & 1L << index) == 0) {
            find(index);
        }
        return values[index];
    }

    /** False proves that an aggregate is less: all entries of the card together come to less. Reads no entry. */
    boolean canReach(int index, long value) {
        return (known[index >> 6] & 1L << index) != 0 || most(plans[index]) >= value;
    }

    private void find(int index) {
        if (settle(index)) {
            return;
        }
        int group = index >> 6;
        long need = groups[group].walkedWith(index, openRules.needed(group) & ~known[group], timeMs, earlier);
        long tried = earlier.count() == 0 ? need : need & groups[group].settleable();
        for (long rest = tried; rest != 0; rest &= rest - 1) {
            int other = group << 6 | Long.numberOfTrailingZeros(rest);
            if (other != index && settle(other)) {
                need &= ~(1L << other);
            }
        }
        walk(group, need | 1L << index);
    }

    /** Finds it without a walk, where that is possible. */
    private boolean settle(int index) {
        AggregatePlan plan = plans[index];
        boolean isSettled = switch (plan.way()) {
            // What the card keeps of a window has to be walked anew when an entry has left it.
            case KEPT -> isBelowAll(index, plan) || keep(index, plan);
            case ALL -> {
                put(index, earlier.count(), earlier.sumUnits());
                yield true;
            }
            default -> isBelowAll(index, plan) || isWithoutEntries(index, plan);
        };
        if (isSettled) {
            known[index >> 6] |= 1L << index;
        }
        return isSettled;
    }

    private boolean keep(int index, AggregatePlan plan) {
        if (plan.enough() != Long.MAX_VALUE && plan.aggregate().kind() == AggregateKind.SUM) {
            long ofThis = plan.aggregate().isIncludingThis() ? amount : 0;
            if (ofThis + earlier.sumUnits() > plan.enough() && isSumOfNewestAbove(plan, ofThis, index)) {
                return true;
            }
        }
        earlier.sumWithin(timeMs, plan.widthMs(), window);
        put(index, window.count(), window.sumUnits());
        return true;
    }

    private boolean isSumOfNewestAbove(AggregatePlan plan, long ofThis, int index) {
        long sum = ofThis;
        long afterMs = timeMs - plan.widthMs();
        int tried = 0;
        earlier.rewind();
        while (sum <= plan.enough() && tried < NEWEST_TRIED && earlier.next() && earlier.timeMs() > afterMs) {
            sum += earlier.amountUnits();
            tried++;
        }
        values[index] = sum;
        return sum > plan.enough();
    }

    /**
     * Of entries that the window holds. A walk does that for each window without a filter, so what is to be done is in bits, not behind
     * references.
     */
    private void put(int index, long count, long sum) {
        AggregateGroup of = groups[index >> 6];
        long ofThis = of.includingThis() >>> index & 1;
        counts[index] = count + ofThis;
        values[index] = (of.counts() >>> index & 1) != 0 ? counts[index] : sum + ofThis * amount;
        if ((of.finished() >>> index & 1) != 0) {
            finish(index);
        }
    }

    /** Whether all entries together come to less than whatever it is compared with. */
    private boolean isBelowAll(int index, AggregatePlan plan) {
        if (plan.least() == Long.MIN_VALUE) {
            return false;
        }
        long most = most(plan);
        values[index] = most;
        return most < plan.least();
    }

    private long most(AggregatePlan plan) {
        return plan.aggregate().kind() == AggregateKind.SUM ? earlier.sumUnits() + amount : earlier.count() + 1L;
    }

    private boolean isWithoutEntries(int index, AggregatePlan plan) {
        boolean isNone = earlier.count() == 0 || plan.flags() != 0 && (earlier.flags() & plan.flags()) == 0;
        if (isNone) {
            begin(index >> 6, 1L << index, groups[index >> 6]);
            if (plan.aggregate().isIncludingThis()) {
                codes[index >> 6].stepThis(index & 63, this);
            }
            finish(index);
        }
        return isNone;
    }

    /** A walk for all of these: newest first, until nothing is open. */
    private void walk(int group, long need) {
        AggregateCode code = codes[group];
        AggregateGroup of = groups[group];
        walked = group;
        openTotals = need & of.totals();
        long shown = need & ~openTotals;
        long including = shown & of.includingThis();
        waiting = including & of.ordered();
        begin(group, shown, of);
        live = shown & ~including | showThis(code, including & ~waiting) | waiting;
        number = 0;
        passedUnits = 0;
        left = 0;
        leavesMs = of.size() == 0 ? Long.MIN_VALUE : timeMs - of.widthMs(0);
        if (of.isNarrow(need)) {
            earlier.rewind();
        } else {
            earlier.rewindFar();
        }
        code.walk(this);
        showThis(code, live & waiting);
        putTotals(group, openTotals, passedUnits);
        for (long rest = shown & of.finished(); rest != 0; rest &= rest - 1) {
            finish(group << 6 | Long.numberOfTrailingZeros(rest));
        }
        known[group] |= need;
    }

    /** Goes on to the next older entry, which is shown to those that are {@link #live} then; false: there is none, or nothing is open. */
    boolean next() {
        if (openTotals != 0 && number != 0) {
            passedUnits += TransactionLayout.amountUnits(entryPayment);
            openTotals = live == 0 ? putDecided(walked, openTotals, passedUnits) : openTotals;
        }
        HistoryCursor entries = earlier;
        if ((live | openTotals) == 0 || !entries.next()) {
            return false;
        }
        entryTimes = entries.times();
        entryPayment = entries.payment();
        entryOutcome = entries.outcome();
        entryTimeMs = TransactionLayout.timeMs(entryTimes);
        if (waiting != 0 && entryTimeMs <= timeMs) {
            live = live & ~waiting | showThis(codes[walked], live & waiting);
            waiting = 0;
        }
        if (entryTimeMs <= leavesMs) {
            leave(groups[walked]);
        }
        number++;
        return true;
    }

    /** Takes those out of the walk whose window the entry is behind. */
    private void leave(AggregateGroup of) {
        while (entryTimeMs <= leavesMs) {
            long leaving = of.aggregates(left++);
            putTotals(walked, openTotals & leaving, passedUnits);
            openTotals &= ~leaving;
            live &= ~leaving;
            leavesMs = left == of.size() ? Long.MIN_VALUE : timeMs - of.widthMs(left);
        }
    }

    /** Of the entries so far. */
    private void putTotals(int group, long totals, long sum) {
        for (long rest = totals; rest != 0; rest &= rest - 1) {
            put(group << 6 | Long.numberOfTrailingZeros(rest), number, sum);
        }
    }

    /** Puts those that no further entry decides; returns the others. */
    private long putDecided(int group, long totals, long sum) {
        long open = totals;
        for (long rest = totals; rest != 0; rest &= rest - 1) {
            int bit = Long.numberOfTrailingZeros(rest);
            int index = group << 6 | bit;
            if (plans[index].enough() != Long.MAX_VALUE) {
                put(index, number, sum);
                open &= values[index] > plans[index].enough() ? ~(1L << bit) : -1L;
            }
        }
        return open;
    }

    /** Shows the transaction to some; returns those that an entry can still change. */
    private long showThis(AggregateCode code, long some) {
        long open = some;
        for (long rest = some; rest != 0; rest &= rest - 1) {
            int bit = Long.numberOfTrailingZeros(rest);
            if (code.stepThis(bit, this)) {
                open &= ~(1L << bit);
            }
        }
        return open;
    }

    private void begin(int group, long some, AggregateGroup of) {
        for (long rest = some; rest != 0; rest &= rest - 1) {
            int index = group << 6 | Long.numberOfTrailingZeros(rest);
            values[index] = initial[index];
            counts[index] = 0;
            cutoffsMs[index] = timeMs;
        }
        for (long rest = some & of.withValues(); rest != 0; rest &= rest - 1) {
            sets[group << 6 | Long.numberOfTrailingZeros(rest)].clear();
        }
        for (long rest = some & of.running(); rest != 0; rest &= rest - 1) {
            AggregatePlan plan = plans[group << 6 | Long.numberOfTrailingZeros(rest)];
            Arrays.fill(running, plan.runningFrom(), plan.runningTo(), 0);
        }
    }

    private void finish(int index) {
        Aggregate aggregate = plans[index].aggregate();
        switch (aggregate.kind()) {
            case AVG ->
                values[index] =
                        counts[index] == 0 ? MISSING : values[index] * aggregate.averageFactor() / counts[index];
            case DISTINCT -> values[index] = sets[index].size();
            case MOST_FREQUENT -> values[index] = sets[index].mostFrequent(MISSING);
            default -> {}
        }
    }

    /** 0: the entry is inside of so many calendar days; 1: it is before them; 2: it and all that follow are. */
    int beforeDays(ZoneOffsets zone, int days) {
        long first = Operations.localDay(timeMs, zone) - days + 1;
        long day = Operations.localDay(entryTimeMs, zone);
        if (day >= first) {
            return 0;
        }
        // A clock that is turned back at midnight may show a later day at an earlier time.
        return day < first - 1 ? 2 : 1;
    }

    /** Moves a chain's cut-off back; whether the entry is newer. */
    boolean isPastCutoff(int index, long widthMs) {
        cutoffsMs[index] -= widthMs;
        return entryTimeMs > cutoffsMs[index];
    }

    /** Moves it forward, for an entry that passes; whether it is still newer. */
    boolean isPastNextCutoff(int index, long widthAndStepMs) {
        cutoffsMs[index] += widthAndStepMs;
        return entryTimeMs > cutoffsMs[index];
    }

    boolean count(int index, long enough) {
        return ++values[index] > enough;
    }

    boolean exists(int index) {
        values[index] = 1;
        return true;
    }

    boolean sum(int index, long value, long enough) {
        if (value == MISSING) {
            return false;
        }
        values[index] += value;
        counts[index]++;
        return values[index] > enough;
    }

    boolean min(int index, long value) {
        if (value != MISSING && (values[index] == MISSING || value < values[index])) {
            values[index] = value;
        }
        return false;
    }

    boolean max(int index, long value, long enough) {
        values[index] = Math.max(values[index], value);
        return values[index] > enough;
    }

    boolean distinct(int index, long value, long enough) {
        if (value != MISSING) {
            sets[index].add(value);
        }
        int size = sets[index].size();
        return size == Aggregate.DISTINCT_MAX || size > enough;
    }

    boolean mostFrequent(int index, long value) {
        if (value != MISSING) {
            sets[index].add(value);
        }
        return false;
    }

    boolean nth(int index, long value) {
        if (value == MISSING || ++counts[index] < plans[index].aggregate().nth()) {
            return false;
        }
        values[index] = value;
        return true;
    }

    boolean timeSince(int index) {
        values[index] = timeMs - entryTimeMs;
        return true;
    }

    boolean age(int index) {
        values[index] = timeMs - entryTimeMs;
        return false;
    }
}
