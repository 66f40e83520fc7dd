package com.hazelcast.certification.api.reads;

import com.hazelcast.certification.api.decisions.DecisionDesk;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipAdapter;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.config.Config;
import com.hazelcast.core.ExecutionCallback;
import com.hazelcast.core.HazelcastInstance;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;

/**
 * Which members have given which ids, and what they answer for them. A member chooses the tag of its ids before it joins, and says it by an
 * attribute, so whoever sees a member knows its ids. Tags of members that have left are remembered: what they took is not unknown, its answer
 * is lost. Thread-safe; nothing blocks.
 */
public final class OtherMembers implements AutoCloseable {
    /** The executor on which members look for what they keep. */
    public static final String EXECUTOR = "fraud-api-reads";

    private static final String ATTRIBUTE = "api-ids";
    private static final String KEY = OtherMembers.class.getName();

    /** A member that has not answered after so long is silent. */
    private static final long ANSWER_MS = 1_000;

    /** Tags that are remembered; of more the oldest is forgotten. Each start of a member makes one. */
    private static final int TAGS_MAX = 4_096;

    /** Before its API opens a member has taken nothing. */
    private static final Keeper NOT_OPEN = (client, name) -> new KeptAnswer(KeptAnswer.UNKNOWN, "", "", 0);

    private static final Keeper CLOSED = (client, name) -> {
        throw new IllegalStateException("this member's API is closed");
    };

    private final HazelcastInstance hazelcast;
    private final Map<String, Object> context;
    private final OpenQuestions open = new OpenQuestions();

    /** Of all members that were ever seen. */
    private final Set<String> tags =
            Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<String, Boolean>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                    return size() > TAGS_MAX;
                }
            }));

    /** What this member answers to others. */
    @FunctionalInterface
    public interface Keeper {
        /**
         * The answer for a transaction, with {@link KeptAnswer#UNKNOWN} when this member has nothing of it. Called by threads of an executor;
         * must not block.
         *
         * @param client who asks
         * @param name the transaction's id, or the client's own reference
         */
        KeptAnswer answer(String client, String name);
    }

    /** As a member that {@link #configure} has prepared sees them. */
    public OtherMembers(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
        this.context = hazelcast.getUserContext();
        var unused = hazelcast.getCluster().addMembershipListener(new MembershipAdapter() {
            @Override
            public void memberAdded(MembershipEvent event) {
                remember(event.getMember());
            }

            @Override
            public void memberRemoved(MembershipEvent event) {
                open.forget(event.getMember().getUuid());
            }
        });
        hazelcast.getCluster().getMembers().forEach(this::remember);
    }

    /** Gives a member that is to have an API the tag of its ids. */
    public static void configure(Config config) {
        config.getMemberAttributeConfig().setAttribute(ATTRIBUTE, DecisionDesk.newIdTag());
    }

    /** The tag of this member's own ids. */
    public String ownTag() {
        return Objects.requireNonNull(
                hazelcast.getCluster().getLocalMember().getAttribute(ATTRIBUTE), "configured before the start");
    }

    /** From now on this member answers others. To be called before it takes transactions. */
    public void answerBy(Keeper keeper) {
        context.put(KEY, keeper);
    }

    static Keeper keeperOf(HazelcastInstance member) {
        return member.getUserContext().get(KEY) instanceof Keeper keeper ? keeper : NOT_OPEN;
    }

    private void remember(Member member) {
        String tag = member.getAttribute(ATTRIBUTE);
        if (tag != null) {
            boolean unused = tags.add(tag);
        }
    }

    /** Whether a member that is in the cluster no longer had that tag, as far as this one has seen. */
    public boolean hasLeft(String tag) {
        return tags.contains(tag)
                && hazelcast.getCluster().getMembers().stream().noneMatch(has(tag));
    }

    private static Predicate<Member> has(String tag) {
        return member -> tag.equals(member.getAttribute(ATTRIBUTE));
    }

    /**
     * Asks the member whose ids have that tag; all others with an API when it is none's, or there is none.
     *
     * @param client who asks
     * @param name the transaction's id, or the client's own reference
     * @param tag of the id; empty: it is a reference
     * @return the first answer of a member that has one, see {@link FirstAnswer}, on one of its threads; empty: no member has anything of it.
     *     Fails when one that may have it has not answered
     */
    public CompletableFuture<Optional<KeptAnswer>> read(String client, String name, Optional<String> tag) {
        List<Member> others = hazelcast.getCluster().getMembers().stream()
                .filter(member -> !member.localMember() && member.getAttribute(ATTRIBUTE) != null)
                .toList();
        List<Member> givers = tag.isEmpty()
                ? List.of()
                : others.stream().filter(has(tag.get())).toList();
        boolean isOwn = tag.isPresent() && tag.get().equals(ownTag());
        List<Member> asked = givers.isEmpty() ? others : givers;
        if (isOwn || asked.isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        FirstAnswer answers = new FirstAnswer(asked.size(), tag.isEmpty());
        for (Member member : asked) {
            ask(member, new ReadKept(client, name), answers);
        }
        return answers.within(ANSWER_MS);
    }

    private void ask(Member member, ReadKept question, FirstAnswer answers) {
        UUID uuid = member.getUuid();
        if (!open.enter(uuid)) {
            answers.onFailure(new RejectedExecutionException(
                    "too many questions to that member have no answer: most=" + OpenQuestions.EACH_MAX));
            return;
        }
        ExecutionCallback<KeptAnswer> callback = new ExecutionCallback<>() {
            @Override
            public void onResponse(KeptAnswer answer) {
                open.leave(uuid);
                answers.onResponse(answer);
            }

            @Override
            public void onFailure(Throwable failure) {
                open.leave(uuid);
                answers.onFailure(failure);
            }
        };
        try {
            hazelcast.getExecutorService(EXECUTOR).submitToMember(question, member, callback);
        } catch (RuntimeException e) {
            open.leave(uuid);
            answers.onFailure(e);
        }
    }

    /** This member answers others no more: what it has taken is neither known nor unknown to them until it has left. */
    @Override
    public void close() {
        Object unused = context.put(KEY, CLOSED);
    }
}
