package com.hazelcast.certification.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class GatewayClientsTest {
    private final AtomicLong nowNs = new AtomicLong();
    private final GatewayClients clients =
            new GatewayClients(new GatewaySettings.ClientLimits(2, 2, 10, 100), 10_000, nowNs::get);

    private static InetSocketAddress address(String host, int port) {
        return new InetSocketAddress(host, port);
    }

    private GatewayClient connect(String host, int port) {
        return Objects.requireNonNull(clients.fromAddress(address(host, port)));
    }

    @Test
    void shouldCountTheConnectionsOfAnAddressWhateverItsPort() {
        GatewayClient first = connect("192.0.2.1", 1);
        assertThat(connect("192.0.2.1", 2)).isSameAs(first);
        assertThat(clients.fromAddress(address("192.0.2.1", 3))).isNull();
        assertThat(clients.fromAddress(address("192.0.2.2", 1))).isNotNull();
        clients.left(first);
        assertThat(clients.fromAddress(address("192.0.2.1", 4))).isSameAs(first);
    }

    @Test
    void shouldTakeANetworkOfSixtyFourBitsForOneClient() {
        GatewayClient first = connect("2001:db8:0:1::1", 1);
        assertThat(connect("2001:db8:0:1:ffff::2", 1)).isSameAs(first);
        assertThat(connect("2001:db8:0:2::1", 1)).isNotSameAs(first);
    }

    @Test
    void shouldNotRenewAQuotaByConnectingAnew() {
        GatewayClient client = connect("192.0.2.1", 1);
        client.newCards().charge(150);
        clients.left(client);

        GatewayClient again = connect("192.0.2.1", 2);
        assertThat(again.newCards().isUsedUp()).isTrue();
        nowNs.addAndGet(TimeUnit.SECONDS.toNanos(6));
        assertThat(again.newCards().isUsedUp()).as("50 over, 10 a second").isFalse();
    }

    @Test
    void shouldNotRenewTheShareOfRecordsInFlightByConnectingAnew() throws InterruptedException {
        GatewayClient client = connect("192.0.2.1", 1);
        client.records().enter(1);
        clients.left(client);

        assertThat(connect("192.0.2.1", 2)).isSameAs(client);
        client.records().leave(1);
        clients.left(client);
        assertThat(connect("192.0.2.1", 3)).as("all is answered").isNotSameAs(client);
    }

    @Test
    void shouldForgetAClientWhoseQuotaIsFull() {
        GatewayClient client = connect("192.0.2.1", 1);
        client.newCards().charge(1);
        nowNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
        clients.left(client);
        assertThat(connect("192.0.2.1", 2)).isNotSameAs(client);
    }

    @Test
    void shouldLetABurstThroughAndThenTheRate() {
        NewCardQuota quota = new NewCardQuota(10, 100, nowNs::get);
        quota.charge(99);
        assertThat(quota.isUsedUp()).isFalse();
        quota.charge(1);
        assertThat(quota.isUsedUp()).isTrue();
        nowNs.addAndGet(TimeUnit.MILLISECONDS.toNanos(200));
        assertThat(quota.isUsedUp()).isFalse();
        quota.charge(2);
        assertThat(quota.isUsedUp()).isTrue();
        nowNs.addAndGet(TimeUnit.HOURS.toNanos(1));
        quota.charge(100);
        assertThat(quota.isUsedUp()).as("no more than a burst is saved").isTrue();
    }

    @Test
    void shouldReturnInHowManySecondsItIsFree() {
        NewCardQuota quota = new NewCardQuota(2, 2, nowNs::get);
        assertThat(quota.secondsUntilFree()).as("free now").isEqualTo(1);
        quota.charge(100);
        assertThat(quota.secondsUntilFree()).isEqualTo(50);
        nowNs.addAndGet(TimeUnit.SECONDS.toNanos(49));
        assertThat(quota.isUsedUp()).isTrue();
        assertThat(quota.secondsUntilFree()).isEqualTo(1);
        nowNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(quota.isUsedUp()).isFalse();
        assertThat(new NewCardQuota(0, 1, nowNs::get).secondsUntilFree()).isEqualTo(1);
    }

    @Test
    void shouldHaveNoQuotaWhenTheRateIsZero() {
        NewCardQuota quota = new NewCardQuota(0, 1, nowNs::get);
        quota.charge(1_000_000);
        assertThat(quota.isUsedUp()).isFalse();
        assertThat(quota.isFull()).isTrue();
    }

    @Test
    void shouldReadNoClockWithoutABound() {
        AtomicInteger reads = new AtomicInteger();
        NewCardQuota quota = new NewCardQuota(0, 1, reads::incrementAndGet);
        int before = reads.get();
        assertThat(quota.isUsedUp()).isFalse();
        quota.charge(1);
        assertThat(reads).hasValue(before);
    }
}
