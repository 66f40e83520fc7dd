package com.hazelcast.certification.systemtests.networks;

import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.Network;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Hosts in namespaces whose members reach each other over links that can be made bad. Each member has a proxy, whose address it gives
 * to the others as its own (Hazelcast's {@code public-address}); who connects is known by the address that it comes from.
 * Clients and control go past the proxies.
 */
public final class MemberLinks implements Hosts, AutoCloseable {
    private final Network network;
    private final Path folder;
    private final SplittableRandom random;
    private final Map<Integer, LinkProxy> proxies = new HashMap<>();
    private final Link[][] links;

    /**
     * Links as if there were none.
     *
     * @param folder of the members' configurations
     * @param size places at most
     */
    public MemberLinks(Network network, Path folder, int size, SplittableRandom random) {
        this.network = network;
        this.folder = folder;
        this.random = random;
        this.links = new Link[size][size];
        for (int one = 0; one < size; one++) {
            for (int other = one; other < size; other++) {
                links[one][other] = new Link();
                links[other][one] = links[one][other];
            }
        }
    }

    /** The link between two places, both ways. */
    Link between(int one, int other) {
        return links[one][other];
    }

    @Override
    public String address(int index) {
        return network.address(index);
    }

    @Override
    public List<String> prefix(int index) {
        return network.prefix(index);
    }

    @Override
    public int freePort() {
        return network.freePort();
    }

    @Override
    public String reach(int index, int port) throws IOException {
        LinkProxy proxy = proxies.get(index);
        if (proxy == null) {
            proxy = new LinkProxy(
                    InetAddress.getByName(network.outside()),
                    new InetSocketAddress(network.address(index), port),
                    from -> between(placeOf(from), index),
                    random.split());
            proxies.put(index, proxy);
        }
        return network.outside() + ":" + proxy.address().getPort();
    }

    private int placeOf(InetAddress from) {
        for (int index = 0; index < links.length; index++) {
            if (network.address(index).equals(from.getHostAddress())) {
                return index;
            }
        }
        throw new IllegalStateException("no member connects from there: address=" + from.getHostAddress());
    }

    @Override
    public List<String> options(int index, int port) throws IOException {
        Path yaml = folder.resolve("member-" + index + "-links.yaml");
        Files.write(
                yaml,
                List.of(
                        "hazelcast:",
                        "  properties:",
                        // It would connect from the address that it gives to others, which is not its own.
                        "    hazelcast.socket.client.bind: 'false'",
                        "  advanced-network:",
                        "    member-server-socket-endpoint-config:",
                        "      public-address: " + reach(index, port)));
        return List.of("--hazelcast-config=" + yaml.toAbsolutePath());
    }

    @Override
    public void close() throws IOException {
        for (LinkProxy proxy : proxies.values()) {
            proxy.close();
        }
    }
}
