package com.hazelcast.certification.cli;

import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.options.SourceTlsOptions;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.cli.output.SourceReport;
import com.hazelcast.certification.member.MemberLimits;
import com.hazelcast.certification.process.Ports;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.source.LabelFile;
import com.hazelcast.certification.source.RecordFile;
import com.hazelcast.certification.source.SourceTls;
import com.hazelcast.certification.source.TransactionSource;
import com.hazelcast.certification.traffic.RecordGenerator;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./fraud source}: serves transactions to members. */
@Command(
        name = "source",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Serve generated transactions to members, to each connection its own, as fast as they are read.")
final class SourceCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(SourceCommand.class);

    /** Enough for members to read what is on its way, too little to annoy who pressed Ctrl-C. */
    private static final Duration STOP_GRACE = Duration.ofSeconds(2);

    @Spec
    CommandSpec spec;

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            paramLabel = "ADDRESS",
            description = "Address to serve (default: ${DEFAULT-VALUE}).")
    String host = "";

    @Option(
            names = "--port",
            defaultValue = "8511",
            paramLabel = "PORT",
            description = "Port to serve; 0: any free one (default: ${DEFAULT-VALUE}).")
    int port;

    @Option(
            names = "--cards",
            defaultValue = "1000000",
            paramLabel = "N",
            description = "Card numbers are 0 to N-1 (default: ${DEFAULT-VALUE}).")
    long cards;

    @Mixin
    TrafficOption traffic;

    @Option(
            names = "--rate",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "Transactions a second, over all connections; 0: as fast as they are read (default: ${DEFAULT-VALUE}).")
    long rate;

    @Option(
            names = "--keep-schedule",
            description =
                    "With --rate: what was not read in time is still sent, with the time when it was due. Without it a reader that falls behind is sent less.")
    boolean keepSchedule;

    @Option(
            names = "--count",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "Stop after so many, all flushed; 0: never. Status 1 when the last of them could not be sent (default: ${DEFAULT-VALUE}).")
    long count;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description =
                    "The same seed gives the same fields; of natural traffic at the same times (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "Replay the records of a file, with the times of now, instead of generating.")
    @Nullable
    Path file;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Write --count records into a file for --file, and end.")
    @Nullable
    Path write;

    @Mixin
    SourceTimes times;

    @Option(
            names = "--own-work",
            paramLabel = "FILE",
            description =
                    "Write a line four times a second of what this process itself does: time, processor time,"
                            + " collections, threads that send, and by how much they were late though no reader held them back.")
    @Nullable
    Path ownWork;

    @Option(
            names = "--labels",
            paramLabel = "FILE",
            description = {
                "Write a line for each record beside it: connection, record, card (hashed), time, amount, and scenario of fraud, 0 for none.",
                "For natural traffic that is generated. Some 50 bytes a record."
            })
    @Nullable
    Path labels;

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = "Certificate chain, PEM; TLS 1.3 only. None: no TLS, cards travel readable.")
    @Nullable
    Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "Key of that certificate, PKCS#8 PEM without a password.")
    @Nullable
    Path key;

    @Option(
            names = "--tls-client-ca",
            paramLabel = "FILE",
            description =
                    "Authorities, PEM, one of which must have signed a member's certificate; none: members need none.")
    @Nullable
    Path clientAuthorities;

    @Mixin
    JsonOption json;

    @Override
    public Integer call() throws InterruptedException, IOException {
        checkOptions();
        if (write != null) {
            writeTo(write);
            return 0;
        }
        Optional<SourceTls> tls = tls();
        if (labels == null) {
            return serve(tls, Optional.empty()) ? 0 : 1;
        }
        try (LabelFile labelFile = openLabels(labels)) {
            return serve(tls, Optional.of(labelFile)) ? 0 : 1;
        }
    }

    /** Returns whether as many were sent as were to be, or it was stopped before. */
    private boolean serve(Optional<SourceTls> tls, Optional<LabelFile> labelFile)
            throws InterruptedException, IOException {
        try (TransactionSource source = open(labelFile)) {
            tls.ifPresent(source::withTls);
            Runnable report = new SourceReport(source, out(), json.isOn, Optional.ofNullable(ownWork));
            Thread onSignal = new Thread(() -> stop(source, report), "fraud-shutdown");
            Runtime.getRuntime().addShutdownHook(onSignal);
            // Of the object alone standard output has one line.
            (json.isOn ? spec.commandLine().getErr() : out())
                    .printf(
                            "source listening on %s:%d, %s%s, rate=%s, count=%s%n",
                            host,
                            source.port(),
                            file == null
                                    ? "traffic=" + traffic.traffic.label() + ", cards=" + cards + ", seed=" + seed
                                    : "file=" + file,
                            tls.isPresent() ? ", TLS 1.3" : "",
                            orUnbounded(rate),
                            orUnbounded(count));
            source.run();
            source.awaitEnd();
            report.run();
            return !forget(onSignal) || hasSentAll(source);
        }
    }

    private boolean hasSentAll(TransactionSource source) {
        long missing = count == 0 ? 0 : count - source.sentCount();
        if (missing > 0) {
            spec.commandLine()
                    .getErr()
                    .printf(
                            Locale.ROOT,
                            "fraud: a connection broke when all others had ended, so there was none to send the rest by: not sent=%,d%n",
                            missing);
        }
        return missing == 0;
    }

    private void checkOptions() {
        require(
                port >= 0 && port <= MemberLimits.PORT_MAX,
                "--port must be 0 to " + MemberLimits.PORT_MAX + "; 0 takes any free one: --port=" + port);
        require(
                cards >= 1 && cards <= RecordGenerator.CARDS_MAX,
                "--cards must be 1 to " + RecordGenerator.CARDS_MAX + ": --cards=" + cards);
        require(
                rate >= 0,
                "--rate must be a number of transactions a second, or 0 for as many as are read: --rate=" + rate);
        require(!keepSchedule || rate > 0, "--keep-schedule needs a --rate: --rate=" + rate);
        require(count >= 0, "--count must be a number of transactions, or 0 for no end: --count=" + count);
        require(write == null || file == null, "--write makes a file and --file replays one; give one of the two");
        require(
                write == null || count > 0 && count <= RecordFile.RECORDS_MAX,
                "--write needs the number of records to write, 1 to " + RecordFile.RECORDS_MAX + ": --count=" + count);
        OptionValues.requireFolder("own-work", ownWork);
        OptionValues.requireOther("own-work", ownWork, file);
        OptionValues.requireOther("own-work", ownWork, labels);
        OptionValues.requireOther("labels", labels, write);
        times.check(file != null, write != null);
        checkLabels();
    }

    private void checkLabels() {
        require(
                labels == null || file == null,
                "a file that is replayed has no labels; give --labels where it is written: --labels=" + labels);
        require(
                labels == null || traffic.traffic == Traffic.NATURAL,
                "only natural traffic has frauds to label: --labels=" + labels + " --traffic="
                        + traffic.traffic.label());
    }

    private Optional<SourceTls> tls() {
        Optional<SourceTls.Identity> identity = SourceTlsOptions.identity(certificate, key, "--tls-cert", "--tls-key");
        require(
                identity.isPresent() || clientAuthorities == null,
                "--tls-client-ca needs --tls-cert and --tls-key: --tls-client-ca=" + clientAuthorities);
        return identity.map(own -> SourceTls.ofSource(own, Optional.ofNullable(clientAuthorities)));
    }

    private TransactionSource open(Optional<LabelFile> labelFile) throws IOException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        require(!address.isUnresolved(), "no such host; give an address of this machine: --host=" + host);
        Clock clock = Clock.systemUTC();
        RecordFile records = file == null ? null : openFile(file);
        TransactionSource.Rate paced = new TransactionSource.Rate(rate, keepSchedule);
        try {
            if (records != null) {
                return TransactionSource.replayed(address, records, times.clock(), paced, count, clock);
            }
            return labelFile.isPresent()
                    ? TransactionSource.labelled(address, stream(), labelFile.get(), paced, count, clock)
                    : TransactionSource.generated(address, stream(), paced, count, clock);
        } catch (SocketException e) {
            throw new IllegalArgumentException(Ports.refusal("--port", port, "--host", host, e), e);
        }
    }

    private RecordFile openFile(Path path) {
        try {
            return RecordFile.open(path);
        } catch (IOException e) {
            throw wrong(
                    "cannot replay --file=" + path + ": " + FailureHandler.reason(e) + "; make one with --write", e);
        }
    }

    private GeneratedStream stream() {
        return new GeneratedStream(
                traffic.traffic, cards, seed, times.calendar(Clock.systemUTC().millis(), cards));
    }

    private LabelFile openLabels(Path path) {
        try {
            return times.isFixed() ? new LabelFile(path, seed) : new LabelFile(path);
        } catch (IOException e) {
            throw wrong("cannot write --labels=" + path + ": " + FailureHandler.reason(e) + "; choose another file", e);
        }
    }

    private void writeTo(Path path) throws IOException {
        RecordFile.Times ofRecords = times.ofFile(Clock.systemUTC().millis());
        if (labels == null) {
            writeTo(path, () -> RecordFile.write(path, stream(), count, ofRecords));
        } else {
            try (LabelFile labelFile = openLabels(labels)) {
                writeTo(path, () -> RecordFile.write(path, stream(), count, ofRecords, labelFile));
            }
        }
    }

    private interface Writing {
        void run() throws IOException;
    }

    private void writeTo(Path path, Writing writing) {
        long beginNs = System.nanoTime();
        try {
            writing.run();
        } catch (IOException e) {
            throw wrong("cannot write --write=" + path + ": " + FailureHandler.reason(e) + "; choose another file", e);
        }
        if (json.isOn) {
            JsonOption.print(out(), SourceReport.json(0, count, System.nanoTime() - beginNs, ""));
        } else {
            out().printf(Locale.ROOT, "wrote %,d records to %s%n", count, path);
        }
    }

    /** The shutdown hook: Ctrl-C ends the streams behind a whole record. */
    private static void stop(TransactionSource source, Runnable report) {
        try {
            source.stop(STOP_GRACE);
        } catch (IOException | InterruptedException e) {
            System.err.println("fraud: could not end all streams: " + e);
        }
        report.run();
    }

    /** Returns false when the hook runs already. */
    private static boolean forget(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            LOG.debug("the hook runs already", shuttingDown);
            return false;
        }
    }

    private static String orUnbounded(long number) {
        return number == 0 ? "unbounded" : Long.toString(number);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    private ParameterException wrong(String message, IOException cause) {
        return new ParameterException(spec.commandLine(), message, cause);
    }
}
