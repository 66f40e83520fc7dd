package com.hazelcast.certification.routing;

import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.core.HazelcastOverloadException;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.partition.NoDataMemberInClusterException;
import com.hazelcast.spi.exception.RetryableException;
import com.hazelcast.spi.exception.TargetDisconnectedException;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes failures of calls that end when a member or a copy comes back from those that repeat by themselves. Only the former
 * are worth waiting for without a bound.
 */
enum Absence {
    /** A member is away, moves a shard, or has no time: the call is repeated until it is there. */
    MEMBER,
    /** No backup has acknowledged. It may be away, or it may fail each time. */
    COPY,
    /** Nobody is away: it would fail again. */
    NONE;

    /** Deeper causes of an exception are not looked at. */
    private static final int CAUSES_MAX = 16;

    /** Retryable ones are Hazelcast's own: a member left, a shard migrates or loads, a target is not the owner any more. */
    private static final List<Class<?>> OF_MEMBERS = List.of(
            RetryableException.class,
            HazelcastInstanceNotActiveException.class,
            TargetDisconnectedException.class,
            OperationTimeoutException.class,
            SplitBrainProtectionException.class,
            NoDataMemberInClusterException.class,
            HazelcastOverloadException.class);

    /** What a failure of a call says. */
    static Absence in(Throwable failure) {
        @Nullable Throwable cause = failure;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            if (cause instanceof IndeterminateOperationStateException) {
                return COPY;
            }
            if (isOfMember(cause)) {
                return MEMBER;
            }
            cause = cause.getCause();
        }
        return NONE;
    }

    private static boolean isOfMember(Throwable cause) {
        return OF_MEMBERS.stream().anyMatch(type -> type.isInstance(cause));
    }
}
