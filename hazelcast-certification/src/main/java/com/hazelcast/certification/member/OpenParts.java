package com.hazelcast.certification.member;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a member that are open. When a step of its start fails, {@link #unwind} closes them, the last one first. Each part is
 * closed once. Thread-safe; one thread at a time opens or closes.
 */
final class OpenParts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenParts.class);

    private final Consumer<MemberPart> opening;
    private final Consumer<MemberPart> closing;

    /** The newest first. */
    @GuardedBy("this")
    private final Deque<Open> open = new ArrayDeque<>();

    private record Open(MemberPart part, Closing close) {}

    private interface Closing {
        void close() throws InterruptedException;
    }

    /** Closes a part. */
    interface Closer<T> {
        void close(T opened) throws InterruptedException;
    }

    OpenParts() {
        this(part -> LOG.debug("opening {}", part), part -> LOG.debug("closing {}", part));
    }

    /**
     * None yet.
     *
     * @param opening is called before each step; what it throws fails the step
     * @param closing is called before a part is closed; what it throws counts as a failure of closing it, and the part is closed all the
     *     same
     */
    OpenParts(Consumer<MemberPart> opening, Consumer<MemberPart> closing) {
        this.opening = opening;
        this.closing = closing;
    }

    /** Takes a step that opens something. */
    <T> T open(MemberPart part, Supplier<T> open, Closer<? super T> closer) {
        opening.accept(part);
        T opened = open.get();
        synchronized (this) {
            this.open.push(new Open(part, () -> closer.close(opened)));
        }
        return opened;
    }

    /** Takes a step that finds something out, after which nothing has to be closed. */
    <T> T look(MemberPart part, Supplier<T> step) {
        opening.accept(part);
        return step.get();
    }

    /** Takes a step after which nothing has to be closed. */
    void pass(MemberPart part, Runnable step) {
        opening.accept(part);
        step.run();
    }

    /** Closes one part before its turn, if it is open. */
    synchronized void close(MemberPart part) {
        for (Open one : List.copyOf(open)) {
            if (one.part == part && open.remove(one)) {
                RuntimeException failure = failureOf(one, null);
                if (failure != null) {
                    throw failure;
                }
            }
        }
    }

    /**
     * Closes all parts that are open, the last one first, whichever of them fails.
     *
     * @throws RuntimeException the first failure; has those after it as suppressed
     */
    @Override
    public void close() {
        RuntimeException failure = closeAll(null);
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Closes all parts that are open, because of a failure.
     *
     * @return the failure, with those of closing as suppressed
     */
    RuntimeException unwind(RuntimeException first) {
        RuntimeException failure = closeAll(first);
        return failure == null ? first : failure;
    }

    private synchronized @Nullable RuntimeException closeAll(@Nullable RuntimeException first) {
        RuntimeException failure = first;
        while (!open.isEmpty()) {
            failure = failureOf(open.pop(), failure);
        }
        return failure;
    }

    private @Nullable RuntimeException failureOf(Open one, @Nullable RuntimeException before) {
        RuntimeException failure = before;
        try {
            closing.accept(one.part);
        } catch (RuntimeException e) {
            failure = joined(failure, e);
        }
        try {
            one.close.close();
        } catch (RuntimeException e) {
            failure = joined(failure, e);
        } catch (InterruptedException e) {
            // The other parts are closed all the same; those that wait end at once.
            Thread.currentThread().interrupt();
        }
        return failure;
    }

    private static RuntimeException joined(@Nullable RuntimeException first, RuntimeException later) {
        if (first == null) {
            return later;
        }
        if (first != later) {
            first.addSuppressed(later);
        }
        return first;
    }
}
