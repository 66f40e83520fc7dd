package com.hazelcast.certification.member;

import com.hazelcast.certification.console.ConsoleCluster;
import com.hazelcast.certification.console.MemberAnswer;
import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import com.hazelcast.replicatedmap.ReplicatedMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reaches the consoles of the other members by control calls. Where each is served stands in a small replicated map, also when
 * its member has gone: a page that it served goes on with another. Thread-safe.
 */
final class ClusterConsoles implements ConsoleCluster {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterConsoles.class);
    private static final String CONSOLES_MAP = "fraud-consoles";

    /** Beyond that, those of members that have gone are forgotten. */
    private static final int CONSOLES_MAX = 256;

    private final HazelcastInstance hazelcast;
    private final ClusterControl cluster;
    private final ReplicatedMap<String, String> consoles;

    ClusterConsoles(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
        this.cluster = new ClusterControl(hazelcast);
        this.consoles = hazelcast.getReplicatedMap(CONSOLES_MAP);
    }

    /** Says where this member's console is served. */
    void announce(String url) {
        consoles.put(addressOf(hazelcast.getCluster().getLocalMember()), url);
        if (consoles.size() > CONSOLES_MAX) {
            Set<String> present = hazelcast.getCluster().getMembers().stream()
                    .map(ClusterConsoles::addressOf)
                    .collect(Collectors.toSet());
            consoles.keySet().stream()
                    .filter(address -> !present.contains(address))
                    .forEach(consoles::remove);
        }
    }

    private static String addressOf(Member member) {
        Address address = member.getAddress();
        return address.getHost() + ":" + address.getPort();
    }

    @Override
    public List<MemberAnswer> ask(String question, long timeoutMs) {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        IExecutorService executor = hazelcast.getExecutorService(HazelcastConfiguration.CONSOLE_EXECUTOR);
        Map<Member, Future<String>> calls = new HashMap<>();
        for (Member member : hazelcast.getCluster().getMembers()) {
            calls.put(member, executor.submitToMember(new ControlCall(ControlVerb.CONSOLE, question), member));
        }
        List<MemberAnswer> answers = new ArrayList<>();
        calls.forEach((member, call) -> answers.add(await(addressOf(member), call, deadlineNs)));
        return answers;
    }

    private static MemberAnswer await(String address, Future<String> call, long deadlineNs) {
        try {
            return new MemberAnswer(
                    address, call.get(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS));
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("{} did not answer the console", address, e);
            return new MemberAnswer(address, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new MemberAnswer(address, null);
        }
    }

    @Override
    public Map<String, String> consoles() {
        return consoles;
    }

    @Override
    public void start() {
        cluster.start();
    }

    @Override
    public void stop() {
        cluster.stop();
    }

    @Override
    public void load() {
        cluster.load(Optional.empty());
    }
}
