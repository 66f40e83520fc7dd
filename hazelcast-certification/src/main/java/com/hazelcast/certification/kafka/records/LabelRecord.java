package com.hazelcast.certification.kafka.records;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.api.labels.LabelRow;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.mapping.FieldProblem;
import java.io.IOException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record of a topic of labels that can be read. Immutable.
 *
 * @param record as it came
 * @param request what it labels
 */
public record LabelRecord(ConsumerRecord<byte[], byte[]> record, LabelRequest request) {
    private static final long PLAUSIBLE_MS = 20 * 365 * HistoryLimits.DAY_MS;

    private static final byte[] NOTHING = {};
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /**
     * Reads a record, a JSON object as in the list of {@code POST /v1/labels}.
     *
     * @throws FieldProblem why it cannot be read
     */
    public static LabelRecord of(ConsumerRecord<byte[], byte[]> record) {
        LabelRow row;
        try {
            row = LabelRow.of(JSON.readTree(record.value() == null ? NOTHING : record.value()));
        } catch (IOException e) {
            // Jackson's own message may repeat what was sent.
            throw FieldProblem.withoutValue(
                    "not_json", "", "the record is no JSON", "send one JSON object a record", e);
        }
        FieldProblem problem = row.problem();
        LabelRequest request = row.request();
        if (request == null) {
            throw problem == null ? problem(LabelResult.NOT_NAMED) : problem;
        }
        return new LabelRecord(record, request);
    }

    /**
     * Whether what it labels is older than histories keep, by the time that it names, or where it names none, by the record's own: a payment comes
     * before its label. A time of twenty years ago is none that a payment has: a feed that writes seconds names such times.
     */
    public boolean isBeyondHistories(long nowMs) {
        long namedMs = request.timeMs();
        long timeMs = namedMs == LabelRequest.NOT_GIVEN ? record.timestamp() : namedMs;
        return timeMs > nowMs - PLAUSIBLE_MS && timeMs < nowMs - HistoryLimits.HORIZON_MS;
    }

    /** Why a label has labelled nothing. */
    public static FieldProblem problem(LabelResult result) {
        return FieldProblem.withoutValue(result.code(), "", result.description(), result.remedy());
    }
}
