package com.hazelcast.certification.labels;

import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * Says of a transaction what it turned out to be. It is named by its card and its reference, or by its card, time and amount; what is given
 * beyond that must agree.
 *
 * @param card the code of its number, or its keyed identifier
 * @param reference the hash of its reference's name; {@link TransactionLayout#NO_REFERENCE}: not given
 * @param timeMs since 1970; {@link #NOT_GIVEN}
 * @param amountUnits in minor units; {@link #NOT_GIVEN}
 */
public record LabelRequest(long card, long reference, long timeMs, long amountUnits, Label label) {
    /** A time or an amount that is not given. */
    public static final long NOT_GIVEN = -1;

    /** Whether it says enough to name a transaction. */
    public boolean isNaming() {
        return hasReference() || hasTime() && hasAmount();
    }

    boolean hasReference() {
        return reference != TransactionLayout.NO_REFERENCE;
    }

    boolean hasTime() {
        return timeMs != NOT_GIVEN;
    }

    boolean hasAmount() {
        return amountUnits != NOT_GIVEN;
    }

    /** The same of that card. */
    public LabelRequest of(long anotherCard) {
        return new LabelRequest(anotherCard, reference, timeMs, amountUnits, label);
    }

    /** Without the card. */
    @Override
    public String toString() {
        return "label=" + label.word() + " timeMs=" + timeMs + " amountUnits=" + amountUnits;
    }
}
