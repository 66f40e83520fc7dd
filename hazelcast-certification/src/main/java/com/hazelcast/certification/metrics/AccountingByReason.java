package com.hazelcast.certification.metrics;

import com.hazelcast.certification.transaction.Rejection;
import java.util.Map;

/**
 * The counters of one member at one moment, with rejections by reason and what was flagged.
 *
 * @param flagged of the scored, whose action is not to approve: never more than these
 * @param rejected every reason; the counts add up to {@code accounting.rejected()}
 */
public record AccountingByReason(Accounting accounting, long flagged, Map<Rejection, Long> rejected) {}
