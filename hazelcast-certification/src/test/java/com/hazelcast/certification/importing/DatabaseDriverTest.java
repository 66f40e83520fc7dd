package com.hazelcast.certification.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code USAGE.md} says of drivers: which there are, how another one is taken, and what it gets. */
class DatabaseDriverTest {
    private static final String ADDRESS = "jdbc:recorded:payments";

    @TempDir
    Path folder;

    /** Connections of another database, by a driver that writes down what is set. */
    private static final class RecordingDriver implements Driver {
        private final List<String> recorded = new CopyOnWriteArrayList<>();
        private final String database;

        RecordingDriver(String database) {
            this.database = database;
        }

        @Override
        public @Nullable Connection connect(String address, Properties properties) throws SQLException {
            if (!acceptsURL(address)) {
                return null;
            }
            recorded.add("user=" + properties.get("user"));
            recorded.add("password=" + properties.get("password"));
            return recording(Connection.class, DriverManager.getConnection(database));
        }

        private <T> T recording(Class<T> type, T real) {
            return type.cast(Proxy.newProxyInstance(
                    RecordingDriver.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        if (method.getName().startsWith("set") && arguments.length == 1) {
                            recorded.add(method.getName() + "=" + arguments[0]);
                        }
                        Object answer = method.invoke(real, arguments);
                        return answer instanceof PreparedStatement statement
                                ? recording(PreparedStatement.class, statement)
                                : answer;
                    }));
        }

        @Override
        public boolean acceptsURL(String address) {
            return address.equals(ADDRESS);
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String address, Properties properties) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }
    }

    private String payments() throws Exception {
        Path file = folder.resolve("payments.db");
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:" + file);
                Statement statement = database.createStatement()) {
            statement.execute(
                    "CREATE TABLE payments AS SELECT '4000000000000002' AS pan, '2026-01-01T10:00:00Z' AS paid,"
                            + " '1.00' AS amount, 'EUR' AS currency, 'DE' AS country, '5411' AS mcc");
        }
        return "jdbc:duckdb:" + file + ";duckdb.read_only=true";
    }

    @Test
    void shouldReadByAnotherDriverThatIsThere() throws Exception {
        Path password = Files.writeString(folder.resolve("password.txt"), "none\n");
        String mapping =
                "columns: {card: pan, time: paid, amount: amount, currency: currency, country: country, mcc: mcc}\n"
                        + "database: {statement: SELECT * FROM payments, user: reader, password-file: '" + password
                        + "'}\n";
        RecordingDriver driver = new RecordingDriver(payments());
        DriverManager.registerDriver(driver);
        try {
            DryRun found = DryRun.of(Payments.request(folder, ADDRESS, mapping, 1), folder.resolve("refused.csv"));

            assertThat(found.rows()).isEqualTo(1);
            assertThat(driver.recorded)
                    .containsExactly(
                            "user=reader",
                            "password=none",
                            "setReadOnly=true",
                            "setAutoCommit=false",
                            "setFetchSize=10000");
        } finally {
            DriverManager.deregisterDriver(driver);
        }
    }

    @Test
    void shouldHaveTheDriversThatAreBuiltIn() {
        assertThat(DriverManager.drivers().map(driver -> driver.getClass().getName()))
                .contains("org.postgresql.Driver", "org.duckdb.DuckDBDriver");
    }
}
