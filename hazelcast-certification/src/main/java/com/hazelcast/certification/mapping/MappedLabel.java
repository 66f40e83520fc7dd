package com.hazelcast.certification.mapping;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A row that says what a transaction turned out to be. Immutable.
 *
 * @param card the code of its number
 * @param timeMs since 1970
 * @param amountUnits in minor units
 * @param reference the hash of its reference's name; {@link com.hazelcast.certification.client.Reference#NONE}: the row has none
 */
public record MappedLabel(long card, OptionalLong timeMs, OptionalInt amountUnits, long reference, boolean isFraud) {}
