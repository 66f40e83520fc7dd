package com.hazelcast.certification.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.importing.ImportJob;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.importing.Payments;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an import has read of a row is in the history that a member makes of its file. */
class ImportedShardsTest {
    private static final String CARD = "4000000000000002";
    private static final String MAPPING =
            "columns: {card: pan, time: at, amount: amount, currency: {constant: EUR}, country: {constant: DE},"
                    + " mcc: {constant: 5411}, city: city, responseCode: response, verdict: rule, label: fraud}\n";

    @TempDir
    Path folder;

    private HistoryShard imported(String row) throws Exception {
        Path file = Files.writeString(
                folder.resolve("payments.csv"), "pan,at,amount,city,response,rule,fraud\n" + row + "\n");
        ImportedFolder imported =
                new ImportJob(Payments.request(folder, file.toString(), MAPPING, 1), folder.resolve("out")).run();
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, 1);
        imported.read(0, new ImportedShards.Filler(shard));
        return shard;
    }

    @ParameterizedTest
    @CsvSource({"0, '', 0", "255, fraud, 2", "256, '', 0", "300, genuine, 1", "300, fraud, 2", "4095, fraud, 2"})
    void shouldKeepTheWholeVerdictBesideTheLabel(int verdict, String label, int labelCode) throws Exception {
        HistoryShard shard = imported(CARD + ",2026-01-01T10:00:00Z,21474836.47,99999,99," + verdict + "," + label);

        CardHistory history = shard.open(CardNumber.of(CARD));
        history.rewind();
        assertThat(history.next()).isTrue();
        assertThat(history.verdict()).isEqualTo(verdict);
        assertThat(history.label()).isEqualTo(labelCode);
        assertThat(history.amountUnits()).isEqualTo(Integer.MAX_VALUE);
        assertThat(history.city()).isEqualTo(99_999);
        assertThat(history.response()).isEqualTo(99);
    }
}
