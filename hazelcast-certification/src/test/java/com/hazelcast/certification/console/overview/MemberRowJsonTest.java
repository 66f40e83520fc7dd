package com.hazelcast.certification.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.console.http.ConsoleJson;
import com.hazelcast.certification.console.overview.Overview.MemberRow;
import org.junit.jupiter.api.Test;

/** The bytes of a member in the API's overview. Members of several versions read each other's, so keys and their order stay. */
class MemberRowJsonTest {
    private static final String WELL =
            "{\"address\":\"a:1\",\"console\":null,\"state\":\"SCORING\",\"sinceMs\":1798967525000,\"tps\":1000.0,\"zone\":null,\"life\":\"l since t\","
                    + "\"shardsOwned\":7,\"shardsLoaded\":7,\"shardsBackedUp\":7,\"shardsWithoutBackup\":0,"
                    + "\"cards\":0,\"transactionsHeld\":0,"
                    + "\"heapUsedBytes\":50,\"heapMaxBytes\":100,\"historyBytes\":50,\"historyLimitBytes\":100,\"memoryKind\":\"heap\","
                    + "\"cpuLoad\":0.5,"
                    + "\"load\":{\"active\":false,\"shardsDone\":0,\"shardCount\":0,\"cardsDone\":0,\"cardCount\":0,"
                    + "\"cardsPerSecond\":null,\"leftMs\":null},"
                    + "\"entrances\":{\"gateway\":null,\"api\":null,\"kafka\":null,\"verdicts\":null}}";

    private static final String SILENT =
            "{\"address\":\"b:1\",\"console\":null,\"state\":\"SILENT\",\"sinceMs\":1798967573000,\"tps\":null,\"zone\":null,\"life\":null,"
                    + "\"shardsOwned\":null,\"shardsLoaded\":null,\"shardsBackedUp\":null,\"shardsWithoutBackup\":null,"
                    + "\"cards\":null,\"transactionsHeld\":null,"
                    + "\"heapUsedBytes\":null,\"heapMaxBytes\":null,\"historyBytes\":null,\"historyLimitBytes\":null,\"memoryKind\":null,"
                    + "\"cpuLoad\":null,\"load\":null,\"entrances\":null}";

    private final MemberRow well =
            Samples.overview(Samples.well().view("a:1")).members().get(0);
    private final MemberRow silent = Samples.overview(
                    Samples.well().view("a:1"), Samples.well().silentView("b:1", Samples.NOW_MS - 12_000))
            .members()
            .get(1);

    @Test
    void shouldWriteAllFiguresOfAMemberInOneObject() {
        assertThat(ConsoleJson.write(well)).isEqualTo(WELL);
    }

    @Test
    void shouldWriteNullForEachFigureOfAMemberThatDoesNotAnswer() {
        assertThat(ConsoleJson.write(silent)).isEqualTo(SILENT);
    }

    @Test
    void shouldReadWhatAMemberWrote() {
        assertThat(ConsoleJson.read(WELL, MemberRow.class)).isEqualTo(well);
        assertThat(ConsoleJson.read(SILENT, MemberRow.class)).isEqualTo(silent);
    }

    @Test
    void shouldReadAMemberOfAVersionWithoutTheseFigures() {
        MemberRow read = ConsoleJson.read("{\"address\":\"b:1\",\"state\":\"SILENT\"}", MemberRow.class);

        assertThat(read.address()).isEqualTo("b:1");
        assertThat(read.shards().shardsOwned()).isNull();
        assertThat(read.memory().historyBytes()).isNull();
    }
}
