package com.hazelcast.certification.shard;

import java.io.IOException;

/**
 * What all classes that cross the wire between members have in common: each package has a factory of its own, whose number is in
 * the package's {@code ...Serialization}, and each class begins with a version byte. Whoever changes one raises {@link ClusterFormat}.
 * Stateless.
 */
public final class WireFormat {
    private WireFormat() {}

    /**
     * Requires the version that this member reads.
     *
     * @param what the class that was written, for the message
     * @throws IOException when it was written by another version of the product
     */
    public static void requireVersion(byte found, byte expected, String what) throws IOException {
        if (found != expected) {
            throw new IOException("this member reads " + what + " of version " + expected
                    + "; run one version of the product in a cluster: version=" + found);
        }
    }

    /** What a factory throws that has no class of that number. */
    public static IllegalArgumentException unknownClass(int factoryId, int classId) {
        return new IllegalArgumentException(
                "no such class in this version of the product; run one version in a cluster: factoryId=" + factoryId
                        + " classId=" + classId);
    }
}
