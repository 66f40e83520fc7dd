package com.hazelcast.certification.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.cli.RecordInput.Referenced;
import com.hazelcast.certification.cli.SendCommand.VerdictFormat;
import com.hazelcast.certification.cli.labels.VerdictLines;
import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Writes a line for each record in the order of the input, when its verdict and those before it have come. Behind one that has not come, at most
 * {@value #LINES_MAX} lines wait; then whoever sends waits for it. Used by the sending thread.
 */
final class VerdictWriter implements AutoCloseable {
    /** Some 300 MB. The client's own bound counts only those without a verdict, and one of them may hold up all others. */
    private static final int LINES_MAX = 1 << 20;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final int linesMax;
    private final VerdictFormat format;
    private final boolean hasReferences;
    private final Writer out;
    private final Queue<Line> waiting = new ArrayDeque<>();
    private long sent;
    private long scored;
    private long duplicate;
    private long rejected;
    private long unanswered;

    private record Line(long record, String card, String reference, CompletableFuture<Verdict> verdict) {}

    /** @param hasReferences whether lines show references */
    VerdictWriter(VerdictFormat format, boolean hasReferences, Writer out) throws IOException {
        this(format, hasReferences, out, LINES_MAX);
    }

    /** @param linesMax lines that wait */
    VerdictWriter(VerdictFormat format, boolean hasReferences, Writer out, int linesMax) throws IOException {
        this.linesMax = linesMax;
        this.format = format;
        this.hasReferences = hasReferences;
        this.out = out;
        if (format == VerdictFormat.CSV) {
            out.write(VerdictLines.HEADING + (hasReferences ? ",reference" : "") + "\n");
        }
    }

    /** A record has been sent. Writes what can be written; waits for the oldest verdict while too many lines wait. */
    void await(Referenced record, CompletionStage<Verdict> verdict) throws IOException {
        waiting.add(new Line(sent++, maskedCard(record.record()), record.reference(), verdict.toCompletableFuture()));
        for (Line next = waiting.peek(); next != null && mayWrite(next); next = waiting.peek()) {
            write(waiting.remove());
        }
    }

    private boolean mayWrite(Line oldest) {
        return oldest.verdict.isDone() || waiting.size() > linesMax;
    }

    /** Writes the rest, once the client is closed: every stage is complete then. */
    void finish() throws IOException {
        while (!waiting.isEmpty()) {
            write(waiting.remove());
        }
        out.flush();
    }

    private void write(Line line) throws IOException {
        Verdict verdict = verdict(line.verdict);
        String status = verdict == null ? "unanswered" : verdict.status().name().toLowerCase(Locale.ROOT);
        String reason = verdict == null
                ? ""
                : verdict.reason().map(RejectionReason::label).orElse("");
        int rule = verdict == null ? 0 : verdict.rule();
        String action = action(verdict);
        String set = verdict == null || verdict.ruleSet() == 0 ? "" : Integer.toString(verdict.ruleSet());
        if (format == VerdictFormat.CSV) {
            out.write(line.record + "," + line.card + "," + status + "," + rule + "," + reason + "," + action + ","
                    + set + (hasReferences ? "," + quoted(line.reference) : "") + "\n");
        } else {
            out.write("{\"record\":" + line.record + ",\"card\":\"" + line.card + "\",\"status\":\"" + status
                    + "\",\"rule\":" + rule + (reason.isEmpty() ? "" : ",\"reason\":\"" + reason + "\"")
                    + (action.isEmpty() ? "" : ",\"action\":\"" + action + "\"")
                    + (set.isEmpty() ? "" : ",\"set\":" + set)
                    + (hasReferences ? ",\"reference\":" + JSON.writeValueAsString(line.reference) : "") + "}\n");
        }
    }

    /** Empty where nothing was decided. */
    private static String action(@Nullable Verdict verdict) {
        if (verdict == null) {
            return "";
        }
        return switch (verdict.status()) {
            case SCORED, DUPLICATE -> verdict.action().name().toLowerCase(Locale.ROOT);
            case REJECTED, DEFERRED -> "";
        };
    }

    /** As RFC 4180 has it. */
    private static String quoted(String text) {
        return text.contains(",") || text.contains("\"") ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
    }

    private @Nullable Verdict verdict(CompletableFuture<Verdict> future) {
        try {
            Verdict verdict = future.join();
            switch (verdict.status()) {
                case SCORED -> scored++;
                case DUPLICATE -> duplicate++;
                case REJECTED -> rejected++;
                // Not decided: as one without an answer. Only clients that request it get this answer.
                case DEFERRED -> unanswered++;
            }
            return verdict;
        } catch (CompletionException e) {
            // The client was closed before an answer came; the line says so.
            unanswered++;
            return null;
        }
    }

    /** What stands where the card should: digits only, so that no other field is ever shown. */
    private static String maskedCard(byte[] record) {
        int end = 0;
        while (end < Math.min(CardNumber.DIGITS_MAX, WireRecord.SIZE_BYTES)
                && record[end] >= '0'
                && record[end] <= '9') {
            end++;
        }
        return Pan.masked(new String(record, 0, end, StandardCharsets.US_ASCII));
    }

    long sent() {
        return sent;
    }

    long scored() {
        return scored;
    }

    long duplicate() {
        return duplicate;
    }

    long rejected() {
        return rejected;
    }

    long unanswered() {
        return unanswered;
    }

    long written() {
        return scored + duplicate + rejected + unanswered;
    }

    @Override
    public void close() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the verdicts; is the disk full?", e);
        }
    }
}
