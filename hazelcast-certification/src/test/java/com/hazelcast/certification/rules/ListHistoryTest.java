package com.hazelcast.certification.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListHistoryTest {
    private static final long NOW = 1_781_524_800_000L;
    private static final Entry ORDINARY = new Entry(1, NOW, 500, 0, 500, 500, 5000, 9691, 74106);

    private static List<Long> times(ListHistory history) {
        List<Long> times = new ArrayList<>();
        history.rewind();
        while (history.next()) {
            times.add(TransactionLayout.timeMs(history.times()));
        }
        return times;
    }

    private static TransactionText at(long time) {
        return ORDINARY.at(time).packed();
    }

    @Test
    void shouldShowNewestFirstAndOnlyWhatIsInsideTheHorizon() {
        long horizon = NOW - HistoryLimits.HORIZON_MS;
        ListHistory history = new ListHistory(List.of(at(horizon + 1), at(NOW + 5), at(horizon), at(NOW - 9)), NOW);
        assertThat(times(history)).containsExactly(NOW + 5, NOW - 9, horizon + 1);
        assertThat(history.count()).isEqualTo(3);
    }

    @Test
    void shouldShowTheSameAfterARewind() {
        ListHistory history = new ListHistory(List.of(at(NOW - 1), at(NOW - 2)), NOW);
        assertThat(times(history)).isEqualTo(times(history));
    }

    @Test
    void shouldUniteTheFlagsOfItsEntries() {
        TransactionText entry =
                ORDINARY.with("code", 3333).with("merchant", 2222).packed();
        assertThat(new ListHistory(List.of(at(NOW)), NOW).flags()).isZero();
        assertThat(new ListHistory(List.of(at(NOW), entry), NOW).flags())
                .isEqualTo(entry.flags())
                .isNotZero();
    }
}
