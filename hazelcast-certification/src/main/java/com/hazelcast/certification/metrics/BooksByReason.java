package com.hazelcast.certification.metrics;

import com.hazelcast.certification.transaction.Refusal;
import java.util.Map;

/**
 * Books with their refusals by reason, of one moment.
 *
 * @param refused every reason; the counts add up to {@code books.refused()}
 */
public record BooksByReason(Books books, Map<Refusal, Long> refused) {}
