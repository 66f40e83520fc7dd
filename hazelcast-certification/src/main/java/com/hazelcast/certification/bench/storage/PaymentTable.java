package com.hazelcast.certification.bench.storage;

import com.hazelcast.certification.process.LocalPostgres;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;

/** Payments in a table of a PostgreSQL server, which is started for it and counts them. Used by one thread. */
final class PaymentTable implements PaymentSource {
    private static final int ROWS_PER_BATCH = 4_096;

    /** Many rows in a statement. */
    private static final String FAST = "?reWriteBatchedInserts=true";

    private static final String COLUMNS = "pan, created_at, amount, currency, country, mcc, city, terminal, response";

    private final LocalPostgres server;
    private final Path password;

    /** A table on a server of its own. */
    PaymentTable(Path password) throws IOException, InterruptedException {
        this.server = LocalPostgres.start();
        this.password = Files.writeString(password, server.password() + "\n");
    }

    @Override
    public void write(GeneratedPayments payments) throws IOException, SQLException {
        try (Connection connection =
                        DriverManager.getConnection(server.address() + FAST, LocalPostgres.OWNER, server.password());
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(
                    "CREATE UNLOGGED TABLE payments (id bigint, pan text, created_at timestamptz, amount bigint,"
                            + " currency smallint, country smallint, mcc smallint, city int, terminal int, response smallint)");
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO payments (id, " + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
                Rows rows = new Rows(insert);
                for (int slice = 0; slice < payments.slices(); slice++) {
                    payments.draw(slice, 0, payments.cards(), rows::add);
                }
                rows.send();
            }
            unused = statement.execute("ALTER TABLE payments ADD PRIMARY KEY (id)");
            unused = statement.execute("ANALYZE payments");
            connection.commit();
        }
    }

    /** Rows on their way to the server. */
    private static final class Rows {
        private final PreparedStatement insert;
        private long id;

        Rows(PreparedStatement insert) {
            this.insert = insert;
        }

        void add(long number, long times, long payment, int outcome) throws SQLException {
            int column = 1;
            insert.setLong(column++, id++);
            insert.setString(column++, Long.toString(number));
            insert.setTimestamp(column++, new Timestamp(TransactionLayout.timeMs(times)));
            insert.setLong(column++, TransactionLayout.amountUnits(payment));
            insert.setInt(column++, TransactionLayout.currency(times));
            insert.setInt(column++, TransactionLayout.country(times));
            insert.setInt(column++, TransactionLayout.merchant(payment));
            insert.setInt(column++, TransactionLayout.city(outcome));
            insert.setInt(column++, TransactionLayout.code(payment));
            insert.setInt(column, TransactionLayout.response(outcome));
            insert.addBatch();
            if (id % ROWS_PER_BATCH == 0) {
                send();
            }
        }

        void send() throws SQLException {
            int[] unused = insert.executeBatch();
        }
    }

    @Override
    public SourceFigures figures() throws SQLException {
        try (Connection connection = server.connect()) {
            return SourceFigures.read(
                    connection,
                    "payments",
                    "pan::numeric",
                    "floor(extract(epoch FROM created_at) * 1000)",
                    "1::numeric");
        }
    }

    @Override
    public String name() {
        return server.address();
    }

    @Override
    public String mapping() {
        return MAPPING
                + String.join(
                        "\n",
                        "database:",
                        "  statement: SELECT " + COLUMNS + " FROM payments WHERE id >= ? AND id < ?",
                        "  range-of: SELECT min(id), max(id), count(*), count(id) FROM payments",
                        "  ranges: 64",
                        "  user: " + LocalPostgres.OWNER,
                        "  password-file: '" + password + "'",
                        "");
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
