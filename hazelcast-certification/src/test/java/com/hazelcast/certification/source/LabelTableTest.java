package com.hazelcast.certification.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.source.LabelTable.Key;
import com.hazelcast.certification.source.LabelTable.Period;
import com.hazelcast.certification.transaction.TransactionLayout;
import org.junit.jupiter.api.Test;

class LabelTableTest {
    private static final long DAY_MS = HistoryLimits.DAY_MS;
    private static final long CARD = CardNumber.of("0000400011223344");

    private static void add(LabelTable table, long day, int code, boolean isFraud) {
        table.add(
                CARD,
                TransactionLayout.times(day * DAY_MS + 5, 276, 978),
                TransactionLayout.payment(10, code, 5411),
                TransactionLayout.outcome(12, 0),
                isFraud);
    }

    @Test
    void shouldShowTheShareOfFraudsOfEachTerminalThatHasOne() {
        LabelTable table = new LabelTable(Key.TERMINAL);
        add(table, 100, 345, true);
        add(table, 100, 345, false);
        add(table, 101, 345, false);
        add(table, 101, 9, true);
        add(table, 101, 10, false);

        assertThat(table.csv(new Period(0, 7), 102 * DAY_MS))
                .isEqualTo("key,value\n276-00012-00009,1.0000\n276-00012-00345,0.3333\n");
    }

    @Test
    void shouldLeaveOutWhatIsNotKnownYetAndWhatIsTooOld() {
        LabelTable table = new LabelTable(Key.MERCHANT);
        add(table, 99, 1, true);
        add(table, 100, 1, true);
        add(table, 101, 1, false);
        add(table, 102, 1, true);

        assertThat(table.csv(new Period(7, 2), 109 * DAY_MS + 1)).isEqualTo("key,value\n5411,0.5000\n");
        assertThat(table.csv(new Period(7, 2), 200 * DAY_MS)).isEqualTo("key,value\n");
    }

    @Test
    void shouldKeepLeadingZerosOfABin() {
        LabelTable table = new LabelTable(Key.BIN);
        add(table, 100, 1, true);
        LabelTable longer = new LabelTable(Key.BIN8);
        add(longer, 100, 1, true);

        assertThat(table.csv(new Period(0, 7), 101 * DAY_MS)).isEqualTo("key,value\n000040,1.0000\n");
        assertThat(longer.csv(new Period(0, 7), 101 * DAY_MS)).isEqualTo("key,value\n00004000,1.0000\n");
    }

    @Test
    void shouldRefuseAPeriodWithoutADay() {
        assertThatThrownBy(() -> new Period(7, 0)).hasMessageContaining("days=0");
        assertThatThrownBy(() -> new Period(-1, 1)).hasMessageContaining("delayDays=-1");
    }
}
