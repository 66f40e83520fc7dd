package com.hazelcast.certification.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.time.Instant;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class UtcCalendarTest {
    private static final long DAY_MS = 24 * UtcCalendar.HOUR_MS;

    @Property
    void shouldAgreeWithTheLibraryOnTheHour(
            @ForAll @LongRange(min = 0, max = TransactionLayout.TIME_MS_MAX) long timeMs) {
        int hour = Instant.ofEpochMilli(timeMs).atOffset(ZoneOffset.UTC).getHour();
        assertThat(UtcCalendar.hourOfDay(timeMs)).isEqualTo(hour);
        assertThat(UtcCalendar.isNight(timeMs)).isEqualTo(hour == 1 || hour == 2 || hour == 3);
    }

    @Test
    void shouldFindThe25thOfMarchOfEveryYear() {
        for (long timeMs = 0; timeMs <= TransactionLayout.TIME_MS_MAX; timeMs += DAY_MS) {
            OffsetDateTime day = Instant.ofEpochMilli(timeMs).atOffset(ZoneOffset.UTC);
            boolean isMarch25 = MonthDay.from(day).equals(MonthDay.of(3, 25));
            assertThat(UtcCalendar.isMarch25(timeMs)).as("%s", day).isEqualTo(isMarch25);
            assertThat(UtcCalendar.isMarch25(timeMs + DAY_MS - 1)).as("%s", day).isEqualTo(isMarch25);
        }
    }
}
