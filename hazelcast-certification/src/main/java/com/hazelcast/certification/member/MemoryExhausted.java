package com.hazelcast.certification.member;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.OutOfMemoryHandler;
import java.util.function.Consumer;

/**
 * Ends the process of a member when an error of memory reaches Hazelcast: what could be answered by a rejection has been, and
 * what is left was interrupted anywhere, perhaps in the middle of a shard. Hazelcast's own handler looks at the heap alone, and
 * goes on when native memory is what there is none of; the JVM's {@code ExitOnOutOfMemoryError} does not see that either. The
 * other members take over, as after any loss.
 */
public final class MemoryExhausted extends OutOfMemoryHandler {
    /** As the JVM's own ending for want of memory. */
    private static final int STATUS = 3;

    private final Consumer<String> end;

    MemoryExhausted(Consumer<String> end) {
        this.end = end;
    }

    /** Has it from now on for all members of this JVM. */
    public static void endsTheProcess() {
        Hazelcast.setOutOfMemoryHandler(new MemoryExhausted(reason -> {
            System.err.println(reason);
            Runtime.getRuntime().halt(STATUS);
        }));
    }

    @Override
    public boolean shouldHandle(OutOfMemoryError error) {
        return true;
    }

    @Override
    public void onOutOfMemory(OutOfMemoryError error, HazelcastInstance[] members) {
        end.accept("fraud: no memory is left, so this member ends with status " + STATUS + ": " + error.getMessage()
                + "; give it more --heap or --native-size, a lower history-memory, or the cluster another member");
    }
}
