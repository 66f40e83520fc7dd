package com.hazelcast.certification.gateway;

import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.MemberHello;
import com.hazelcast.certification.directory.GatewayLists;
import com.hazelcast.certification.routing.AnswerListener;
import com.hazelcast.certification.routing.InFlightGate;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of a gateway share. Thread-safe.
 *
 * @param hello what every client is sent
 * @param gate bounds the member's transactions in flight
 * @param frameMemory bounds the bytes of large frames that are not handed on
 * @param clients what each client has
 * @param accounting counts answers and opens the gate
 * @param answers writes them as a client is sent them
 * @param intake the one of the calling event loop
 * @param log counts and logs what was refused
 * @param isHeld of a shard, whether its lane gives no answers now
 * @param turnAway why batches are not taken now; null when they are
 * @param lists where clients reach the members, and who owns which shard; null when that is not known
 */
record GatewayShared(
        GatewaySettings settings,
        MemberHello hello,
        InFlightGate gate,
        FrameMemory frameMemory,
        GatewayClients clients,
        AnswerListener accounting,
        ClientAnswers answers,
        FastThreadLocal<BatchIntake> intake,
        GatewayMeter meter,
        GatewayLog log,
        IntPredicate isHeld,
        Supplier<@Nullable TurnAway> turnAway,
        Supplier<@Nullable GatewayLists> lists) {
    /** Why clients are sent to other members. */
    record TurnAway(ErrorCode code, String message) {}
}
