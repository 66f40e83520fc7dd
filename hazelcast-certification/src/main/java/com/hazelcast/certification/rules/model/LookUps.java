package com.hazelcast.certification.rules.model;

import com.hazelcast.certification.rules.lists.Rates;
import java.util.List;
import java.util.Optional;

/**
 * What a set declares to look up besides the card's history. Immutable.
 *
 * @param learnt names of its lists and tables that have entries, places left out: what somebody has found out, and adds to as time goes by
 * @param exchange its first exchange, if it has one
 */
public record LookUps(List<String> learnt, Optional<Exchange> exchange) {
    /** Rates to a currency, which has three letters. */
    public record Exchange(String currency, Rates rates) {}

    public LookUps {
        learnt = List.copyOf(learnt);
    }
}
