package com.hazelcast.certification.metrics;

import com.hazelcast.certification.metrics.AnswerLatency.Quantiles;
import java.util.Map;

/**
 * What a member's API has done since its start, and does now.
 *
 * @param requests that were answered
 * @param errors of these, answered 5xx and not turned away
 * @param standIns by reason
 * @param late decisions of the rules that came after a stand-in's
 * @param differing of these, other than the stand-in's
 * @param turnedAway answered 429 or 503 at once, by reason
 * @param turnedAwayLines lines of batches that had no room, by reason; their batches were answered 200
 * @param queue transactions and calls without an answer
 * @param recent times to an answer of single transactions in the last seconds
 */
public record ApiFigures(
        long requests,
        long errors,
        Map<String, Long> standIns,
        long late,
        long differing,
        Map<String, Long> turnedAway,
        Map<String, Long> turnedAwayLines,
        long connections,
        long queue,
        long queueLimit,
        Quantiles recent) {}
