package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.OwnersFrame;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A busy client's connections to the owners of shards, and by them the routes of the shards: a shard whose owner is connected goes there, any
 * other over the main connection, whose member knows the owner. So a table that is old, or an owner that is away, costs a hop and no
 * answer. Used on the client's event loop; at most {@link ClientConfig.Owners#membersMax} connections.
 */
final class OwnerLinks {
    private static final Logger LOG = LoggerFactory.getLogger(OwnerLinks.class);
    private static final long LOOK_MS = 1_000;

    /** A client that was not busy for so many looks goes back to one connection. */
    private static final int QUIET_LOOKS_MAX = 60;

    private final ClientTraffic.Shared shared;
    private final ShardRoutes routes;
    private final Runnable flush;
    private final Map<InetSocketAddress, OwnerLink> links = new LinkedHashMap<>();
    private @Nullable OwnersFrame table;

    /** Where the main connection leads to, under the name that members give it. */
    private InetSocketAddress main;

    private int quietLooks = QUIET_LOOKS_MAX;
    private long dispatchedBefore;
    private boolean isLooking;
    private boolean isStopped;

    /**
     * None yet.
     *
     * @param main where the main connection is to lead to
     * @param flush sends what is in outboxes, over all connections
     */
    OwnerLinks(ClientTraffic.Shared shared, ShardRoutes routes, InetSocketAddress main, Runnable flush) {
        this.shared = shared;
        this.routes = routes;
        this.main = main;
        this.flush = flush;
    }

    /** The member of the main connection says who owns what. */
    void learn(OwnersFrame said) {
        if (said.isByNumber() && !routes.open(said.shardCount())) {
            LOG.warn(
                    "another number of shards than before; all go by one connection: shards={} before={}",
                    said.shardCount(),
                    routes.shardCount());
        }
        table = said;
        if (!isLooking) {
            isLooking = true;
            look();
        }
        changed();
    }

    /** The main connection leads there. */
    void mainIs(InetSocketAddress member) {
        if (!member.equals(main)) {
            main = member;
            changed();
        }
    }

    private void look() {
        if (isStopped) {
            return;
        }
        long count = routes.dispatched() - dispatchedBefore;
        dispatchedBefore = routes.dispatched();
        boolean wasBusy = isBusy();
        quietLooks = count >= shared.config().owners().fromTps() ? 0 : Math.min(quietLooks + 1, QUIET_LOOKS_MAX);
        if (isBusy() != wasBusy) {
            changed();
        }
        var unused = shared.loop().schedule(this::look, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    private boolean isBusy() {
        return quietLooks < QUIET_LOOKS_MAX;
    }

    /** Brings connections and routes to what is known: the table, the main connection, and which connections stand. */
    void changed() {
        if (isStopped) {
            return;
        }
        Set<InetSocketAddress> owners = owners();
        boolean isRouted = !owners.isEmpty();
        owners.remove(main);
        links.values().forEach(link -> link.setNeeded(owners.contains(link.member())));
        for (InetSocketAddress owner : owners) {
            if (!links.containsKey(owner)) {
                OwnerLink link = new OwnerLink(this, shared, owner, routes.newOutbox());
                links.put(owner, link);
                link.openSoon();
            }
        }
        route(isRouted);
        endIdle();
        flush.run();
    }

    /** Those to whom shards are sent by the table; none when all go by the main connection. */
    private Set<InetSocketAddress> owners() {
        OwnersFrame known = table;
        Set<InetSocketAddress> owners = new LinkedHashSet<>();
        if (known != null && known.isByNumber() && known.shardCount() == routes.shardCount() && isBusy()) {
            known.owners().stream()
                    .filter(owner -> owner != OwnersFrame.NOBODY)
                    .distinct()
                    .forEach(owner -> owners.add(known.gateways().get(owner)));
            if (owners.size() > shared.config().owners().membersMax()) {
                owners.clear();
            }
        }
        return owners;
    }

    private void route(boolean isRouted) {
        OwnersFrame known = table;
        for (int shard = 0; shard < routes.shardCount(); shard++) {
            Optional<InetSocketAddress> owner = known == null || !isRouted ? Optional.empty() : known.owner(shard);
            OwnerLink link = owner.map(links::get).orElse(null);
            if (link != null && link.isUp()) {
                routes.assign(shard, link.outbox(), true);
            } else {
                routes.assign(shard, routes.main(), owner.map(main::equals).orElse(false));
            }
        }
    }

    /** Ends those that are not needed, once nothing of them is out. */
    private void endIdle() {
        for (OwnerLink link : List.copyOf(links.values())) {
            if (!link.isNeeded() && link.isIdle()) {
                links.remove(link.member());
                link.end();
            }
        }
    }

    /** Something has been answered over that connection. */
    void answered(OwnerLink link) {
        if (!link.isNeeded()) {
            endIdle();
        }
        flush.run();
    }

    /** That connection is lost, or has not come about: what has no answer is sent again, over the main connection first of all. */
    void lost(OwnerLink link) {
        if (!link.isNeeded()) {
            links.remove(link.member());
        }
        changed();
        routes.handOver(link.outbox());
        flush.run();
    }

    /** Sends what is in outboxes, over the connections that stand. */
    void flush() {
        links.values().forEach(OwnerLink::flush);
    }

    /** Ends all connections. */
    void stop() {
        isStopped = true;
        links.values().forEach(OwnerLink::end);
    }

    /** Takes out what is not answered. */
    List<Pending> drain() {
        List<Pending> left = new ArrayList<>();
        links.values().forEach(link -> left.addAll(link.outbox().drain()));
        return left;
    }
}
