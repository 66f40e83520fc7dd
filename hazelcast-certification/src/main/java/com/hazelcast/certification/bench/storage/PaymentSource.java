package com.hazelcast.certification.bench.storage;

import java.io.IOException;
import java.sql.SQLException;

/** Where payments stand that {@code ./fraud load} reads. Used by one thread. */
interface PaymentSource extends AutoCloseable {
    /** Columns as both kinds have them. */
    String MAPPING = """
            columns:
              card: pan
              time: created_at
              amount: amount
              currency: currency
              country: country
              mcc: mcc
              city: city
              terminal: terminal
              responseCode: response
            amount: minor
            zone: UTC
            """;

    /** Writes the payments. */
    void write(GeneratedPayments payments) throws IOException, SQLException;

    /** What it holds, counted by itself. */
    SourceFigures figures() throws SQLException;

    /** As {@code load} takes it. */
    String name();

    /** How {@code load} reads it. */
    String mapping() throws IOException;

    @Override
    void close() throws IOException, SQLException;
}
