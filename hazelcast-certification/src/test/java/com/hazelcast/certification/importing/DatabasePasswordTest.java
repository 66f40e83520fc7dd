package com.hazelcast.certification.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A password in the address of a database is not written down and not shown. */
class DatabasePasswordTest {
    private static final String MAPPING =
            "columns: {card: pan, time: at, amount: amount, currency: currency, country: country, mcc: mcc}\n"
                    + "database: {statement: SELECT 1}\n";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://h/d?user=a&password=s3cret&ssl=true, jdbc:postgresql://h/d?user=a&password=***&ssl=true",
        "jdbc:postgresql://h/d?sslpassword=s3cret, jdbc:postgresql://h/d?sslpassword=***",
        "jdbc:sqlserver://h;user=a;Password={s3;cret};x=1, jdbc:sqlserver://h;user=a;Password=***;x=1",
        "jdbc:mysql://a:s3cret@h:3306/d, jdbc:mysql://a:***@h:3306/d",
        "jdbc:oracle:thin:a/s3cret@h:1521:d, jdbc:oracle:thin:a/***@h:1521:d",
        "jdbc:postgresql://h:5432/d, jdbc:postgresql://h:5432/d",
        "in/password=1.csv, in/password=1.csv",
    })
    void shouldShowAnAddressWithoutItsPassword(String address, String shown) {
        assertThat(RowSource.shown(address)).isEqualTo(shown);
    }

    @Test
    void shouldWriteNoPasswordIntoAPlanAndGoOnWithAnother() throws Exception {
        ImportPlan plan = plan("jdbc:postgresql://h/d?password=s3cret");

        plan.write(folder);

        assertThat(Files.readString(ImportPlan.file(folder))).doesNotContain("s3cret");
        assertThat(ImportPlan.read(folder).isSame(plan("jdbc:postgresql://h/d?password=other")))
                .isTrue();
        assertThat(ImportPlan.read(folder).isSame(plan("jdbc:postgresql://other/d?password=s3cret")))
                .isFalse();
    }

    private static ImportPlan plan(String source) {
        return new ImportPlan(1, source, "mapping", 7, "", 1, List.of());
    }

    @Test
    void shouldShowNoPasswordWhenTheDatabaseCannotBeReached() throws Exception {
        ImportRequest request = Payments.request(folder, "jdbc:nothing://h/d?user=a&password=s3cret", MAPPING, 1);

        for (Throwable failure : List.of(
                catchThrowable(() -> new ImportJob(request, folder.resolve("out")).run()),
                catchThrowable(() -> DryRun.of(request, folder.resolve("refused.csv"))))) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            assertThat(trace.toString())
                    .contains("No suitable driver", "jdbc:nothing://h/d?user=a&password=***")
                    .doesNotContain("s3cret");
        }
    }
}
