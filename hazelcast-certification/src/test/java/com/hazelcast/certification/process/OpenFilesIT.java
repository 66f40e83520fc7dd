package com.hazelcast.certification.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.source.TransactionGenerator;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A member that may have 1,024 files open, and 1,500 connections that say nothing. */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class OpenFilesIT {
    private static final String HOST = "127.0.0.1";
    private static final String HOSTILE = "127.0.0.9";
    private static final int CARDS = 1_000;

    @TempDir
    Path folder;

    private FraudProcess startMember(int port, int gatewayPort) throws IOException {
        FraudProcess member = FraudProcess.startCommand(
                folder,
                "member",
                List.of(
                        "sh",
                        "-c",
                        "ulimit -n 1024; exec \"$@\"",
                        "sh",
                        System.getProperty("fraud.launcher"),
                        "member",
                        "--cluster-name=files-" + ProcessHandle.current().pid(),
                        "--port=" + port,
                        "--http-port=" + LocalCluster.freePort(),
                        "--gateway-port=" + gatewayPort,
                        "--gateway-plain",
                        "--cards=" + CARDS,
                        "--backups=0",
                        "--heap=256m",
                        "--load",
                        "--start"));
        member.awaitOutput("shards in place", 120);
        return member;
    }

    private static List<Socket> connect(int port, int count) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket();
            sockets.add(socket);
            try {
                socket.bind(new InetSocketAddress(HOSTILE, 0));
                socket.connect(new InetSocketAddress(HOST, port), 5_000);
            } catch (SocketException e) {
                // The port is closed already.
                break;
            }
        }
        return sockets;
    }

    private static void close(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void shouldServeOthersBesideMoreConnectionsThanThereAreFiles() throws Exception {
        int gatewayPort = LocalCluster.freePort();
        try (FraudProcess member = startMember(LocalCluster.freePort(), gatewayPort)) {
            member.awaitOutput("nofile=1024 needed=", 60);
            List<Socket> sockets = connect(gatewayPort, 1_500);
            byte[] records = new byte[1_000 * WireRecord.SIZE_BYTES];
            new TransactionGenerator(CARDS, 1).fill(records, 0, 1_000, System.currentTimeMillis());
            List<CompletionStage<Verdict>> verdicts = new ArrayList<>();
            ClientConfig config = ClientConfig.plain(List.of(new InetSocketAddress(HOST, gatewayPort)));
            try (FraudClient client = FraudClient.connect(config.withFormat(RecordFormat.TEXT))) {
                for (int offset = 0; offset < records.length; offset += WireRecord.SIZE_BYTES) {
                    verdicts.add(client.sendRecord(records, offset));
                }
            }
            for (CompletionStage<Verdict> verdict : verdicts) {
                assertThat(verdict.toCompletableFuture()
                                .get(30, TimeUnit.SECONDS)
                                .status())
                        .isEqualTo(Verdict.Status.SCORED);
            }
            close(sockets);
            assertThat(member.isAlive()).isTrue();
        }
    }

    @Test
    void shouldEndTheProcessWhenHazelcastHasEndedByItself() throws Exception {
        int port = LocalCluster.freePort();
        try (FraudProcess member = startMember(port, LocalCluster.freePort())) {
            // Hazelcast shuts down when it can accept nothing any more, and notifies no listener.
            List<Socket> sockets = connect(port, 1_500);
            assertThat(member.awaitStatus(60)).isEqualTo(1);
            member.awaitOutput("Hazelcast has ended by itself, so this member ends with status 1", 60);
            close(sockets);
        }
    }
}
