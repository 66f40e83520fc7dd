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
 * The parts of a member that are open. When a step of its start fails, also by an error of the JVM, {@link #unwind} closes them, the
 * last one first. Each part is closed once. Thread-safe; one thread at a time opens or closes.
 */
final class OpenParts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenParts.class);

    private final Consumer<MemberPart> opening;
    private final Consumer<MemberPart> closing;

    /** The newest first. */
    @GuardedBy("this")
    private final Deque<Open> open = new ArrayDeque<>();

    /** The step that was begun last; null: none. */
    private volatile @Nullable MemberPart lastStep;

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
        begin(part);
        T opened = open.get();
        synchronized (this) {
            this.open.push(new Open(part, () -> closer.close(opened)));
        }
        return opened;
    }

    /** Takes a step that finds something out, after which nothing has to be closed. */
    <T> T look(MemberPart part, Supplier<T> step) {
        begin(part);
        return step.get();
    }

    /** Takes a step after which nothing has to be closed. */
    void pass(MemberPart part, Runnable step) {
        begin(part);
        step.run();
    }

    private void begin(MemberPart part) {
        lastStep = part;
        opening.accept(part);
    }

    /** Closes one part before its turn, if it is open. */
    synchronized void close(MemberPart part) {
        for (Open one : List.copyOf(open)) {
            if (one.part == part && open.remove(one)) {
                throwIfAny(failureOf(one, null));
            }
        }
    }

    /**
     * Closes all parts that are open, the last one first, whichever of them fails.
     *
     * @throws RuntimeException the first failure, or an error as it is; has those after it as suppressed
     */
    @Override
    public void close() {
        throwIfAny(closeAll(null));
    }

    private static void throwIfAny(@Nullable Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }

    /**
     * Closes all parts that are open, because of a failure. An error is none that the process could go on with: threads of parts that
     * stay open would keep it alive, with its shards and without its ports.
     *
     * @return the failure, with those of closing as suppressed; of an error, a failure that says at which step it came
     */
    RuntimeException unwind(Throwable first) {
        MemberPart step = lastStep;
        if (!(first instanceof RuntimeException)) {
            // Before anything is closed, which may take its time where threads or classes are missing.
            LOG.error("an error at the step {}; what is open is closed now", step, first);
        }
        var unused = closeAll(first);
        return first instanceof RuntimeException exception
                ? exception
                : new IllegalStateException(
                        "an error of the JVM, so all that this member had opened is closed: step="
                                + (step == null ? "none" : step) + " error=" + first
                                + "; if no thread could be made, raise the limit of tasks (ulimit -u, TasksMax of the unit);"
                                + " if a class is missing, install the release again",
                        first);
    }

    private synchronized @Nullable Throwable closeAll(@Nullable Throwable first) {
        Throwable failure = first;
        while (!open.isEmpty()) {
            failure = failureOf(open.pop(), failure);
        }
        return failure;
    }

    private @Nullable Throwable failureOf(Open one, @Nullable Throwable before) {
        Throwable failure = before;
        try {
            closing.accept(one.part);
        } catch (RuntimeException | Error e) {
            failure = joined(failure, e);
        }
        try {
            one.close.close();
        } catch (RuntimeException | Error e) {
            // Also an error: the other parts have threads that would keep the process alive.
            failure = joined(failure, e);
        } catch (InterruptedException e) {
            // The other parts are closed all the same; those that wait end at once.
            Thread.currentThread().interrupt();
        }
        return failure;
    }

    private static Throwable joined(@Nullable Throwable first, Throwable later) {
        if (first == null) {
            return later;
        }
        if (first != later) {
            first.addSuppressed(later);
        }
        return first;
    }
}
