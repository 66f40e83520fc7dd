package com.hazelcast.certification.kafka.records;

import com.hazelcast.certification.mapping.Amounts;
import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.mapping.Fields;
import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.MappingFile;
import com.hazelcast.certification.mapping.RowMapper;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the mapping of records whose fields have the names, and mean the same, as in the schema of the HTTP API: a decimal {@code
 * amount}, or {@code amountMinor}; a whole number as {@code time} is in milliseconds. A time and an {@code amountMinor} of 0 stand for none
 * where they must be given or must not: Protobuf has a 0 where a producer gives nothing. Used by one thread.
 */
final class NamedFields implements Function<@Nullable Object[], RowMapper> {
    private static final Mapping DECIMAL = MappingFile.ofFieldNames(false);
    private static final Mapping MINOR = MappingFile.ofFieldNames(true);
    private static final int CARD = DECIMAL.columns().indexOf(Fields.CARD);
    private static final int TIME = DECIMAL.columns().indexOf("time");
    private static final int AMOUNT = DECIMAL.columns().indexOf(Amounts.FIELD);
    private static final int AMOUNT_MINOR = DECIMAL.columns().indexOf(MappingFile.AMOUNT_MINOR);

    private final RowMapper decimal = DECIMAL.mapperOfAnyTime();
    private final RowMapper minor = MINOR.mapperOfAnyTime();

    /** The names of the fields, in the order of the cells. */
    static List<String> columns() {
        return DECIMAL.columns();
    }

    @Override
    public RowMapper apply(@Nullable Object[] cells) {
        if (cells[CARD] instanceof Number) {
            throw FieldProblem.withoutValue(
                    "wrong_type",
                    Fields.CARD,
                    "the card is a number: leading zeros would be lost",
                    "give the card as a string, or its digits in a mapping: kafka-map");
        }
        if (cells[TIME] instanceof Long ms) {
            cells[TIME] = ms == 0 ? null : Instant.ofEpochMilli(ms);
        }
        Object amount = cells[AMOUNT];
        if (amount == null || amount instanceof String text && text.isBlank()) {
            return minor;
        }
        if (cells[AMOUNT_MINOR] instanceof Number other && other.longValue() != 0) {
            throw FieldProblem.withoutValue(
                    "duplicate_field",
                    Amounts.FIELD,
                    "amount and amountMinor are both there",
                    "give one of amount and amountMinor");
        }
        if (!(amount instanceof String) && !(amount instanceof BigDecimal)) {
            throw new FieldProblem(
                    "wrong_type",
                    Amounts.FIELD,
                    amount.toString(),
                    "the amount is neither a string nor a decimal",
                    "give a decimal or a decimal string, amountMinor as an integer, or a mapping: kafka-map");
        }
        return decimal;
    }
}
