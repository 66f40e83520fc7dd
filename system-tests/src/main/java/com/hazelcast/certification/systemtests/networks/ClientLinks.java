package com.hazelcast.certification.systemtests.networks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A link between clients and all gateways. Used by one thread. */
public final class ClientLinks implements AutoCloseable {
    private final Link link = new Link();
    private final List<LinkProxy> proxies = new ArrayList<>();

    /** A link as if there were none. */
    public ClientLinks(List<InetSocketAddress> gateways, SplittableRandom random) throws IOException {
        for (InetSocketAddress gateway : gateways) {
            proxies.add(new LinkProxy(InetAddress.getLoopbackAddress(), gateway, from -> link, random.split()));
        }
    }

    /** All connections take it. */
    public Link link() {
        return link;
    }

    /** Where clients connect instead. */
    public List<InetSocketAddress> gateways() {
        return proxies.stream().map(LinkProxy::address).toList();
    }

    @Override
    public void close() throws IOException {
        for (LinkProxy proxy : proxies) {
            proxy.close();
        }
    }
}
