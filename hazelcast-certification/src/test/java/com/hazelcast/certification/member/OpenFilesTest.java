package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.gateway.GatewaySettings;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenFilesTest {
    private static final int READERS = 2;
    private static final int OTHERS = 256 + 128 + 128 + READERS;

    private final Optional<GatewaySettings> gateway =
            Optional.of(GatewaySettings.of("127.0.0.1", 0, Optional.empty(), 4_096, 8));

    private static int connections(Optional<GatewaySettings> settings) {
        return settings.orElseThrow().connectionsMax();
    }

    @Test
    void shouldLeaveTheGatewayAsItIsWhereThereAreFilesEnough() {
        assertThat(connections(new OpenFiles(OTHERS + 4_096).fit(gateway, READERS)))
                .isEqualTo(4_096);
        assertThat(new OpenFiles(OTHERS).fit(Optional.empty(), READERS)).isEmpty();
    }

    @Test
    void shouldGiveTheGatewayWhatOthersLeave() {
        GatewaySettings lowered = new OpenFiles(1_024).fit(gateway, READERS).orElseThrow();
        assertThat(lowered.connectionsMax()).isEqualTo(1_024 - OTHERS);
        assertThat(lowered.clients().connectionsPerAddress())
                .as("one address has a quarter, as before")
                .isEqualTo((1_024 - OTHERS) / 4);
    }

    @Test
    void shouldRefuseALimitWithWhichNothingWorks() {
        assertThatThrownBy(() -> new OpenFiles(OTHERS + 63).fit(gateway, READERS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nofile=" + (OTHERS + 63) + " needed=" + (OTHERS + 64));
        assertThatThrownBy(() -> new OpenFiles(OTHERS - 1).fit(Optional.empty(), READERS))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
