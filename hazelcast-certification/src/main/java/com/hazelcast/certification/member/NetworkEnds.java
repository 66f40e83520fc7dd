package com.hazelcast.certification.member;

import com.hazelcast.config.AdvancedNetworkConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.EndpointConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.instance.EndpointQualifier;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a member listens for Hazelcast: one end takes members and nothing else, another, on loopback unless the user says
 * otherwise, takes clients, which are {@code ctl} and Management Center. REST, memcache and WAN have none.
 */
final class NetworkEnds {
    /**
     * An attempt to connect over a broken link is made anew after that time, so that members find each other soon after the link
     * heals. By default the system's own attempts are waited for: they come at ever longer intervals, a minute apart in the end.
     * The property of that name counts only for ends in the old form.
     */
    private static final int CONNECT_SECONDS = 3;

    private NetworkEnds() {}

    /** @throws IllegalArgumentException when the user's YAML asks for other ends, or for them in the old form */
    static void set(Config config, MemberConfig member) {
        refuseOldForm(config);
        AdvancedNetworkConfig network = config.getAdvancedNetworkConfig().setEnabled(true);
        Map<EndpointQualifier, EndpointConfig> ends = network.getEndpointConfigs();
        refuseOthers(ends);
        ServerSocketEndpointConfig members = end(ends.get(EndpointQualifier.MEMBER));
        ServerSocketEndpointConfig clients = end(ends.get(EndpointQualifier.CLIENT));
        network.setMemberEndpointConfig(
                listening(members, member.network().host(), member.network().port()));
        if (members.getSocketConnectTimeoutSeconds() == 0) {
            members.setSocketConnectTimeoutSeconds(CONNECT_SECONDS);
        }
        Optional<InetSocketAddress> control = member.network().control();
        if (control.isPresent()) {
            network.setClientEndpointConfig(listening(
                    clients, control.get().getHostString(), control.get().getPort()));
        } else {
            ends.remove(EndpointQualifier.CLIENT);
        }
        setJoin(network.getJoin(), member);
    }

    private static void setJoin(JoinConfig join, MemberConfig member) {
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).clear();
        for (InetSocketAddress address : member.network().join()) {
            join.getTcpIpConfig().addMember(address.getHostString() + ":" + address.getPort());
        }
    }

    private static void refuseOldForm(Config config) {
        if (!config.getNetworkConfig().equals(new NetworkConfig())) {
            throw new IllegalArgumentException(
                    "members and clients have ports of their own, so Hazelcast does not read 'network' in hazelcast-config; write it as 'advanced-network', with member-server-socket-endpoint-config and client-server-socket-endpoint-config; ports, addresses and join come from the member's own keys");
        }
    }

    private static void refuseOthers(Map<EndpointQualifier, EndpointConfig> ends) {
        for (EndpointQualifier end : ends.keySet()) {
            if (!end.equals(EndpointQualifier.MEMBER) && !end.equals(EndpointQualifier.CLIENT)) {
                throw new IllegalArgumentException(
                        "a member listens for members and for clients only; remove the other ends from advanced-network in hazelcast-config: end="
                                + end.toMetricsPrefixString());
            }
        }
    }

    private static ServerSocketEndpointConfig end(@Nullable EndpointConfig given) {
        return given instanceof ServerSocketEndpointConfig server ? server : new ServerSocketEndpointConfig();
    }

    private static ServerSocketEndpointConfig listening(ServerSocketEndpointConfig end, String host, int port) {
        end.setPort(port).setPortAutoIncrement(false);
        end.getInterfaces().setEnabled(true).clear().addInterface(host);
        return end;
    }
}
