package com.hazelcast.certification.api.http;

import static com.hazelcast.certification.api.ApiUser.hash;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.api.decisions.DecisionSettings;
import com.hazelcast.certification.api.decisions.StandInTable;
import com.hazelcast.certification.api.decisions.TurnedAway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiClientsTest {
    private static final long NOW_MS = Instant.parse("2026-11-24T00:00:00Z").toEpochMilli();

    @TempDir
    Path folder;

    private Path file;
    private long writtenS;

    @BeforeEach
    void name() {
        file = folder.resolve("tokens");
    }

    /** Each time with another time of change, whatever the file system's grain. */
    private void write(String... lines) throws IOException {
        Files.writeString(file, String.join("\n", lines));
        Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1_000_000 + writtenS++)));
    }

    private ApiClients clients() {
        return clients(Optional.of(file));
    }

    /** @param tokens the file of those that clients have to show; empty: they need none */
    static ApiClients clients(Optional<Path> tokens) {
        DecisionSettings decisions = new DecisionSettings(
                Duration.ofMillis(25),
                100,
                Action.DECLINE,
                StandInTable.USUAL,
                10,
                Duration.ofMinutes(1),
                Optional.empty());
        return new ApiClients(new ApiSettings(
                "127.0.0.1",
                0,
                Optional.empty(),
                tokens,
                tokens.isPresent(),
                10,
                1,
                50,
                0,
                1,
                decisions,
                Optional.empty()));
    }

    @Test
    void shouldForgetOtherClientsWhileTheOneThatIsSilentLongestWaitsForAnAnswer() throws Exception {
        write("one score " + hash("a-token"));
        ApiClients clients = clients();
        ApiClient waiting = clients.ofAddress("10.0.0.1");
        waiting.submitter().enter();
        for (int i = 0; i < 2 * ApiClients.REMEMBERED_MAX; i++) {
            ApiClient unused = clients.ofAddress("2001:db8::" + Integer.toHexString(i));
        }
        assertThat(clients.remembered()).isEqualTo(ApiClients.REMEMBERED_MAX);
        assertThat(clients.ofAddress("10.0.0.1")).isSameAs(waiting);
    }

    @Test
    void shouldFindAClientByItsTokenOnly() throws Exception {
        write(
                "# the shop",
                "shop score,read " + hash("shop-token"),
                "",
                "admin operate " + hash("admin-token") + " # end");
        ApiClients clients = clients();
        assertThat(clients.ofToken("shop-token", NOW_MS).orElseThrow().name()).isEqualTo("shop");
        assertThat(clients.ofToken("shop-token", NOW_MS).orElseThrow().roles())
                .containsExactlyInAnyOrder(Role.SCORE, Role.READ);
        assertThat(clients.ofToken("admin-token", NOW_MS).orElseThrow().roles()).containsExactly(Role.OPERATE);
        assertThat(clients.ofToken("shop-tokem", NOW_MS)).isEmpty();
        assertThat(clients.ofToken(hash("shop-token"), NOW_MS)).isEmpty();
        assertThat(clients.ofToken("", NOW_MS)).isEmpty();
        assertThat(clients.ofAddress("127.0.0.1").roles()).isEmpty();
    }

    @Test
    void shouldLetATokenExpire() throws Exception {
        write("shop score " + hash("shop-token") + " expires=2026-11-24T00:00:00Z");
        ApiClients clients = clients();
        assertThat(clients.ofToken("shop-token", NOW_MS - 1)).isPresent();
        assertThat(clients.ofToken("shop-token", NOW_MS)).isEmpty();
    }

    @Test
    void shouldPaceAToken() throws Exception {
        write("shop score " + hash("shop-token") + " rate=3");
        ApiClient shop = clients().ofToken("shop-token", NOW_MS).orElseThrow();
        for (int i = 0; i < 3; i++) {
            shop.pace();
        }
        assertThatThrownBy(shop::pace)
                .isInstanceOfSatisfying(
                        TurnedAway.class, away -> assertThat(away.reason()).isEqualTo(TurnedAway.Reason.RATE));
    }

    /** Another client's line may be all that has changed. */
    @Test
    void shouldGiveBackNothingOfARateWhenTheFileIsReadAgain() throws Exception {
        write("shop score " + hash("shop-token") + " rate=1");
        ApiClients clients = clients();
        // As of a batch with as many lines: none is free again while the test runs.
        clients.ofToken("shop-token", NOW_MS).orElseThrow().rate().charge(10_000);

        write("shop score " + hash("shop-token") + " rate=1", "next score " + hash("next-token"));
        clients.look();

        ApiClient shop = clients.ofToken("shop-token", NOW_MS).orElseThrow();
        assertThatThrownBy(shop::pace).isInstanceOf(TurnedAway.class);

        write("shop score " + hash("shop-token") + " rate=2");
        clients.look();
        clients.ofToken("shop-token", NOW_MS).orElseThrow().pace();
    }

    @Test
    void shouldReadTheFileAgainWhenItHasChanged() throws Exception {
        write("shop score " + hash("first"));
        ApiClients clients = clients();
        int version = clients.version();
        ApiClient before = clients.ofToken("first", NOW_MS).orElseThrow();
        clients.look();
        assertThat(clients.version()).isEqualTo(version);

        write("shop score " + hash("first"), "next score " + hash("second"));
        clients.look();
        assertThat(clients.version()).isGreaterThan(version);
        assertThat(clients.ofToken("second", NOW_MS)).isPresent();
        assertThat(clients.ofToken("first", NOW_MS).orElseThrow().submitter())
                .as("what is on its way counts on")
                .isSameAs(before.submitter());

        write("next score " + hash("second"));
        clients.look();
        assertThat(clients.ofToken("first", NOW_MS)).isEmpty();

        write("nonsense");
        clients.look();
        assertThat(clients.ofToken("second", NOW_MS)).isPresent();
        Files.delete(file);
        clients.look();
        assertThat(clients.ofToken("second", NOW_MS)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shop",
                "shop score",
                "shop score abc",
                "sh/op score HASH",
                "shop boss HASH",
                "shop score certificate:abc",
                "shop score HASH rate=0",
                "shop score HASH rate=many",
                "shop score HASH concurrency=-1",
                "shop score HASH expires=tomorrow",
                "shop score HASH color=red",
                "shop score HASH rate=1 concurrency=5 rate=1000",
                "shop score HASH expires=2027-01-01T00:00:00Z expires=2037-01-01T00:00:00Z",
                "shop score HASH\nshop read HASH",
                "shop score HASH\n# between\nnext operate HASH",
                "shop score certificate:HASH\nnext score certificate:HASH"
            })
    void shouldNameTheLineThatCannotBeUsed(String text) throws Exception {
        write(text.replace("HASH", hash("token")));
        assertThatThrownBy(this::clients)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("api-tokens=" + file)
                .hasMessageContaining("line=" + text.lines().count());
    }

    /** Or the last line would silently have the roles and quotas of both. */
    @Test
    void shouldNameBothLinesThatHaveOneHash() throws Exception {
        String hash = hash("token");
        write("shop score " + hash, "", "next operate " + hash.toUpperCase(Locale.ROOT));
        assertThatThrownBy(this::clients)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line=3 name=next, and line=1 name=shop")
                .hasMessageNotContaining(hash);
    }

    /** The hash of a certificate is none of a token. */
    @Test
    void shouldTakeATokenAndACertificateOfOneHash() throws Exception {
        write("shop score " + hash("token"), "next score certificate:" + hash("token"));
        assertThat(clients().ofToken("token", NOW_MS).orElseThrow().name()).isEqualTo("shop");
    }
}
