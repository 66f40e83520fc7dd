package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.api.ApiUser;
import com.hazelcast.certification.api.http.ApiSettings;
import com.hazelcast.certification.gateway.GatewaySettings;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenFilesTest {
    private static final int READERS = 2;
    private static final int OTHERS = 256 + 128 + 128 + READERS;

    private final Optional<GatewaySettings> gateway =
            Optional.of(GatewaySettings.of("127.0.0.1", 0, Optional.empty(), 4_096, 8));

    private final Optional<ApiSettings> api = Optional.of(ApiUser.usual().withConnectionsMax(4_096));

    private Optional<GatewaySettings> fitGateway(long limit) {
        return new OpenFiles(limit).fit(gateway, Optional.empty(), READERS).gateway();
    }

    private static int connections(Optional<GatewaySettings> settings) {
        return settings.orElseThrow().connectionsMax();
    }

    private static int connectionsOfApi(OpenFiles.Fitted fitted) {
        return fitted.api().orElseThrow().connectionsMax();
    }

    @Test
    void shouldLeaveTheGatewayAsItIsWhereThereAreFilesEnough() {
        assertThat(connections(fitGateway(OTHERS + 4_096))).isEqualTo(4_096);
        assertThat(new OpenFiles(OTHERS)
                        .fit(Optional.empty(), Optional.empty(), READERS)
                        .gateway())
                .isEmpty();
    }

    @Test
    void shouldGiveTheGatewayWhatOthersLeave() {
        GatewaySettings lowered = fitGateway(1_024).orElseThrow();
        assertThat(lowered.connectionsMax()).isEqualTo(1_024 - OTHERS);
        assertThat(lowered.clients().connectionsPerAddress())
                .as("one address has a quarter, as before")
                .isEqualTo((1_024 - OTHERS) / 4);
    }

    @Test
    void shouldRefuseALimitWithWhichNothingWorks() {
        assertThatThrownBy(() -> fitGateway(OTHERS + 63))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nofile=" + (OTHERS + 63) + " needed=" + (OTHERS + 64));
        assertThatThrownBy(() -> new OpenFiles(OTHERS - 1).fit(Optional.empty(), Optional.empty(), READERS))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new OpenFiles(OTHERS + 95).fit(Optional.empty(), api, READERS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needed=" + (OTHERS + 96));
    }

    /** Each that is served may have beside it one that is silent and one that is refused. */
    @Test
    void shouldGiveTheApiAThirdOfTheFilesThatOthersLeave() {
        assertThat(connectionsOfApi(new OpenFiles(OTHERS + 3 * 4_096).fit(Optional.empty(), api, READERS)))
                .isEqualTo(4_096);
        assertThat(connectionsOfApi(new OpenFiles(1_024).fit(Optional.empty(), api, READERS)))
                .isEqualTo((1_024 - OTHERS) / 3);
    }

    @Test
    void shouldDivideBetweenGatewayAndApiWhatIsTooLittleForBoth() {
        OpenFiles.Fitted enough = new OpenFiles(OTHERS + 4 * 4_096).fit(gateway, api, READERS);
        assertThat(connections(enough.gateway())).isEqualTo(4_096);
        assertThat(connectionsOfApi(enough)).isEqualTo(4_096);

        OpenFiles.Fitted little = new OpenFiles(OTHERS + 6_000).fit(gateway, api, READERS);
        assertThat(connections(little.gateway())).isEqualTo(3_000);
        assertThat(connectionsOfApi(little)).isEqualTo(1_000);

        OpenFiles.Fitted least = new OpenFiles(OTHERS + 64 + 96).fit(gateway, api, READERS);
        assertThat(connections(least.gateway())).isEqualTo(64);
        assertThat(connectionsOfApi(least)).as("not its half, 26").isEqualTo(32);

        OpenFiles.Fitted more = new OpenFiles(OTHERS + 10_000).fit(gateway, api, READERS);
        assertThat(connections(more.gateway())).isEqualTo(4_096);
        assertThat(connectionsOfApi(more)).isEqualTo((10_000 - 4_096) / 3);
    }
}
