package com.hazelcast.certification.shard;

import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import java.util.Collection;
import java.util.Optional;

/**
 * Holds that all members of a cluster identify cards by the same key, or by none: with different keys one card would have two
 * histories. Each member shows its key's fingerprint as an attribute; whoever joins and finds another one leaves. Stateless.
 */
public final class CardKeyAgreement {
    private static final String ATTRIBUTE = "card-key";
    private static final String NONE = "none";

    private CardKeyAgreement() {}

    /** Has the member show the fingerprint of its key when it joins. */
    public static void set(Config config, Optional<CardKey> key) {
        config.getMemberAttributeConfig()
                .setAttribute(ATTRIBUTE, key.map(CardKey::fingerprint).orElse(NONE));
    }

    /**
     * Requires of a member that has just joined that it has the key of the others.
     *
     * @throws IllegalArgumentException when another member has another key
     */
    public static void require(HazelcastInstance hazelcast) {
        String own = keyOf(hazelcast.getCluster().getLocalMember());
        for (Member other : hazelcast.getCluster().getMembers()) {
            if (!own.equals(keyOf(other))) {
                throw new IllegalArgumentException(
                        "the members of a cluster have one card key, and this one has another; give all the same --card-key-file:"
                                + " fingerprint="
                                + own + " otherMember=" + other.getAddress() + " otherFingerprint=" + keyOf(other));
            }
        }
    }

    /**
     * Requires of histories that their cards are identified as the members identify cards.
     *
     * @param fingerprint of the key of the histories; empty: they have the cards' numbers
     * @throws IllegalArgumentException when the members have another key, or one of both has none
     */
    public static void require(Collection<Member> members, String fingerprint) {
        String given = fingerprint.isEmpty() ? NONE : fingerprint;
        for (Member member : members) {
            if (!given.equals(keyOf(member))) {
                throw new IllegalArgumentException(
                        "the members identify cards by another key than the histories would, or by none, and nothing was loaded;"
                                + " give the --card-key-file of the members, or none if they have none, and import again if SOURCE is"
                                + " a folder of histories: fingerprint="
                                + given + " member=" + member.getAddress() + " fingerprintOfMember=" + keyOf(member));
            }
        }
    }

    private static String keyOf(Member member) {
        String key = member.getAttribute(ATTRIBUTE);
        return key == null ? NONE : key;
    }
}
