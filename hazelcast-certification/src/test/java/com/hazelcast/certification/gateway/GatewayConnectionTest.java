package com.hazelcast.certification.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.ErrorFrame;
import com.hazelcast.certification.client.protocol.Frame;
import com.hazelcast.certification.client.protocol.FrameType;
import com.hazelcast.certification.client.protocol.MemberHello;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.gateway.GatewayShared.TurnAway;
import com.hazelcast.certification.routing.AccountingMeter;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.ScriptedRouter;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.WireRecord;
import com.hazelcast.certification.waiting.Await;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.FastThreadLocal;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One connection, to a member whose shard answers when a test says so. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class GatewayConnectionTest {
    private static final int BATCHES_IN_FLIGHT = 3;
    private static final int RECORDS_MAX = 100;
    private static final RecordFormat FORMAT = RecordFormat.TEXT;
    private static final long NOW_MS = System.currentTimeMillis();

    /** A reason that the member cannot count. */
    private boolean isCountingBroken;

    private final List<String> refused = new ArrayList<>();
    private final ScriptedRouter shards = new ScriptedRouter(1, 512);
    private final InFlightGate gate = new InFlightGate(RECORDS_MAX);
    private final GatewaySettings settings =
            GatewaySettings.of("127.0.0.1", 0, Optional.empty(), 100, BATCHES_IN_FLIGHT);
    private final GatewayClients clients = new GatewayClients(settings.clients(), RECORDS_MAX, System::nanoTime);
    private final GatewayClient client =
            Objects.requireNonNull(clients.fromAddress(new InetSocketAddress("127.0.0.1", 1)));
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<GatewayConnection> closed = new ArrayList<>();
    private final GatewayConnection connection = new GatewayConnection(shared(), client, channel, closed::add);
    private long lastNumber;

    @AfterEach
    void close() {
        var unused = channel.close();
        shards.close();
    }

    private GatewayShared shared() {
        GatewayMeter meter = new GatewayMeter() {
            @Override
            public void connectionRefused(String reason) {
                refused.add(reason);
            }

            @Override
            public void batchTaken() {}

            @Override
            public void recordsDeferred(int count) {}
        };
        return new GatewayShared(
                settings,
                new MemberHello(BATCHES_IN_FLIGHT, RECORDS_MAX, ProtocolLimits.FRAME_SIZE_BYTES_MAX, 60_000),
                gate,
                new FrameMemory(settings.frameMemoryBytes(), settings.clientFrameMemoryBytes()),
                clients,
                (answers, offset, count, arrivedNs) -> gate.leave(count),
                new ClientAnswers(new RulesInUse(RuleSet.shipped())),
                new FastThreadLocal<>() {
                    @Override
                    protected BatchIntake initialValue() {
                        return new BatchIntake(
                                shards.router(),
                                gate,
                                new Counting(),
                                Clock.systemUTC(),
                                Duration.ofHours(1),
                                Optional.empty());
                    }
                },
                meter,
                new GatewayLog(meter, Clock.systemUTC()),
                shards.router()::isHeld,
                () -> null,
                () -> null);
    }

    private final class Counting implements AccountingMeter {
        @Override
        public void entered(int count) {}

        @Override
        public void rejectedOnArrival(Rejection reason) {
            if (isCountingBroken) {
                throw new IllegalStateException("planted: a meter that throws");
            }
        }

        @Override
        public void answered(int count, int scored, int flagged, int duplicates, int[] rejected, long sinceArrivalNs) {}
    }

    private void connect() {
        channel.pipeline().addLast(connection.decoder(), connection);
        ClientHello hello = new ClientHello(new UUID(0, 1), FORMAT, ProtocolLimits.VERSION_WITHOUT_SETS);
        channel.writeInbound(hello.write(new UnpooledByteBufAllocator(false, true)));
        assertThat(Frame.type(read())).isEqualTo(FrameType.MEMBER_HELLO);
    }

    private ByteBuf read() {
        ByteBuf frame = channel.readOutbound();
        while (frame == null) {
            channel.runPendingTasks();
            frame = channel.readOutbound();
        }
        return frame;
    }

    private static byte[] transaction(int card, long number) {
        String fields = "411111111111111" + card + "," + (NOW_MS + number) + ",107,00,34209,107,0494,09691,74106";
        byte[] record = Arrays.copyOf(fields.getBytes(StandardCharsets.US_ASCII), WireRecord.SIZE_BYTES);
        record[record.length - 1] = '\n';
        return record;
    }

    private void send(byte[]... records) {
        channel.writeInbound(
                BatchFrame.write(new UnpooledByteBufAllocator(false, true), ++lastNumber, List.of(records), FORMAT));
    }

    /** The kinds of the answers to the next batch that is answered. */
    private List<Integer> answered() {
        ByteBuf frame = read();
        assertThat(Frame.type(frame)).isEqualTo(FrameType.ANSWER);
        List<Integer> kinds = new ArrayList<>();
        for (int i = 0; i < AnswerFrame.count(frame); i++) {
            kinds.add(AnswerFrame.answer(frame, i) & AnswerFrame.KIND_MASK);
        }
        return kinds;
    }

    private List<Integer> answeredByShard() throws InterruptedException {
        // A thread of the router makes the call of a batch that has waited for another.
        Await.until("a call", () -> !shards.isIdle());
        List<Integer> unusedCounts = shards.answerCalls();
        return answered();
    }

    /** The shard has given no answer for two seconds; then it answers, just after the first record of the card has come. */
    private void deferTheFirstOf(int card) throws InterruptedException {
        connect();
        shards.router().watchHeld(gate);
        send(transaction(0, 0));
        // Counted after all lanes have been looked at; until it is, records are still taken.
        Await.until("a lane is held", () -> shards.router().heldLanes() > 0);
        send(transaction(card, 1));
        assertThat(answered()).containsExactly(AnswerFrame.DEFERRED);
        assertThat(answeredByShard()).hasSize(1);
        assertThat(shards.router().isHeld(0)).isFalse();
    }

    @Test
    void shouldNotScoreACardsRecordBeforeAnEarlierOneThatWasLeftOut() throws InterruptedException {
        deferTheFirstOf(1);

        send(transaction(1, 2), transaction(2, 0));
        assertThat(answeredByShard())
                .as("sent before the deferral was read; another card's is scored")
                .containsExactly(AnswerFrame.DEFERRED, AnswerFrame.SCORED);

        send(transaction(1, 1), transaction(1, 2));
        assertThat(answeredByShard())
                .as("sent again, in their order")
                .containsExactly(AnswerFrame.SCORED, AnswerFrame.SCORED);
        send(transaction(1, 3));
        assertThat(answeredByShard()).containsExactly(AnswerFrame.SCORED);
    }

    @Test
    void shouldDeferNoMoreOfACardOnceItsClientMustKnow() throws InterruptedException {
        deferTheFirstOf(1);

        for (int i = 1; i < BATCHES_IN_FLIGHT; i++) {
            send(transaction(1, 1 + i));
            assertThat(answered()).as("batch " + i).containsExactly(AnswerFrame.DEFERRED);
        }
        send(transaction(1, 9));
        assertThat(answeredByShard()).containsExactly(AnswerFrame.SCORED);
    }

    @Test
    void shouldDoWhatItIsToldBeforeItIsInItsChannel() {
        connection.list();
        connection.turnAway(new TurnAway(ErrorCode.TOO_FEW_MEMBERS, "as the test says"));
        connection.drain(ErrorCode.NOT_SCORING);

        channel.pipeline().addLast(connection.decoder(), connection);

        assertThat(ErrorFrame.read(read()).code()).isEqualTo(ErrorCode.TOO_FEW_MEMBERS);
        connection.close();
        channel.runPendingTasks();
        assertThat(closed).containsExactly(connection);
    }

    @Test
    void shouldEndAndGiveBackItsRoomWhenABatchCannotBeTakenIn() {
        connect();
        isCountingBroken = true;
        sendOneOfTheFuture();

        assertThat(refused).containsExactly(GatewayRefusal.INTERNAL.label());
        assertThat(channel.isOpen()).isFalse();
        assertThat(client.records().inFlight()).isZero();
        assertThat(gate.inFlight()).isZero();
    }

    @Test
    void shouldEndAndGiveBackItsRoomWhenABatchThatHasWaitedCannotBeTakenIn() throws InterruptedException {
        connect();
        isCountingBroken = true;
        gate.enter(RECORDS_MAX);
        sendOneOfTheFuture();
        assertThat(channel.isOpen()).as("it waits").isTrue();

        gate.leave(RECORDS_MAX);
        channel.runPendingTasks();

        assertThat(refused).containsExactly(GatewayRefusal.INTERNAL.label());
        assertThat(channel.isOpen()).isFalse();
        assertThat(client.records().inFlight()).isZero();
        assertThat(gate.inFlight()).isZero();
    }

    private void sendOneOfTheFuture() {
        send(transaction(1, TimeUnit.DAYS.toMillis(1)));
    }
}
