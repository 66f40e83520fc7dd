package com.hazelcast.certification.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.WireRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamCalendarTest {
    private static final long DAY_MS = 86_400_000;
    private static final long BEGIN_MS = 1_790_000_000_000L;
    private static final long NOW_MS = BEGIN_MS + 30 * DAY_MS;

    /** The times of records and how many have each, and where they are written. */
    private final List<long[]> fills = new ArrayList<>();

    private final RecordGenerator generator =
            (target, offset, count, timeMs) -> fills.add(new long[] {timeMs, count, offset});

    private void fill(StreamCalendar calendar, int count) {
        calendar.of(generator).fill(new byte[0], 0, count, NOW_MS);
    }

    @Test
    void shouldLetEachCardPayAsOftenAsItIsTold() {
        StreamCalendar calendar = new StreamCalendar(BEGIN_MS, 1_000, 2);
        for (int day = 0; day < 3; day++) {
            fill(calendar, 2_000);
        }
        fills.clear();
        fill(calendar, 1);
        assertThat(fills).containsExactly(new long[] {BEGIN_MS + 3 * DAY_MS, 1, 0});
        assertThat(StreamCalendar.passedMs(6_000, 1_000, 2)).isEqualTo(3 * DAY_MS);
    }

    @Test
    void shouldGiveRecordsThatAreFurtherApartThanASecondEachItsOwnTime() {
        fill(new StreamCalendar(BEGIN_MS, 1_000, 2), 3);
        // A card in 12 hours, so 1,000 of them one in 43.2 s.
        assertThat(fills)
                .containsExactly(
                        new long[] {BEGIN_MS, 1, 0},
                        new long[] {BEGIN_MS + 43_200, 1, WireRecord.SIZE_BYTES},
                        new long[] {BEGIN_MS + 86_400, 1, 2 * WireRecord.SIZE_BYTES});
    }

    @Test
    void shouldGiveRecordsOfASecondOneTime() {
        fill(new StreamCalendar(BEGIN_MS, 1_000_000, 2), 50);
        assertThat(fills)
                .containsExactly(
                        new long[] {BEGIN_MS, 23, 0},
                        new long[] {BEGIN_MS + 993, 23, 23 * WireRecord.SIZE_BYTES},
                        new long[] {BEGIN_MS + 1_987, 4, 46 * WireRecord.SIZE_BYTES});
    }

    @Test
    void shouldMoveOnForAllConnections() {
        StreamCalendar calendar = new StreamCalendar(BEGIN_MS, 1, 2);
        RecordGenerator one = calendar.of(generator);
        RecordGenerator other = calendar.of(generator);
        one.fill(new byte[0], 0, 1, NOW_MS);
        other.fill(new byte[0], 0, 1, NOW_MS);
        one.fill(new byte[0], 0, 1, NOW_MS);
        assertThat(fills)
                .extracting(fill -> fill[0])
                .containsExactly(BEGIN_MS, BEGIN_MS + DAY_MS / 2, BEGIN_MS + DAY_MS);
    }

    @Test
    void shouldStayWithNowWhenItHasComeThere() {
        StreamCalendar calendar = new StreamCalendar(NOW_MS - DAY_MS, 1, 2);
        fill(calendar, 4);
        assertThat(fills)
                .extracting(fill -> fill[0])
                .containsExactly(NOW_MS - DAY_MS, NOW_MS - DAY_MS / 2, NOW_MS, NOW_MS);
    }
}
