package com.hazelcast.certification.mapping;

/** What a mapping gives a column to, by its key in the mapping file. */
enum MappedField {
    CARD("card"),
    TIME("time"),
    AMOUNT("amount"),
    CURRENCY("currency"),
    COUNTRY("country"),
    MCC("mcc"),
    CITY("city"),
    TERMINAL("terminal"),
    RESPONSE_CODE("responseCode"),
    REFERENCE("reference"),
    VERDICT("verdict"),
    LABEL("label");

    final String key;

    MappedField(String key) {
        this.key = key;
    }

    /** Whether a transaction cannot be without it. */
    boolean isRequired() {
        return ordinal() <= MCC.ordinal();
    }
}
