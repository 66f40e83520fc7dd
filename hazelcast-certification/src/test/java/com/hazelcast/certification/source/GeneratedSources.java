package com.hazelcast.certification.source;

import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * Sources of generated transactions on ports of this machine, each on a thread of its own, until they are closed. No two of a run of the build
 * have the same port: readers of another test go on trying to connect to a source that has ended, and would take from this one.
 */
public final class GeneratedSources implements AutoCloseable {
    private static final String HOST = "127.0.0.1";

    private final int cards;
    private final List<TransactionSource> sources = new ArrayList<>();

    /** Sources whose transactions are of so many cards. */
    public GeneratedSources(int cards) {
        this.cards = cards;
    }

    /** Starts one that sends exactly that many transactions; a rate of 0 is as fast as it can. */
    public InetSocketAddress start(long count, long rate) throws IOException {
        return start(generated(count, rate));
    }

    /** Starts one that sends exactly that many transactions as fast as it can, inside TLS. */
    public InetSocketAddress start(long count, SourceTls tls) throws IOException {
        return start(generated(count, 0).withTls(tls));
    }

    private TransactionSource generated(long count, long rate) throws IOException {
        return TransactionSource.generated(
                new InetSocketAddress(InetAddress.getByName(HOST), LocalCluster.freePort()),
                new GeneratedStream(Traffic.CHALLENGE, cards, 7),
                TransactionSource.Rate.of(rate),
                count,
                Clock.systemUTC());
    }

    private InetSocketAddress start(TransactionSource source) {
        sources.add(source);
        run(source);
        return InetSocketAddress.createUnresolved(HOST, source.port());
    }

    /** Runs a source on a thread of its own. The caller closes the source. */
    public static void run(TransactionSource source) {
        Thread thread = new Thread(
                () -> {
                    try {
                        source.run();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                "test-source");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        for (TransactionSource source : sources) {
            source.close();
        }
    }
}
