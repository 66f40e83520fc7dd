package com.hazelcast.certification.directory;

import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.GatewaysFrame;
import com.hazelcast.certification.client.protocol.OwnersFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the lists to one client, as far as its version has them and it was not sent the same before. One frame at a time: of several
 * changes while a client does not read it gets the last, so a client that does not read costs one frame. Used on the connection's event
 * loop.
 */
public final class ListPush {
    private final Supplier<@Nullable GatewayLists> newest;
    private final BiConsumer<ByteBuf, Runnable> writer;
    private @Nullable GatewaysFrame gatewaysSent;
    private @Nullable OwnersFrame ownersSent;
    private boolean isOnItsWay;

    /**
     * Nothing sent yet.
     *
     * @param newest null: there are none, and what was sent holds
     * @param writer writes a frame, and runs the task when that is done
     */
    public ListPush(Supplier<@Nullable GatewayLists> newest, BiConsumer<ByteBuf, Runnable> writer) {
        this.newest = newest;
        this.writer = writer;
    }

    /**
     * Sends what the client does not have.
     *
     * @param again calls this again, if the client may still be sent lists
     */
    public void push(ClientHello client, ByteBufAllocator allocator, Runnable again) {
        GatewayLists lists = newest.get();
        if (lists == null || isOnItsWay) {
            return;
        }
        if (client.takesGateways() && !lists.gateways().equals(gatewaysSent)) {
            gatewaysSent = lists.gateways();
            send(lists.gateways().write(allocator), again);
        } else if (client.takesOwners() && !lists.owners().equals(ownersSent)) {
            ownersSent = lists.owners();
            send(lists.owners().write(allocator), again);
        }
    }

    private void send(ByteBuf frame, Runnable again) {
        isOnItsWay = true;
        writer.accept(frame, () -> {
            isOnItsWay = false;
            again.run();
        });
    }
}
