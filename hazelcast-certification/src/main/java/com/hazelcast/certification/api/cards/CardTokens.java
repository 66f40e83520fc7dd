package com.hazelcast.certification.api.cards;

import java.util.OptionalLong;

/** Names of cards from which nobody outside the cluster can find the number. Thread-safe. */
public interface CardTokens {
    /** A token of that card; two of one card differ. */
    String tokenOf(long card);

    /** The card of a token; empty when it is none of this cluster's. */
    OptionalLong cardOf(String token);
}
