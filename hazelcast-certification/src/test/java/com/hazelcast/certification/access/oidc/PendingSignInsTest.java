package com.hazelcast.certification.access.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.Nonce;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PendingSignInsTest {
    private static final String HERE = "10.0.0.7";

    private long nowNs = 1;
    private final PendingSignIns pending = new PendingSignIns(() -> nowNs);

    private void put(String state, String from) {
        pending.put(
                state, pending.begin(new Nonce(), new CodeVerifier(), URI.create("https://console.example/"), from));
    }

    @Test
    void shouldGiveEachOnce() {
        put("one", HERE);
        assertThat(pending.take("another")).isEmpty();
        assertThat(pending.take("one")).isPresent();
        assertThat(pending.take("one")).isEmpty();
    }

    @Test
    void shouldForgetWhatIsTooOld() {
        put("one", HERE);
        put("two", HERE);
        nowNs += TimeUnit.SECONDS.toNanos(PendingSignIns.SECONDS_MAX) - 1;
        assertThat(pending.take("one")).isPresent();
        nowNs++;
        assertThat(pending.take("two")).isEmpty();
    }

    @Test
    void shouldForgetTheOldestOfAnAddressThatBeginsTooMany() {
        put("other", "10.0.0.8");
        for (int i = 0; i <= PendingSignIns.OF_ADDRESS_MAX; i++) {
            put("mine" + i, HERE);
        }
        assertThat(pending.take("mine0")).isEmpty();
        assertThat(pending.take("mine1")).isPresent();
        assertThat(pending.take("other")).isPresent();
    }

    @Test
    void shouldForgetTheOldestWhenThereAreTooManyInAll() {
        for (int i = 0; i <= PendingSignIns.ALL_MAX; i++) {
            put("state" + i, "address" + i);
        }
        assertThat(pending.take("state0")).isEmpty();
        assertThat(pending.take("state1")).isPresent();
        assertThat(pending.take("state" + PendingSignIns.ALL_MAX)).isPresent();
    }
}
