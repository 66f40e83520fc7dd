package com.hazelcast.certification.rules.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.rules.difference.ListDifference;
import java.io.BufferedReader;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvReaderTest {
    private static LongTable list(String content) throws Exception {
        return CsvReader.list(new BufferedReader(new StringReader(content)), Long::parseLong);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"+999999999-12-31", "-999999999-01-01", "+1000000000-12-31T23:59:59Z", "never", "2026-13-01"})
    void shouldSayInWhichLineAnExpiryIsNone(String expiry) {
        assertThatThrownBy(() -> list("value,expires\n5411," + expiry))
                .isInstanceOf(CsvException.class)
                .hasMessageContaining("line 2: the expiry must be a date");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "value,expires\n5411\n5412\n",
                "# of the bank\n\n  # of 2026\nvalue,expires\n5411\n# more\n5412\n",
                "# of the bank\n5411\n5412"
            })
    void shouldPassOverCommentsAndTheHeading(String content) throws Exception {
        LongTable table = list(content);
        assertThat(table.count()).isEqualTo(2);
        assertThat(table.get(5411)).isEqualTo(Long.MAX_VALUE);
        assertThat(ListDifference.count(content)).isEqualTo(2);
    }

    /** A spreadsheet writes the comma of a column in which some cells are empty. */
    @Test
    void shouldListAnEntryWithAnEmptyExpiryForGood() throws Exception {
        String content = "value,expires\n5411,\n5812, \n5999,2026-12-31\n";
        LongTable table = list(content);

        assertThat(table.get(5411)).isEqualTo(Long.MAX_VALUE);
        assertThat(table.get(5812)).isEqualTo(Long.MAX_VALUE);
        assertThat(table.get(5999)).isLessThan(Long.MAX_VALUE);
        assertThat(ListDifference.of("5411\n5812\n5999,2026-12-31\n", content, 9)
                        .isNothing())
                .isTrue();
        assertThatThrownBy(() -> list("5411,,\n"))
                .isInstanceOf(CsvException.class)
                .hasMessageContaining("expected one or two fields");
    }

    @Test
    void shouldTakeOneHeadingAlone() {
        assertThatThrownBy(() -> list("value\nvalue\n5411\n"))
                .isInstanceOf(CsvException.class)
                .hasMessageContaining("line 2");
    }

    private static long card(int number) {
        return 4_000_000_000_000_000L + 7L * number;
    }

    @Test
    void shouldHoldAMillionEntriesAndRefuseOneMore() throws Exception {
        StringBuilder content = new StringBuilder("value\n");
        for (int i = 0; i < CsvReader.ENTRIES_MAX; i++) {
            content.append(card(i)).append('\n');
        }
        LongTable table = list(content.toString());

        assertThat(CsvReader.ENTRIES_MAX).isEqualTo(1_000_000);
        assertThat(table.count()).isEqualTo(CsvReader.ENTRIES_MAX);
        for (int i : new int[] {0, 1, 500_000, CsvReader.ENTRIES_MAX - 1}) {
            assertThat(table.get(card(i))).as("entry %d", i).isEqualTo(Long.MAX_VALUE);
            assertThat(table.get(card(i) + 1)).as("beside entry %d", i).isEqualTo(CsvReader.NONE);
        }
        String more = content.append(card(CsvReader.ENTRIES_MAX)).append('\n').toString();
        assertThatThrownBy(() -> list(more))
                .isInstanceOf(CsvException.class)
                .hasMessageContaining("line 1000002")
                .hasMessageContaining("more than 1000000 entries");
    }
}
