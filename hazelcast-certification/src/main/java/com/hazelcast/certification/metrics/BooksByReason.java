package com.hazelcast.certification.metrics;

import com.hazelcast.certification.transaction.Refusal;
import java.util.Map;

/**
 * The counters of one member at one moment, with rejections by reason and what was flagged.
 *
 * @param flagged of the scored, given a verdict other than 0: never more than these
 * @param refused every reason; the counts add up to {@code books.refused()}
 */
public record BooksByReason(Books books, long flagged, Map<Refusal, Long> refused) {}
