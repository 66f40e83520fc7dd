package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.RecordFormat;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What tests do with clients of {@link ScriptedMember}s. */
final class Clients {
    /** What a member that greets a client gives as the time without a message after which it ends the connection. */
    static final int IDLE_MS = 60_000;

    static final Transaction TRANSACTION = new Transaction("4111111111111111", 1, 1, 0, 1, 1, 1, 1, 1);

    /** Of the same card. */
    static final Transaction LATER = new Transaction("4111111111111111", 2, 1, 0, 1, 1, 1, 1, 1);

    static final Transaction OF_ANOTHER_CARD = new Transaction("4222222222222222", 1, 1, 0, 1, 1, 1, 1, 1);

    private static final RecordFormat FORMAT = RecordFormat.COMPACT_WITH_REFERENCE;

    private Clients() {}

    /** A client that connects on a thread of its own, so that the test's thread can be the member. */
    static CompletableFuture<FraudClient> connecting(ClientConfig config, MemberRing ring) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return FraudClient.connect(config, ring);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** The verdict, when it is there within 20 s. */
    static Verdict get(CompletionStage<Verdict> stage) throws Exception {
        return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    /** Whether a batch has these transactions and no others. */
    static boolean hasRecords(ByteBuf batch, Transaction... expected) {
        List<byte[]> records =
                Stream.of(expected).map(each -> each.record(FORMAT)).toList();
        return BatchFrame.write(new UnpooledByteBufAllocator(false, true), BatchFrame.number(batch), records, FORMAT)
                .equals(batch);
    }
}
