package com.hazelcast.certification.console.members;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ControlCall;
import com.hazelcast.certification.cluster.ControlVerb;
import com.hazelcast.certification.cluster.DesiredState;
import com.hazelcast.certification.cluster.MemberAddress;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reaches the consoles of the other members by control calls. Remembers where each is served, also when its member has left: a
 * page that it served goes on with another. Not in a map of Hazelcast: the first entry of any would have the shards handed
 * out to the first member alone, before the others have joined. Thread-safe.
 */
public final class ClusterConsoles implements ConsoleCluster {
    /** The executor of what consoles ask: apart, so that a slow answer keeps no control call waiting. */
    public static final String EXECUTOR = "fraud-console";

    private static final SecureRandom RANDOM = new SecureRandom();

    private static final Logger LOG = LoggerFactory.getLogger(ClusterConsoles.class);

    /** Beyond that, those of members that have left are forgotten. */
    private static final int CONSOLES_MAX = 256;

    private final HazelcastInstance hazelcast;
    private final ClusterControl cluster;
    private final DesiredState desired;
    private final Map<String, String> consoles = new ConcurrentHashMap<>();

    /** Members whose console has been learnt; one that comes back at its address is another. */
    private final Set<UUID> learnt = ConcurrentHashMap.newKeySet();

    /** As that member reaches them. */
    public ClusterConsoles(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
        this.cluster = ClusterControl.lent(hazelcast);
        this.desired = new DesiredState(hazelcast);
    }

    @Override
    public void learnConsoles(String question, long timeoutMs) {
        Set<Member> members = hazelcast.getCluster().getMembers();
        List<Member> unknown = members.stream()
                .filter(member -> !learnt.contains(member.getUuid()))
                .toList();
        if (unknown.isEmpty()) {
            return;
        }
        Map<Member, MemberAnswer> answers = ask(unknown, question, timeoutMs);
        answers.forEach((member, answer) -> {
            String url = answer.json();
            if (url != null && !url.isEmpty()) {
                consoles.put(answer.address(), url);
                learnt.add(member.getUuid());
            }
        });
        learnt.retainAll(members.stream().map(Member::getUuid).collect(Collectors.toSet()));
        if (consoles.size() > CONSOLES_MAX) {
            consoles.keySet().retainAll(members.stream().map(MemberAddress::of).collect(Collectors.toSet()));
        }
    }

    @Override
    public List<MemberAnswer> ask(String question, long timeoutMs) {
        return List.copyOf(
                ask(hazelcast.getCluster().getMembers(), question, timeoutMs).values());
    }

    private Map<Member, MemberAnswer> ask(Collection<Member> members, String question, long timeoutMs) {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        IExecutorService executor = hazelcast.getExecutorService(EXECUTOR);
        Map<Member, Future<String>> calls = new HashMap<>();
        for (Member member : members) {
            calls.put(member, executor.submitToMember(new ControlCall(ControlVerb.CONSOLE, question), member));
        }
        Map<Member, MemberAnswer> answers = new HashMap<>();
        calls.forEach((member, call) -> answers.put(member, await(MemberAddress.of(member), call, deadlineNs)));
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
    public byte[] cardLinkKey() {
        return knownCardLinkKey().orElseGet(() -> {
            byte[] key = new byte[CARD_LINK_KEY_SIZE_BYTES];
            RANDOM.nextBytes(key);
            return desired.proposeCardLinkKey(key);
        });
    }

    @Override
    public Optional<byte[]> knownCardLinkKey() {
        return desired.cardLinkKey();
    }

    @Override
    public Optional<String> whyNotStart() {
        return cluster.whyNotStart();
    }

    @Override
    public void start() {
        var unused = cluster.start();
    }

    @Override
    public void stop() {
        String unanswered = cluster.stop().stream()
                .filter(report -> report.inFlight() > 0)
                .map(report -> report.inFlight() + " on " + report.address())
                .collect(Collectors.joining(", "));
        if (!unanswered.isEmpty()) {
            throw new IllegalStateException("no member reads any more, but not all is answered: " + unanswered);
        }
    }

    @Override
    public void load() {
        cluster.load(Optional.empty());
    }
}
