package com.hazelcast.certification.client.protocol;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Turns of the links of an event loop to connect and shake hands of TLS: {@value #AT_ONCE} at a time, the others wait, first come first
 * served. A loop takes a step of each handshake before the next step of any. So thousands that begin at once would all run out of time, begin
 * again, and keep the loop from links that stand.
 *
 * <p>A turn is over when its link is greeted or lost, and after {@value #TURN_MS} ms in any case, so that a member that is silent keeps no
 * link from another one: at least 160 begin a second. Links without TLS need no turn. As many wait as there are links. Used on the loop.
 */
public final class TlsTurns {
    static final int AT_ONCE = 8;
    static final long TURN_MS = 50;

    private final EventLoop loop;
    private final Queue<Turn> waiting = new ArrayDeque<>();
    private int begun;

    /** Of the links of that loop. May be called by any thread. */
    public TlsTurns(EventLoop loop) {
        this.loop = loop;
    }

    /** Where the links are. May be called by any thread. */
    public EventLoop loop() {
        return loop;
    }

    /** Begins when it is its turn, perhaps at once. */
    Turn take(Runnable begin) {
        Turn turn = new Turn(begin);
        waiting.add(turn);
        beginNext();
        return turn;
    }

    private void beginNext() {
        while (begun < AT_ONCE && !waiting.isEmpty()) {
            waiting.remove().begin();
        }
    }

    /** The turn of one link. */
    final class Turn {
        private final Runnable begin;
        private boolean isBegun;
        private boolean isOver;

        private Turn(Runnable begin) {
            this.begin = begin;
        }

        private void begin() {
            if (!isOver) {
                isBegun = true;
                begun++;
                var unused = loop.schedule(this::end, TURN_MS, TimeUnit.MILLISECONDS);
                begin.run();
            }
        }

        /** The link needs it no longer; one that has not begun does not begin. May be called again. */
        void end() {
            if (isBegun && !isOver) {
                begun--;
            }
            isOver = true;
            beginNext();
        }
    }
}
