package com.hazelcast.certification.rules.interpreted;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.mapping.IsoCodes;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Field;
import com.hazelcast.certification.rules.model.Type;
import com.hazelcast.certification.transaction.Pan;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Values as people read them. Pure; card numbers are masked. */
final class ValueText {
    private static final List<String> WEEKDAYS = List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");
    private static final long SECOND_MS = 1_000;
    private static final long MINUTE_MS = 60 * SECOND_MS;
    private static final long HOUR_MS = 60 * MINUTE_MS;
    private static final long DAY_MS = HistoryLimits.DAY_MS;

    private ValueText() {}

    static String of(long value, Type type) {
        if (value == Expression.MISSING) {
            return "missing";
        }
        return switch (type.kind()) {
            case NUMBER, AMOUNT -> decimal(value, type.decimals());
            case MONEY -> money(value, type);
            case SPEED -> decimal(value, type.decimals()) + " km/h";
            case DURATION -> duration(value);
            case TIME -> Instant.ofEpochMilli(value).toString();
            case TIME_OF_DAY -> String.format(Locale.ROOT, "%02d:%02d", value / 60, value % 60);
            case WEEKDAY -> WEEKDAYS.get((int) value - 1);
            case CARD -> Pan.masked(value);
            case BIN -> String.format(Locale.ROOT, "%06d", value);
            case BIN8 -> String.format(Locale.ROOT, "%08d", value);
            case TERMINAL ->
                String.format(
                        Locale.ROOT,
                        "%03d-%05d-%05d",
                        value / Field.TERMINAL_STEP / Field.TERMINAL_STEP,
                        value / Field.TERMINAL_STEP % Field.TERMINAL_STEP,
                        value % Field.TERMINAL_STEP);
            case COUNTRY, RESPONSE, CURRENCY, MERCHANT, CITY, CODE, PLACE, TEXT -> Long.toString(value);
        };
    }

    /** With all digits of its currency: 12.30 EUR, 1,500 JPY, 1.500 KWD. */
    private static String money(long value, Type type) {
        int number = IsoCodes.currency(type.currency());
        int digits = number == IsoCodes.ABSENT ? 0 : Math.max(0, IsoCodes.minorUnits(number));
        return decimal(value, type.decimals(), digits) + " " + type.currency();
    }

    private static String decimal(long value, int decimals) {
        return decimal(value, decimals, 0);
    }

    /** @param shownMin so many decimals are shown also where they are 0 */
    private static String decimal(long value, int decimals, int shownMin) {
        BigDecimal number = BigDecimal.valueOf(value, decimals);
        int shown = Math.max(
                shownMin, Math.min(decimals, number.stripTrailingZeros().scale()));
        return String.format(Locale.ROOT, "%,." + shown + "f", number);
    }

    private static String duration(long ms) {
        if (ms < 0) {
            return "-" + duration(-ms);
        }
        StringBuilder text = new StringBuilder();
        append(text, ms / DAY_MS, "d");
        append(text, ms % DAY_MS / HOUR_MS, "h");
        append(text, ms % HOUR_MS / MINUTE_MS, "m");
        append(text, ms % MINUTE_MS / SECOND_MS, "s");
        append(text, ms % SECOND_MS, "ms");
        return text.isEmpty() ? "0s" : text.toString();
    }

    private static void append(StringBuilder text, long count, String unit) {
        if (count != 0) {
            text.append(text.isEmpty() ? "" : " ").append(count).append(unit);
        }
    }
}
