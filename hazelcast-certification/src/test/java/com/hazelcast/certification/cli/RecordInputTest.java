package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordInputTest {
    private static final String FIELDS = "4000220000112333,1798967585307,107,00,34209,107,0494,09691,74106";

    private static List<String> read(String text) throws IOException {
        RecordInput input =
                RecordInput.of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), RecordInput.Format.CSV);
        List<String> records = new ArrayList<>();
        for (RecordInput.Referenced next = input.next(); next != null; next = input.next()) {
            byte[] target = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
            int parsed = RecordParser.parse(next.record(), 0, target, 0);
            records.add((parsed == RecordParser.OK ? "ok" : Rejection.of(parsed).label()) + " " + next.reference());
        }
        assertThat(input.bytesLeft()).isZero();
        return records;
    }

    @Test
    void shouldTakeTheTenthColumnForTheReference() throws Exception {
        assertThat(read(FIELDS + "\n" + FIELDS + ",order 1, part 2\r\n" + FIELDS + ",\n" + FIELDS))
                .containsExactly("ok ", "ok order 1, part 2", "ok ", "ok ");
    }

    @Test
    void shouldLeaveItToTheMemberWhatIsWrongWithALine() throws Exception {
        assertThat(read("\n1,2\nx" + FIELDS + "\n" + "1".repeat(500) + "\n" + FIELDS))
                .containsExactly("missing_field ", "out_of_range ", "not_a_digit ", "missing_field ", "ok ");
    }

    @Test
    void shouldReadRecordsAndReportWhatIsLeftOfTheLast() throws Exception {
        RecordInput input = RecordInput.of(new ByteArrayInputStream(new byte[250]), RecordInput.Format.RECORDS);

        assertThat(input.next()).isNotNull();
        assertThat(input.next()).isNotNull();
        assertThat(input.next()).isNull();
        assertThat(input.bytesLeft()).isEqualTo(50);
    }
}
