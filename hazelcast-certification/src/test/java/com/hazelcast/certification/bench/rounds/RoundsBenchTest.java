package com.hazelcast.certification.bench.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.scoring.BatchScorer;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.traffic.LabelSink;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.RecordParser;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.util.AbstractMap.SimpleEntry;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first four ways, and that they decide as the product does. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RoundsBenchTest {
    private static final int CARDS = 200;
    private static final long START_MS = 1_795_593_600_000L;
    private static final long STEP_MS = Duration.ofHours(1).toMillis();

    private static RecordGenerator stream() {
        return new GeneratedStream(Traffic.NATURAL, CARDS, 3).generator(LabelSink.NONE);
    }

    private static byte[] next(RecordGenerator generator, long timeMs) {
        byte[] record = new byte[WireRecord.SIZE_BYTES];
        byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        generator.fill(record, 0, 1, timeMs);
        assertThat(RecordParser.parse(record, 0, transaction, 0)).isEqualTo(RecordParser.OK);
        return transaction;
    }

    /** Over more than 90 days, so that both forget. */
    @Test
    void shouldDecideAsTheProduct() {
        HistoryShard shard = new HistoryShard(
                HistoryMemory.unbounded(MemoryKind.HEAP), HistoryLimits.ENTRIES_PER_CARD_DEFAULT, CARDS);
        CardShard listed = new CardShard();
        for (long card = 0; card < CARDS; card++) {
            listed.put(card, new ListedCard());
        }
        Map.Entry<Object, CardHolder> entry = new SimpleEntry<>(0, listed);
        BatchScorer scorer = new BatchScorer();
        RecordGenerator generator = stream();
        short[] answers = new short[1];
        int flagged = 0;
        for (int i = 0; i < 100 * 24; i++) {
            byte[] transaction = next(generator, START_MS + i * STEP_MS);
            byte[] rules = new ScoreCards(transaction.clone()).process(entry);
            scorer.score(shard, START_MS, transaction, 1, answers);

            assertThat(Answer.isScored(answers[0])).isTrue();
            assertThat((int) rules[0]).isEqualTo(RuleSet.shipped().ruleOf(Answer.verdict(answers[0])));
            flagged += rules[0] == 0 ? 0 : 1;
        }
        assertThat(flagged).isPositive();
    }

    @Test
    void shouldHaveBackupsKeepWhatOwnersKeep() {
        ListedCard owner = new ListedCard();
        ListedCard backup = new ListedCard();
        ScoreCards score = new ScoreCards(next(stream(), START_MS));

        byte[] unusedRules = score.process(new SimpleEntry<>(0, owner));
        byte[] unusedNone = score.getBackupProcessor().process(new SimpleEntry<>(0, backup));

        owner.rewind();
        backup.rewind();
        assertThat(owner.next()).isTrue();
        assertThat(backup.next()).isTrue();
        assertThat(backup.isSameTransaction(owner)).isTrue();
        assertThat(backup.next()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"ONE_CALL", "PIPELINED", "READS", "SHARDS"})
    void shouldAnswerWhatASourceSends(Way way) throws Exception {
        RoundsBench.Settings settings = new RoundsBench.Settings(
                CARDS, 20, 2, 1, 5, 2, 1, 200, "1g", "1g", Duration.ofSeconds(1), Duration.ofSeconds(1));
        try (ServerSocket source = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
                RoundCluster cluster = new RoundCluster(settings, way, Clock.systemUTC())) {
            Thread accepting = new Thread(() -> accept(source), "source");
            accepting.setDaemon(true);
            accepting.start();

            cluster.read(source.getLocalPort());

            TestCluster.await(
                    "transactions are answered", () -> cluster.figures().answered() > 2_000);
            RoundReader.Figures figures = cluster.figures();
            if (way == Way.SHARDS) {
                assertThat(figures.calls()).isLessThan(figures.answered() / 5);
            } else {
                assertThat(figures.calls()).isCloseTo(figures.answered(), org.assertj.core.data.Offset.offset(400L));
            }
        }
    }

    private static void accept(ServerSocket source) {
        try {
            while (true) {
                Socket reader = source.accept();
                Thread sending = new Thread(() -> send(reader), "source-connection");
                sending.setDaemon(true);
                sending.start();
            }
        } catch (IOException e) {
            // The test has closed the port.
            return;
        }
    }

    private static void send(Socket reader) {
        RecordGenerator generator = stream();
        byte[] records = new byte[100 * WireRecord.SIZE_BYTES];
        try (reader) {
            while (true) {
                generator.fill(records, 0, 100, System.currentTimeMillis());
                reader.getOutputStream().write(records);
            }
        } catch (IOException e) {
            // The reader has closed the connection.
            return;
        }
    }

    @Test
    void shouldNameTheWaysWhenThereIsNoSuchOne() {
        assertThat(Way.of("one-call")).isEqualTo(Way.ONE_CALL);
        assertThatThrownBy(() -> Way.of("two-calls"))
                .hasMessageContaining("one-call, pipelined, reads, shards, windows, native")
                .hasMessageContaining("way=two-calls");
    }
}
