package com.hazelcast.certification.shard;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.MemberAttributeConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.config.SerializerConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.StreamSerializer;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Compares the {@link ClusterFormat} of a member that has joined with those of the others. Hazelcast begins to move shards to a member, and
 * others may call it, before that member's own start goes on. So until the formats have been compared it reads no shard and no message of
 * the product: a thread that would read one waits. When they do not fit, each such read fails, and Hazelcast leaves the shard where it
 * was. Thread-safe.
 */
public final class FormatAgreement {
    /** Where it stands what to do instead. */
    public static final String RECIPE = "docs/deploy/changes.md, \"A change that cannot be rolled out\"";

    /** Comparing takes no call, so this is a bound on a member that stands still. Below the time-out of a migration. */
    private static final long COMPARED_WITHIN_MS = 8_000;

    private final ClusterFormat own;
    private final CountDownLatch compared = new CountDownLatch(1);
    private volatile boolean isAgreed;

    /** Of a member of that format. */
    public FormatAgreement(ClusterFormat own) {
        this.own = own;
    }

    /** Has the member say its format when it joins. */
    public void announce(MemberAttributeConfig attributes) {
        own.announce(attributes);
    }

    /** Keeps back what is registered for the product's shards and messages. To be called behind all that register something. */
    public void guard(SerializationConfig config) {
        Map<Integer, DataSerializableFactory> guarded = new HashMap<>();
        config.getDataSerializableFactories()
                .forEach((id, factory) -> guarded.put(id, classId -> {
                    requireAgreed();
                    return factory.create(classId);
                }));
        config.setDataSerializableFactories(guarded);
        for (SerializerConfig one : config.getSerializerConfigs()) {
            if (one.getImplementation() instanceof StreamSerializer<?> serializer) {
                one.setImplementation(new Guarded<>(serializer));
            }
        }
    }

    /**
     * Requires of a member that has just joined that it can stay, and lets it read from then on.
     *
     * @throws IllegalArgumentException when another member's format does not fit; says whose, and what to do
     */
    public void require(HazelcastInstance hazelcast) {
        try {
            for (Member other : hazelcast.getCluster().getMembers()) {
                if (!other.localMember()) {
                    Optional<String> difference = difference(other);
                    if (difference.isPresent()) {
                        throw new IllegalArgumentException(
                                "this release cannot be in one cluster with the release of its members, and leaves; nothing has been moved to it."
                                        + " Start the cluster's release here, or see " + RECIPE + ": "
                                        + difference.get());
                    }
                }
            }
            isAgreed = true;
        } finally {
            compared.countDown();
        }
    }

    /** What does not fit between this member and another one; empty: they can be in one cluster. */
    public Optional<String> difference(Member other) {
        Optional<ClusterFormat> theirs = ClusterFormat.of(other);
        if (theirs.filter(own::livesWith).isPresent()) {
            return Optional.empty();
        }
        return Optional.of("otherMember=" + other.getAddress().getHost() + ":"
                + other.getAddress().getPort() + " otherFormat="
                + theirs.map(ClusterFormat::toString).orElse("none (older than 1.0.0)") + " ownFormat=" + own);
    }

    private void requireAgreed() {
        if (isAgreed) {
            return;
        }
        try {
            boolean unused = compared.await(COMPARED_WITHIN_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!isAgreed) {
            throw new IllegalStateException(
                    "this member has not agreed on a format with the others, and takes nothing from them; it leaves, or its start waits: ownFormat="
                            + own);
        }
    }

    /** Reads when the formats have been compared, and fit. */
    private final class Guarded<T> implements StreamSerializer<T> {
        private final StreamSerializer<T> serializer;

        Guarded(StreamSerializer<T> serializer) {
            this.serializer = serializer;
        }

        @Override
        public int getTypeId() {
            return serializer.getTypeId();
        }

        @Override
        public void write(ObjectDataOutput out, T object) throws IOException {
            serializer.write(out, object);
        }

        @Override
        public T read(ObjectDataInput in) throws IOException {
            requireAgreed();
            return serializer.read(in);
        }

        @Override
        public void destroy() {
            serializer.destroy();
        }
    }
}
