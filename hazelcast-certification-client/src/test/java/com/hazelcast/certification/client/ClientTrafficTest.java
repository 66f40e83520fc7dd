package com.hazelcast.certification.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.client.protocol.TlsTurns;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ClientTrafficTest {
    private static final RecordFormat FORMAT = RecordFormat.COMPACT;

    private final AtomicInteger answered = new AtomicInteger();
    private final ClientTraffic traffic = new ClientTraffic(
            new ClientTraffic.Shared(
                    ClientConfig.plain(List.of(new InetSocketAddress(1))).withFormat(FORMAT),
                    new TlsTurns(new EmbeddedChannel().eventLoop()),
                    null,
                    new UUID(0, 1),
                    new ClientCounters(Duration.ofSeconds(1)),
                    answered::addAndGet),
            InetSocketAddress.createUnresolved("member", 1),
            sender -> {});

    /** With TLS a connection still brings answers when it is being closed, and the thread that closes the client takes out what is left. */
    @Test
    void shouldTakeNoAnswerOnceItIsStopped() {
        Pending transaction =
                new Pending(new Transaction("4111111111111111", 1, 1, 0, 1, 1, 1, 1, 1).record(FORMAT), 0);
        traffic.add(transaction);
        traffic.flush();
        long number = traffic.main().next(9).number();

        traffic.stop();
        traffic.answered(AnswerFrame.write(new UnpooledByteBufAllocator(false, true), number, new byte[1]), false);
        assertThat(transaction.verdict()).isNotDone();
        assertThat(answered).hasValue(0);

        traffic.failLeft("the client was closed");
        assertThat(transaction.verdict()).isCompletedExceptionally();
        assertThat(answered).hasValue(1);
    }
}
