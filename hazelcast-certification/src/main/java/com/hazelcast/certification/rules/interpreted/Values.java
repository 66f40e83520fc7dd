package com.hazelcast.certification.rules.interpreted;

import com.hazelcast.certification.mapping.IsoCodes;
import com.hazelcast.certification.rules.lists.Place;
import com.hazelcast.certification.rules.lists.Rates;
import com.hazelcast.certification.rules.model.CalendarPart;
import com.hazelcast.certification.rules.model.Condition;
import com.hazelcast.certification.rules.model.Condition.All;
import com.hazelcast.certification.rules.model.Condition.Any;
import com.hazelcast.certification.rules.model.Condition.Comparison;
import com.hazelcast.certification.rules.model.Condition.Found;
import com.hazelcast.certification.rules.model.Condition.Listed;
import com.hazelcast.certification.rules.model.Condition.Missing;
import com.hazelcast.certification.rules.model.Condition.Not;
import com.hazelcast.certification.rules.model.Condition.OneOf;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Expression.AggregateValue;
import com.hazelcast.certification.rules.model.Expression.Calculated;
import com.hazelcast.certification.rules.model.Expression.Constant;
import com.hazelcast.certification.rules.model.Expression.EntryField;
import com.hazelcast.certification.rules.model.Expression.Exchanged;
import com.hazelcast.certification.rules.model.Expression.OnCalendar;
import com.hazelcast.certification.rules.model.Expression.Otherwise;
import com.hazelcast.certification.rules.model.Expression.Quotient;
import com.hazelcast.certification.rules.model.Expression.Running;
import com.hazelcast.certification.rules.model.Expression.Speed;
import com.hazelcast.certification.rules.model.Expression.TableValue;
import com.hazelcast.certification.rules.model.Expression.TransactionField;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Map;

/** What values and conditions come to, in a scene. */
final class Values {
    private static final long MISSING = Expression.MISSING;

    private final Scene scene;
    private final Entry entry;
    private final Map<Condition, Integer> running;

    /** Outside of an aggregate. */
    Values(Scene scene) {
        this(scene, scene.scored(), Map.of());
    }

    /**
     * Inside of one.
     *
     * @param entry that it looks at
     * @param running how many entries have fulfilled each condition so far
     */
    Values(Scene scene, Entry entry, Map<Condition, Integer> running) {
        this.scene = scene;
        this.entry = entry;
        this.running = running;
    }

    boolean holds(Condition condition) {
        if (condition instanceof All all) {
            return all.conditions().stream().allMatch(this::holds);
        }
        if (condition instanceof Any any) {
            return any.conditions().stream().anyMatch(this::holds);
        }
        if (condition instanceof Not not) {
            return !holds(not.condition());
        }
        if (condition instanceof Comparison c) {
            return c.comparator().holds(of(c.left()), of(c.right()));
        }
        if (condition instanceof OneOf in) {
            long value = of(in.value());
            return value != MISSING && in.values().contains(value) != in.isNegated();
        }
        if (condition instanceof Listed in) {
            long value = of(in.value());
            boolean isListed = in.values().get(value) > scene.scored().timeMs();
            return value != MISSING && isListed != in.isNegated();
        }
        if (condition instanceof Missing missing) {
            return (of(missing.value()) == MISSING) != missing.isNegated();
        }
        return new Walk(scene, ((Found) condition).aggregate()).value() != 0;
    }

    long of(Expression expression) {
        if (expression instanceof Constant constant) {
            return constant.value();
        }
        if (expression instanceof TransactionField field) {
            return scene.scored().value(field.field());
        }
        if (expression instanceof EntryField field) {
            return entry.value(field.field());
        }
        if (expression instanceof OnCalendar onCalendar) {
            return calendar(onCalendar);
        }
        if (expression instanceof AggregateValue value) {
            return new Walk(scene, value.aggregate()).value();
        }
        if (expression instanceof Running counted) {
            return running.getOrDefault(counted.condition(), 0);
        }
        return ofCalculation(expression);
    }

    private long ofCalculation(Expression expression) {
        if (expression instanceof Calculated c) {
            long left = of(c.left());
            long right = of(c.right());
            return left == MISSING || right == MISSING ? MISSING : c.operator().of(left, right);
        }
        if (expression instanceof Quotient q) {
            long dividend = of(q.dividend());
            long divisor = of(q.divisor());
            boolean isMissing = dividend == MISSING || divisor == MISSING || divisor == 0;
            return isMissing ? MISSING : dividend * q.factor() / divisor;
        }
        if (expression instanceof Otherwise otherwise) {
            long value = of(otherwise.value());
            return value == MISSING ? of(otherwise.other()) : value;
        }
        if (expression instanceof TableValue table) {
            long key = of(table.key());
            return key == MISSING ? MISSING : table.values().get(key);
        }
        if (expression instanceof Speed speed) {
            return speed(speed);
        }
        return exchanged((Exchanged) expression);
    }

    /** As people calculate it, digit by digit. */
    private long exchanged(Exchanged exchanged) {
        int currency = (int) of(exchanged.currency());
        long rate = exchanged.rates().rate(currency);
        if (rate == MISSING) {
            return MISSING;
        }
        return BigDecimal.valueOf(of(exchanged.amount()), IsoCodes.minorUnits(currency))
                .multiply(BigDecimal.valueOf(rate, Rates.DECIMALS))
                .setScale(exchanged.rates().digits(), RoundingMode.DOWN)
                .unscaledValue()
                .longValueExact();
    }

    private long speed(Speed speed) {
        long to = speed.places().get(of(speed.to()));
        long key = of(speed.from());
        long from = key == MISSING ? MISSING : speed.places().get(key);
        return to == MISSING || from == MISSING ? MISSING : Place.speed(from, to, of(speed.apartMs()));
    }

    private long calendar(OnCalendar onCalendar) {
        long timeMs = of(onCalendar.time());
        ZonedDateTime time = Instant.ofEpochMilli(timeMs).atZone(onCalendar.zone());
        CalendarPart part = onCalendar.part();
        return switch (part) {
            case HOUR -> time.getHour();
            case TIME_OF_DAY -> time.getHour() * 60L + time.getMinute();
            case WEEKDAY -> time.getDayOfWeek().getValue();
            case DAY -> time.getDayOfMonth();
            case MONTH -> time.getMonthValue();
        };
    }
}
