package com.hazelcast.certification.cli;

import com.hazelcast.certification.source.TransactionGenerator;
import com.hazelcast.certification.source.TransactionSource;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./fraud source}: serves transactions to members. */
@Command(
        name = "source",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Serve generated transactions to members, to each connection its own, as fast as they are read.")
final class SourceCommand implements Callable<Integer> {
    private static final int BLOCK_RECORDS = 2_048;

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            paramLabel = "ADDRESS",
            description = "Address to serve (default: ${DEFAULT-VALUE}).")
    String host;

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

    @Option(
            names = "--rate",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "Transactions a second, over all connections; 0: as fast as they are read (default: ${DEFAULT-VALUE}).")
    long rate;

    @Option(
            names = "--count",
            defaultValue = "0",
            paramLabel = "N",
            description = "Stop after so many, all flushed; 0: never (default: ${DEFAULT-VALUE}).")
    long count;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "The same seed gives the same fields (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "Replay the records of a file, with the time set anew, instead of generating.")
    Path file;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Write --count records into a file for --file, and end.")
    Path write;

    @Override
    public Integer call() throws InterruptedException, IOException {
        require(rate >= 0, "rate must not be negative: rate=" + rate);
        require(count >= 0, "count must not be negative: count=" + count);
        if (write != null) {
            return writeFile();
        }
        try (TransactionSource source = open()) {
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(
                            () -> System.out.printf("source sent %,d transactions%n", source.sentCount()),
                            "fraud-shutdown"));
            System.out.printf(
                    "source listening on %s:%d: cards=%d rate=%s count=%s%n",
                    host, source.port(), cards, rate == 0 ? "unbounded" : rate, count == 0 ? "unbounded" : count);
            source.run();
            source.awaitEnd();
        }
        return 0;
    }

    private TransactionSource open() throws IOException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        try {
            return file == null
                    ? TransactionSource.generated(address, cards, seed, rate, count, Clock.systemUTC())
                    : TransactionSource.replayed(address, file, rate, count, Clock.systemUTC());
        } catch (BindException e) {
            throw new IllegalArgumentException(
                    "cannot serve this port (" + e.getMessage() + "); choose another with --port: " + host + ":" + port,
                    e);
        }
    }

    private int writeFile() throws IOException {
        require(count > 0, "--write needs --count, the number of records to write");
        TransactionGenerator generator = new TransactionGenerator(cards, seed);
        byte[] block = new byte[BLOCK_RECORDS * WireRecord.SIZE_BYTES];
        long timeMs = Clock.systemUTC().millis();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(write))) {
            for (long written = 0; written < count; written += BLOCK_RECORDS) {
                int records = (int) Math.min(BLOCK_RECORDS, count - written);
                generator.fill(block, 0, records, timeMs);
                out.write(block, 0, records * WireRecord.SIZE_BYTES);
            }
        }
        System.out.printf("wrote %,d records to %s%n", count, write);
        return 0;
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
