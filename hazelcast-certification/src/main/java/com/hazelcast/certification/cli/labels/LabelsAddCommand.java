package com.hazelcast.certification.cli.labels;

import com.hazelcast.certification.cli.options.ClusterOptions;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.importing.RefusalReason;
import com.hazelcast.certification.importing.RowSource;
import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.MappingFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./fraud labels add FILE}: says of transactions that a cluster holds whether they were fraud. */
@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Label transactions that a running cluster holds as fraud or genuine. A later label replaces an earlier one.",
            "A row has the columns card and label, and the reference of its transaction, or time and amount (minor units). A label is"
                    + " fraud or genuine, true or false, 1 or 0, yes or no."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every row has labelled a transaction",
            "1:some rows were refused, or name no transaction of the cluster; the file of --refused has them"
        })
public final class LabelsAddCommand implements Callable<Integer> {
    private static final List<String> NAMES = List.of("card", "time", "amount", "reference", "label");

    /** Begins the address of a database. */
    private static final String DATABASE = "jdbc:";

    @Parameters(
            paramLabel = "FILE",
            description =
                    "CSV with a heading, JSON lines or Parquet; .gz and .zst, too. A folder or a pattern are several.")
    private String file = "";

    @Option(
            names = "--map",
            paramLabel = "FILE",
            description =
                    "The mapping, as for 'load': the column of each field, and its units. Only card and label are required.")
    private @Nullable Path map;

    @Option(
            names = "--refused",
            paramLabel = "FILE",
            defaultValue = "refused-labels.csv",
            description =
                    "File for the rows that label nothing, each with its reason; an older one is replaced (default: ${DEFAULT-VALUE}).")
    private Path refused = Path.of("");

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        RowSource.files(file).forEach(read -> OptionValues.requireOther("refused", refused, read));
        OptionValues.requireOther("refused", refused, map);
        PrintWriter out = spec.commandLine().getOut();
        try (RowSource source = RowSource.of(file, mapping());
                ClusterControl control = cluster.connect(spec.commandLine().getErr())) {
            LabelFile labels = new LabelFile(source, mapping(), control::addLabels);
            LabelFile.Result result = labels.send(refused);
            print(result, out);
            return result.refusedRows() == 0 ? 0 : 1;
        } catch (SQLException e) {
            throw new IOException(
                    "the labels cannot be read: FILE=" + RowSource.shown(file) + ": " + e.getMessage(), e);
        }
    }

    private Mapping mapping() throws SQLException {
        if (map != null) {
            return MappingFile.readForLabels(map);
        }
        if (file.startsWith(DATABASE)) {
            throw new IllegalArgumentException(
                    "what to read of a database is in a mapping, under the key database; give it by --map: FILE="
                            + RowSource.shown(file));
        }
        List<String> columns = RowSource.columns(file);
        return MappingFile.forLabels(columns.isEmpty() ? NAMES : columns);
    }

    private void print(LabelFile.Result result, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%,d transactions labelled: %,d fraud, %,d genuine; %,d rows refused%n",
                result.fraud() + result.genuine(),
                result.fraud(),
                result.genuine(),
                result.refusedRows());
        for (Map.Entry<String, RefusalReason> reason : result.refusals().entrySet()) {
            out.printf(
                    Locale.ROOT,
                    "  %s: %,d%n",
                    reason.getKey(),
                    reason.getValue().rows());
            reason.getValue().examples().forEach(example -> out.println("    " + example));
        }
        if (result.refusedRows() > 0) {
            out.println("all refused rows: " + refused);
        }
        out.flush();
    }
}
