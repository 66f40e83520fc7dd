package com.hazelcast.certification.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.console.http.ConnectionTable.Connection;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectionTableTest {
    private static final int PLACES = 4;
    private static final String NEAR = "127.0.0.1";
    private static final String FAR = "10.0.0.7";

    private long nowNs;
    private final ConnectionTable table = new ConnectionTable(PLACES, () -> nowNs);
    private final List<String> closed = new ArrayList<>();

    /** A connection, a second after the one before. */
    private Connection add(String name, String address) {
        pass(1);
        return table.add(address(address), () -> closed.add(name)).orElseThrow();
    }

    private Connection add(String name) {
        return add(name, NEAR);
    }

    private void pass(long seconds) {
        nowNs += TimeUnit.SECONDS.toNanos(seconds);
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    @Test
    void shouldCloseTheOneWhoseLastEventIsLongestAgo() {
        Connection first = add("first");
        add("second");
        Connection third = add("third");
        add("fourth");
        pass(1);
        first.requestBegan();
        third.requestBegan();
        pass(1);
        third.requestEnded();
        add("fifth");
        add("sixth");
        add("seventh");
        assertThat(closed).containsExactly("second", "fourth", "first");
        assertThat(table.count()).isEqualTo(PLACES);
    }

    @Test
    void shouldKeepTrustedConnectionsWhileThereAreOthers() {
        Connection trusted = add("trusted");
        trusted.requestBegan();
        trusted.trust();
        trusted.requestEnded();
        for (int i = 0; i < 10; i++) {
            add("stranger");
        }
        assertThat(closed).containsOnly("stranger").hasSize(7);
    }

    @Test
    void shouldFreeThePlaceOfAStreamThatIsCut() {
        Connection stream = add("stream");
        stream.requestBegan();
        stream.trust();
        stream.streams();
        stream.cut();
        stream.cut();
        assertThat(closed).containsExactly("stream");
        assertThat(table.count()).isZero();
    }

    @Test
    void shouldTrustAConnectionOnlyByItsLastRequest() {
        Connection once = add("once trusted");
        once.requestBegan();
        once.trust();
        once.requestEnded();
        once.requestBegan();
        once.requestEnded();
        for (int i = 0; i < PLACES; i++) {
            add("stranger");
        }
        assertThat(closed).containsExactly("once trusted");
    }

    @Test
    void shouldRefuseANewOneOnlyWhenAllPlacesAreBusyForTrustedOnes() {
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            Connection connection = add("trusted " + i);
            connection.requestBegan();
            connection.trust();
            all.add(connection);
        }
        assertThat(table.add(address(NEAR), () -> closed.add("new"))).isEmpty();
        all.get(2).requestEnded();
        assertThat(table.add(address(NEAR), () -> closed.add("new"))).isPresent();
        assertThat(closed).containsExactly("trusted 2");
    }

    @Test
    void shouldKeepStreamsOfStrangersLongerThanWhatWaits() {
        Connection stream = add("stream");
        stream.requestBegan();
        stream.streams();
        for (int i = 0; i < PLACES; i++) {
            add("stranger");
        }
        assertThat(closed).containsExactly("stranger");
    }

    @Test
    void shouldTakeFromTheNetworkThatHasMost() {
        add("near", NEAR);
        add("far 1", FAR);
        add("far 2", FAR);
        add("near 2", "127.9.9.9");
        add("far 3", FAR);
        add("far 4", FAR);
        assertThat(closed).containsExactly("near", "far 1");
        Connection sixth = add("sixth", "2001:db8::1");
        add("sixth too", "2001:db8::ffff");
        assertThat(closed).containsExactly("near", "far 1", "far 2", "far 3");
        sixth.closed();
        assertThat(table.count()).isEqualTo(PLACES - 1);
    }

    @Test
    void shouldCloseWhatTakesTooLong() {
        add("silent");
        Connection busy = add("busy");
        busy.requestBegan();
        Connection idle = add("idle");
        idle.requestBegan();
        idle.requestEnded();
        Connection stream = add("stream");
        stream.requestBegan();
        stream.streams();
        table.closeOverdue();
        assertThat(closed).isEmpty();
        pass(TimeUnit.MILLISECONDS.toSeconds(ConnectionTable.FIRST_REQUEST_MAX_MS) - 2);
        table.closeOverdue();
        assertThat(closed).containsExactly("silent");
        pass(TimeUnit.MILLISECONDS.toSeconds(ConnectionTable.IDLE_MAX_MS) - 5);
        table.closeOverdue();
        assertThat(closed).containsExactly("silent");
        pass(5);
        table.closeOverdue();
        assertThat(closed).containsExactly("silent", "busy", "idle");
        assertThat(table.count()).isEqualTo(1);
    }
}
