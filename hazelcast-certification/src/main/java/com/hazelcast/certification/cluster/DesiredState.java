package com.hazelcast.certification.cluster;

import com.hazelcast.certification.life.RestoreUnderWay;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.map.IMap;
import com.hazelcast.replicatedmap.ReplicatedMap;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The small replicated map by which a member that joins learns what the others do. Thread-safe. */
public final class DesiredState implements RestoreUnderWay.Shared {
    /** The map, of which a member that joins has to have all before it reads. */
    public static final String MAP = "fraud-desired";

    /** How often the state is put when a member is lost meanwhile. */
    private static final int TRIES_MAX = 10;

    private static final String SCORING_KEY = "state";
    private static final String HISTORIES_KEY = "histories";
    private static final String LOADED = "loaded";
    private static final String RESTORE_KEY = "restore";
    private static final String UNDER_WAY = "under-way";
    private static final String ENDED = "ended";
    private static final String CARD_LINK_KEY = "card-link-key";

    /** A replicated map does not say who was first. */
    private static final String FIRST_MAP = "fraud-first";

    private final ReplicatedMap<String, String> map;
    private final Supplier<IMap<String, String>> first;

    /** What the members were last requested to do. */
    public enum Scoring {
        /** To read and to score. */
        SCORING("scoring"),
        /** To read and to score as soon as every shard is loaded. */
        SCORING_WHEN_LOADED("scoring-when-loaded"),
        /** To stop. */
        STOPPED("stopped");

        private final String text;

        Scoring(String text) {
            this.text = text;
        }
    }

    /** As that member sees it. */
    public DesiredState(HazelcastInstance hazelcast) {
        map = hazelcast.getReplicatedMap(MAP);
        first = () -> hazelcast.getMap(FIRST_MAP);
    }

    /** What the members were last requested to do; empty: nothing yet. */
    public Optional<Scoring> scoring() {
        String text = map.get(SCORING_KEY);
        return Arrays.stream(Scoring.values())
                .filter(one -> one.text.equals(text))
                .findFirst();
    }

    /** The members have received that request. */
    public void setScoring(Scoring scoring) {
        put(SCORING_KEY, scoring.text);
    }

    @Override
    public boolean isRestoring() {
        return UNDER_WAY.equals(map.get(RESTORE_KEY));
    }

    @Override
    public boolean hasRestoreEnded() {
        return ENDED.equals(map.get(RESTORE_KEY));
    }

    @Override
    public void setRestoring(boolean isRestoring) {
        put(RESTORE_KEY, isRestoring ? UNDER_WAY : ENDED);
    }

    /** Whether shards of this cluster have been loaded. */
    @Override
    public boolean hasHistories() {
        return LOADED.equals(map.get(HISTORIES_KEY));
    }

    /** Shards of this cluster have been loaded. */
    public void setHasHistories() {
        put(HISTORIES_KEY, LOADED);
    }

    /** The key of links to cards; empty: none has been made. */
    public Optional<byte[]> cardLinkKey() {
        return Optional.ofNullable(map.get(CARD_LINK_KEY)).map(Base64.getDecoder()::decode);
    }

    /**
     * Proposes a key of links to cards while there is none. Of several that are proposed at once, by threads or members, one holds for all.
     *
     * @return the key that holds
     */
    public byte[] proposeCardLinkKey(byte[] key) {
        String proposed = Base64.getEncoder().encodeToString(key);
        String earlier = untilKnown(() -> first.get().putIfAbsent(CARD_LINK_KEY, proposed));
        String holds = earlier == null ? proposed : earlier;
        put(CARD_LINK_KEY, holds);
        return Base64.getDecoder().decode(holds);
    }

    private void put(String key, String value) {
        var unusedBefore = untilKnown(() -> map.put(key, value));
    }

    /** Puts it, again when a member is lost meanwhile: the same a second time changes nothing. */
    private static @Nullable String untilKnown(Supplier<@Nullable String> putting) {
        for (int tries = 1; ; tries++) {
            try {
                return putting.get();
            } catch (IndeterminateOperationStateException e) {
                if (tries == TRIES_MAX) {
                    throw e;
                }
            }
        }
    }
}
