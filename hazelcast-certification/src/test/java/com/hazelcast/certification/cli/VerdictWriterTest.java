package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cli.RecordInput.Referenced;
import com.hazelcast.certification.cli.SendCommand.VerdictFormat;
import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.Verdict;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictWriterTest {
    private static final Referenced RECORD = new Referenced(
            Arrays.copyOf(
                    "00000017721111,1798967585307,107,00,34209,107,0494,09691,74106"
                            .getBytes(StandardCharsets.US_ASCII),
                    100),
            "");

    private final StringWriter out = new StringWriter();

    @Test
    void shouldWriteInTheOrderOfTheInputWhateverComesFirst() throws Exception {
        VerdictWriter writer = new VerdictWriter(VerdictFormat.CSV, false, out);
        CompletableFuture<Verdict> slow = new CompletableFuture<>();
        writer.await(RECORD, slow);
        writer.await(
                RECORD,
                CompletableFuture.completedFuture(
                        new Verdict(Verdict.Status.REJECTED, 0, Optional.of(RejectionReason.TOO_OLD))));
        assertThat(writer.written()).isZero();

        slow.complete(new Verdict(Verdict.Status.SCORED, 36, Optional.empty()));
        writer.finish();

        assertThat(out.toString().lines())
                .containsExactly(
                        "record,card,status,rule,reason,action,set",
                        "0,000000****1111,scored,36,,decline,",
                        "1,000000****1111,rejected,0,too_old,,");
    }

    /** A verdict that comes when somebody waits for it. */
    private static final class Late extends CompletableFuture<Verdict> {
        @Override
        public Verdict join() {
            complete(new Verdict(Verdict.Status.SCORED, 36, Optional.empty()));
            return super.join();
        }
    }

    @Test
    void shouldWaitForTheOldestVerdictWhenTooManyLinesWaitBehindIt() throws Exception {
        VerdictWriter writer = new VerdictWriter(VerdictFormat.CSV, false, out, 2);
        Verdict done = new Verdict(Verdict.Status.SCORED, 1, Optional.empty());
        writer.await(RECORD, new Late());
        writer.await(RECORD, CompletableFuture.completedFuture(done));
        assertThat(writer.written()).isZero();

        writer.await(RECORD, CompletableFuture.completedFuture(done));

        assertThat(writer.written()).isEqualTo(3);
        assertThat(out.toString().lines().map(line -> line.split(",", -1)[0])).containsExactly("record", "0", "1", "2");
    }

    /** Points have decided about the first, and a rule that approves about the second. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CSV | 0,000000****1111,scored,0,,review,7 | 1,000000****1111,duplicate,4,,approve,7",
                "JSONL | {\"record\":0,\"card\":\"000000****1111\",\"status\":\"scored\",\"rule\":0,\"action\":\"review\",\"set\":7} | {\"record\":1,\"card\":\"000000****1111\",\"status\":\"duplicate\",\"rule\":4,\"action\":\"approve\",\"set\":7}",
            })
    void shouldWriteActionAndSet(VerdictFormat format, String first, String second) throws Exception {
        VerdictWriter writer = new VerdictWriter(format, false, out);
        writer.await(
                RECORD,
                CompletableFuture.completedFuture(
                        new Verdict(Verdict.Status.SCORED, 0, Optional.empty(), Verdict.Action.REVIEW, 7)));
        writer.await(
                RECORD,
                CompletableFuture.completedFuture(
                        new Verdict(Verdict.Status.DUPLICATE, 4, Optional.empty(), Verdict.Action.APPROVE, 7)));
        writer.finish();

        assertThat(out.toString().lines()).endsWith(first, second);
    }

    @Test
    void shouldWriteJsonLinesAndCountWhatStayedUnanswered() throws Exception {
        VerdictWriter writer = new VerdictWriter(VerdictFormat.JSONL, false, out);
        writer.await(
                RECORD, CompletableFuture.completedFuture(new Verdict(Verdict.Status.DUPLICATE, 3, Optional.empty())));
        writer.await(RECORD, CompletableFuture.failedFuture(new IllegalStateException("closed")));
        writer.finish();

        assertThat(out.toString().lines())
                .containsExactly(
                        "{\"record\":0,\"card\":\"000000****1111\",\"status\":\"duplicate\",\"rule\":3,"
                                + "\"action\":\"decline\"}",
                        "{\"record\":1,\"card\":\"000000****1111\",\"status\":\"unanswered\",\"rule\":0}");
        assertThat(writer.unanswered()).isEqualTo(1);
        assertThat(writer.duplicate()).isEqualTo(1);
    }

    @Test
    void shouldShowReferencesQuotedWhereTheyMustBe() throws Exception {
        Verdict scored = new Verdict(Verdict.Status.SCORED, 0, Optional.empty());
        for (VerdictFormat format : VerdictFormat.values()) {
            VerdictWriter writer = new VerdictWriter(format, true, out);
            writer.await(
                    new Referenced(RECORD.record(), "order 4711, \"b\""), CompletableFuture.completedFuture(scored));
            writer.finish();
        }

        assertThat(out.toString().lines())
                .containsExactly(
                        "record,card,status,rule,reason,action,set,reference",
                        "0,000000****1111,scored,0,,approve,,\"order 4711, \"\"b\"\"\"",
                        "{\"record\":0,\"card\":\"000000****1111\",\"status\":\"scored\",\"rule\":0,"
                                + "\"action\":\"approve\",\"reference\":\"order 4711, \\\"b\\\"\"}");
    }
}
