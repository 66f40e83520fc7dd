package com.hazelcast.certification.cluster;

import com.hazelcast.certification.access.ControlCaller;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.sending.FolderSender;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.MemberLeftException;
import com.hazelcast.map.IMap;
import com.hazelcast.spi.exception.TargetNotMemberException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * How control calls reach members: from a client of its own, which it ends, or from a member or client that it was lent, which it
 * leaves as it is. Thread-safe; a call waits for its answer, at most {@value #TIMEOUT_MS} ms.
 */
final class ControlCalls implements AutoCloseable {
    static final long TIMEOUT_MS = 60_000;

    private final HazelcastInstance hazelcast;
    private final ControlCaller caller;
    private final Runnable end;

    private ControlCalls(HazelcastInstance hazelcast, ControlCaller caller, Runnable end) {
        this.hazelcast = hazelcast;
        this.caller = caller;
        this.end = end;
    }

    /** From a member or client that somebody else ends. */
    static ControlCalls lent(HazelcastInstance hazelcast) {
        return new ControlCalls(hazelcast, ControlCaller.MEMBER, () -> {});
    }

    /** From a client that ends with these calls. */
    static ControlCalls own(HazelcastInstance client, ControlCaller caller) {
        return new ControlCalls(client, caller, client::shutdown);
    }

    HazelcastInstance hazelcast() {
        return hazelcast;
    }

    Collection<Member> members() {
        return hazelcast.getCluster().getMembers();
    }

    IMap<Integer, HistoryShard> map() {
        return ShardMap.of(hazelcast);
    }

    ShardKeys keys() {
        return ShardKeys.of(hazelcast);
    }

    Future<String> submit(Member member, ControlVerb verb, String argument) {
        return hazelcast
                .getExecutorService(ClusterControl.EXECUTOR)
                .submitToMember(new ControlCall(verb, argument, caller), member);
    }

    /** @throws IllegalStateException when the member fails or does not answer in time */
    String call(Member member, ControlVerb verb, String argument) {
        return await(submit(member, verb, argument), verb + " on " + member.getAddress());
    }

    /**
     * The answers of all members. One that leaves before it has answered is left out; one that has come back as another meanwhile,
     * after a split, is asked.
     *
     * @throws IllegalStateException when a member fails or does not answer in time
     */
    List<String> callAll(ControlVerb verb, String argument) {
        return List.copyOf(callEach(verb, argument).values());
    }

    /** As {@link #callAll}, by the members that answered. */
    Map<Member, String> callEach(ControlVerb verb, String argument) {
        return callEach(verb, argument, new HashSet<>());
    }

    private Map<Member, String> callEach(ControlVerb verb, String argument, Set<UUID> asked) {
        Map<Member, String> answers = new LinkedHashMap<>();
        boolean hasOneLeft;
        do {
            hasOneLeft = callRest(verb, argument, asked, answers);
        } while (hasOneLeft);
        return answers;
    }

    /**
     * As {@link #callAll}, of all members but the one that calls: a call to itself would wait for a thread of the executor that it may be
     * called on.
     *
     * @throws IllegalStateException when a member fails or does not answer in time
     */
    void callOthers(ControlVerb verb, String argument) {
        UUID self = hazelcast.getCluster().getLocalMember().getUuid();
        Map<Member, String> unused = callEach(verb, argument, new HashSet<>(Set.of(self)));
    }

    /** Adds the answers of those that are not among the asked ones; returns whether one has left before it answered. */
    private boolean callRest(ControlVerb verb, String argument, Set<UUID> asked, Map<Member, String> answers) {
        Map<Member, Future<String>> calls = new HashMap<>();
        for (Member member : members()) {
            if (asked.add(member.getUuid())) {
                calls.put(member, submit(member, verb, argument));
            }
        }
        boolean hasOneLeft = false;
        for (Map.Entry<Member, Future<String>> call : calls.entrySet()) {
            try {
                answers.put(
                        call.getKey(),
                        await(call.getValue(), verb + " on " + call.getKey().getAddress()));
            } catch (IllegalStateException e) {
                if (!hasLeft(e.getCause())) {
                    throw e;
                }
                hasOneLeft = true;
            }
        }
        return hasOneLeft;
    }

    /** The members, as those to whom histories are sent. */
    FolderSender.Members<Member> receivers() {
        return new FolderSender.Members<>() {
            @Override
            public Collection<Member> now() {
                return members();
            }

            @Override
            public Future<String> ask(Member member, String part) {
                return submit(member, ControlVerb.LOAD, part);
            }

            @Override
            public Optional<String> answer(Member member, Future<String> asked) {
                try {
                    return Optional.of(await(asked, "sending histories to " + member.getAddress()));
                } catch (IllegalStateException e) {
                    if (hasLeft(e.getCause())) {
                        return Optional.empty();
                    }
                    throw e;
                }
            }
        };
    }

    /** Whether the member left before it had the question, or while it was at it. */
    static boolean hasLeft(@Nullable Throwable cause) {
        return cause instanceof TargetNotMemberException || cause instanceof MemberLeftException;
    }

    /** @throws IllegalStateException when the call fails or is not answered in time; says which it was */
    static <T> T await(Future<T> future, String what) {
        try {
            return future.get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalStateException(what + " failed: " + cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new IllegalStateException(what + " was not answered within " + TIMEOUT_MS + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(what + " was interrupted", e);
        }
    }

    @Override
    public void close() {
        end.run();
    }
}
