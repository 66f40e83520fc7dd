package com.hazelcast.certification.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AcceptPauseTest {
    @Test
    void shouldAcceptNothingForASecondWhenAcceptingFailed() {
        List<String> reasons = new ArrayList<>();
        GatewayMeter meter = new GatewayMeter() {
            @Override
            public void connectionRefused(String reason) {
                reasons.add(reason);
            }

            @Override
            public void batchTaken() {}

            @Override
            public void recordsDeferred(int count) {}
        };
        EmbeddedChannel port = new EmbeddedChannel(new AcceptPause(new GatewayLog(meter, Clock.systemUTC())));
        port.freezeTime();

        port.pipeline().fireExceptionCaught(new IOException("Too many open files"));
        port.pipeline().fireExceptionCaught(new IOException("Too many open files"));

        assertThat(reasons).containsExactly("accept_failed", "accept_failed");
        assertThat(port.config().isAutoRead()).isFalse();
        port.advanceTimeBy(1, TimeUnit.SECONDS);
        port.runScheduledPendingTasks();
        assertThat(port.config().isAutoRead()).isTrue();
        port.checkException();
    }
}
