package com.hazelcast.certification.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.cli.RecordInput.Referenced;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.GatewayClientOptions;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Reference;
import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.client.protocol.RecordFormat;
import java.io.BufferedInputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./fraud send}: hands a file of records in at the gateway, and writes a verdict for each. */
@Command(
        name = "send",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Send records to the gateways of members and write a verdict for each.",
        footer = "%nStatus 1 when a record stayed without an answer: the last lines have their number.")
final class SendCommand implements Callable<Integer> {
    private static final String STANDARD_INPUT = "-";
    private static final Path STANDARD_INPUT_FILE = Path.of("/dev/stdin");

    /** Rejected here: a longer reference has no place in the protocol. */
    private static final Verdict REFERENCE_TOO_LONG =
            new Verdict(Verdict.Status.REJECTED, 0, Optional.of(RejectionReason.OUT_OF_RANGE));

    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "FILE|-", description = "The records; - is the standard input.")
    String input = "";

    @Mixin
    GatewayClientOptions gateway;

    @Option(
            names = "--input-format",
            defaultValue = "records",
            paramLabel = "records|csv",
            description =
                    "records: 100 bytes each; csv: a line each, the nine fields and, as a tenth column, the payment's reference (default: ${DEFAULT-VALUE}).")
    RecordInput.Format inputFormat;

    @Option(
            names = "--format",
            defaultValue = "csv",
            paramLabel = "csv|jsonl",
            description = "How verdicts are written, cards masked (default: ${DEFAULT-VALUE}).")
    VerdictFormat format;

    @Option(names = "--output", paramLabel = "FILE", description = "Where to; none: the standard output.")
    @Nullable
    Path output;

    @Option(
            names = "--in-flight",
            defaultValue = "20000",
            paramLabel = "N",
            description = "Most records sent and not answered (default: ${DEFAULT-VALUE}).")
    int inFlight;

    @Option(
            names = "--timeout",
            defaultValue = "60s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "How long to wait for the last answers (default: ${DEFAULT-VALUE}).")
    Duration timeout;

    @Option(
            names = "--smart",
            defaultValue = "true",
            fallbackValue = "true",
            arity = "0..1",
            paramLabel = "true|false",
            description =
                    "Send each record to the member that owns its card's shard, from 1,000 records a second on; false: all to one member (default: ${DEFAULT-VALUE}).")
    boolean isSmart;

    @Mixin
    JsonOption json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (json.isOn && output == null) {
            throw new ParameterException(
                    spec.commandLine(), "--json needs --output: verdicts would stand on the standard output as well.");
        }
        ClientConfig config = config();
        long startNs = System.nanoTime();
        DriverWork begin = DriverWork.ofThisThread(0);
        try (InputStream in = open();
                Writer out = output();
                VerdictWriter verdicts = new VerdictWriter(format, inputFormat == RecordInput.Format.CSV, out)) {
            SendProgress progress =
                    new SendProgress(verdicts, spec.commandLine().getErr());
            boolean isWhole;
            try (FraudClient client = FraudClient.connect(config)) {
                isWhole = send(in, client, verdicts, progress);
            }
            verdicts.finish();
            progress.end();
            String driverBound = DriverWork.ofThisThread(0).since(begin).bound();
            if (!driverBound.isEmpty()) {
                err().println("bounded by the driver: " + driverBound);
            }
            if (json.isOn) {
                JsonOption.print(
                        spec.commandLine().getOut(), json(verdicts, isWhole, System.nanoTime() - startNs, driverBound));
            }
            return isGood(verdicts, isWhole) ? 0 : 1;
        }
    }

    private static boolean isGood(VerdictWriter verdicts, boolean isWhole) {
        return isWhole && verdicts.unanswered() == 0;
    }

    /** The object that {@code docs/reference/json.md} describes. */
    static ObjectNode json(VerdictWriter verdicts, boolean isWhole, long elapsedNs, String driverBound) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("good", isGood(verdicts, isWhole))
                .put("sent", verdicts.sent())
                .put("scored", verdicts.scored())
                .put("duplicate", verdicts.duplicate())
                .put("rejected", verdicts.rejected())
                .put("unanswered", verdicts.unanswered())
                .put("timeMs", elapsedNs / 1e6)
                .put("driverBound", driverBound);
    }

    private ClientConfig config() {
        ClientConfig config = gateway.tls()
                .map(tls -> ClientConfig.of(gateway.addresses(), tls))
                .orElseGet(() -> ClientConfig.plain(gateway.addresses()));
        OptionValues.within("in-flight", inFlight, 1, 1 << 22);
        return config.withFormat(
                        inputFormat == RecordInput.Format.CSV ? RecordFormat.TEXT_WITH_REFERENCE : RecordFormat.TEXT)
                .withUnacknowledgedMax(inFlight)
                .withOwners(isSmart ? ClientConfig.Owners.USUAL : ClientConfig.Owners.NONE)
                .withTimeouts(config.connectTimeout(), config.attemptTimeout(), timeout);
    }

    /** Sends record by record; returns whether the last one was whole. */
    private boolean send(InputStream in, FraudClient client, VerdictWriter verdicts, SendProgress progress)
            throws IOException, InterruptedException {
        RecordInput records = RecordInput.of(in, inputFormat);
        for (Referenced next = records.next(); next != null; next = records.next()) {
            verdicts.await(next, send(next, client));
            progress.show();
        }
        if (records.bytesLeft() > 0) {
            err().printf(
                            "fraud: the input ends inside a record; those before it were sent: bytesLeft=%d%n",
                            records.bytesLeft());
        }
        return records.bytesLeft() == 0;
    }

    private static CompletionStage<Verdict> send(Referenced record, FraudClient client) throws InterruptedException {
        return Reference.fits(record.reference())
                ? client.sendRecord(record.record(), 0, record.reference())
                : CompletableFuture.completedFuture(REFERENCE_TOO_LONG);
    }

    private InputStream open() throws IOException {
        if (input.equals(STANDARD_INPUT)) {
            OptionValues.requireOther("output", output, STANDARD_INPUT_FILE);
            return new BufferedInputStream(System.in, 1 << 16);
        }
        Path file = Path.of(input);
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(
                    "no such file, or not readable; name one, or - for standard input: file=" + file);
        }
        OptionValues.requireOther("output", output, file);
        return new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    }

    private Writer output() throws IOException {
        return output == null
                ? new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8))
                : Files.newBufferedWriter(output);
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** How verdicts are written. */
    enum VerdictFormat {
        CSV,
        JSONL
    }

    /** A line on a terminal, four times a second, and the sums at the end. Used by the sending thread. */
    private static final class SendProgress {
        private static final long STEP_NS = 250_000_000;

        private final boolean isTerminal = System.console() != null;
        private final VerdictWriter verdicts;
        private final PrintWriter err;
        private final long startNs = System.nanoTime();
        private long nextNs = startNs + STEP_NS;

        SendProgress(VerdictWriter verdicts, PrintWriter err) {
            this.verdicts = verdicts;
            this.err = err;
        }

        void show() {
            if (isTerminal && System.nanoTime() >= nextNs) {
                nextNs = System.nanoTime() + STEP_NS;
                err.print("\r" + line());
                err.flush();
            }
        }

        void end() {
            err.println((isTerminal ? "\r" : "") + line());
            err.flush();
        }

        private String line() {
            return String.format(
                    Locale.ROOT,
                    "sent %,d   scored %,d   duplicate %,d   rejected %,d   unanswered %,d   %,.0f a second",
                    verdicts.sent(),
                    verdicts.scored(),
                    verdicts.duplicate(),
                    verdicts.rejected(),
                    verdicts.unanswered(),
                    verdicts.written() * 1e9 / (System.nanoTime() - startNs));
        }
    }
}
