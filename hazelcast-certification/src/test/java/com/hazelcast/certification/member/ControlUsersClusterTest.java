package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.access.ControlCaller;
import com.hazelcast.certification.access.QuickSecret;
import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.access.User;
import com.hazelcast.certification.access.UserFile;
import com.hazelcast.certification.cli.Fraud;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterReach;
import com.hazelcast.certification.cluster.ClusterSecret;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.sending.FakeFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who acts by control calls of members that have {@code control-users}, and in whose name. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ControlUsersClusterTest {
    private static final String SECRET = "a secret of some length";
    private static final RuleSetText SMALL =
            new RuleSetText("set small\nrule small decline when tx.amount <= 10\n", Map.of());

    @TempDir
    Path folder;

    private TestCluster cluster;
    private FraudMember member;

    @BeforeEach
    void startMember() throws IOException {
        UserFile users = new UserFile(folder.resolve("users"));
        Map.of("vera", Role.VIEWER, "anna", Role.ANALYST, "otto", Role.OPERATOR).forEach((name, role) -> {
            boolean unused = users.put(new User(name, role, QuickSecret.of(SECRET), Long.MAX_VALUE));
        });
        ConsoleSettings settings = new ConsoleSettings(
                "127.0.0.1",
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(folder.resolve("users")),
                Optional.of(log()));
        // A member alone would be degraded: its rules could not be changed, and its answers would wait for a backup.
        cluster = new TestCluster()
                .withControlUsers()
                .withSecondPerson()
                .withDegradedAfter(Optional.empty())
                .withAcks(Acks.FAST)
                .withConsole(settings);
        member = cluster.startMember(RulePayments.gateway());
    }

    @AfterEach
    void close() throws IOException {
        cluster.close();
    }

    private Path log() {
        return folder.resolve("audit.jsonl");
    }

    private String logged() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ClusterControl as(ControlCaller caller) {
        return new ClusterReach(
                        cluster.name(),
                        ClusterSecret.NONE,
                        cluster.controlAddress(),
                        Duration.ofSeconds(30),
                        notice -> {})
                .connect(caller);
    }

    private static RuleBook change(ClusterControl control, Kind kind, int set, boolean isText) {
        return control.rules().change(new RuleChange(kind, set, 0, 0, "somebody", "a test", isText ? SMALL : null));
    }

    @Test
    void shouldChangeRulesInTheNameOfTheUserWhoseSecretWasRight() {
        try (ClusterControl anna = as(ControlCaller.here("anna", SECRET));
                ClusterControl otto = as(ControlCaller.here("otto", SECRET))) {
            RuleBook submitted = change(anna, Kind.SUBMIT, 0, true);
            assertThat(submitted.set(2).orElseThrow().author()).isEqualTo("anna");

            RuleBook active = change(otto, Kind.ACTIVATE, 2, false);

            assertThat(active.active()).isEqualTo(2);
            assertThat(active.record().get(active.record().size() - 1)).contains("\"by\":\"otto\",\"verified\":true");
        }
        assertThat(logged()).contains("\"user\":\"anna\",\"role\":\"analyst\"").contains("by=otto");
        assertThat(logged()).doesNotContain("somebody", SECRET);
    }

    @Test
    void shouldRefuseWhoGivesNoUserOrAWrongSecretOrHasNoRoleForIt() {
        long version = cluster.control().rules().book().version();
        try (ClusterControl nobody = as(ControlCaller.here());
                ClusterControl wrong = as(ControlCaller.here("otto", "another secret"));
                ClusterControl viewer = as(ControlCaller.here("vera", SECRET))) {
            assertThatThrownBy(() -> change(nobody, Kind.SUBMIT, 0, true)).hasMessageContaining("give --user");
            assertThatThrownBy(() -> change(wrong, Kind.SUBMIT, 0, true))
                    .hasMessageContaining("no such user with that secret");
            assertThatThrownBy(() -> change(viewer, Kind.SUBMIT, 0, true))
                    .hasMessageContaining("takes the role analyst");
            assertThatThrownBy(nobody.rules()::book).as("texts may name cards").hasMessageContaining("give --user");
            assertThatThrownBy(nobody::stop).hasMessageContaining("give --user");

            assertThat(nobody.rules().bookWithoutTexts().version()).isEqualTo(version);
            assertThat(nobody.statuses()).hasSize(1);
        }
        TestCluster.await(
                "what was refused is in the audit log",
                () -> logged().contains("\"result\":\"wrong_secret\"") && logged().contains("\"result\":\"denied\""));
        assertThat(logged()).doesNotContain("accepted");
    }

    /** Figures take no user, and the names of rules in examples are in texts, which take one. */
    @Test
    void shouldShowAnybodyTheStatusOfRulesAlsoWithExamplesOfASetInTheShadow() throws Exception {
        cluster.load();
        cluster.control().start();
        try (ClusterControl anna = as(ControlCaller.here("anna", SECRET));
                FraudClient client = RulePayments.client(member)) {
            RuleBook unusedSubmitted = change(anna, Kind.SUBMIT, 0, true);
            RuleBook unusedShadow = change(anna, Kind.SHADOW, 2, false);
            List<Verdict> unusedVerdicts = RulePayments.send(client, RulePayments.payments(1));
            TestCluster.await(
                    "the set in the shadow has examples",
                    () -> anna.rules().shadowFigures().sets().stream()
                            .anyMatch(set -> !set.examples().isEmpty()));
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        int exit = Fraud.commandLine("rules")
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute("rules", "status", "--address", cluster.controlAddress(), "--cluster-name", cluster.name());

        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString()).contains("set 2 in the shadow", "→ decline by rule 1: card ");
        assertThat(err.toString()).contains("are given by their numbers", "give --user");
    }

    @Test
    void shouldTakeHistoriesFromAnOperatorAloneAndWriteDownThatTheyCame() throws IOException {
        ImportedFolder histories = FakeFolder.write(
                folder.resolve("histories"), 0xabc, cluster.control().shardCount(), 1_000);
        try (ClusterControl nobody = as(ControlCaller.here());
                ClusterControl anna = as(ControlCaller.here("anna", SECRET));
                ClusterControl otto = as(ControlCaller.here("otto", SECRET))) {
            assertThatThrownBy(() -> nobody.send(histories, (bytes, of) -> {})).hasMessageContaining("give --user");
            assertThatThrownBy(() -> anna.send(histories, (bytes, of) -> {}))
                    .hasMessageContaining("takes the role operator");
            assertThat(logged()).doesNotContain("accepted");

            otto.send(histories, (bytes, of) -> {});

            otto.disarm(OptionalLong.empty());
        }
        assertThat(logged())
                .containsOnlyOnce("\"result\":\"accepted\"")
                .contains("\"what\":\"load\"", "send-begin import=abc files=14 bytes=14091")
                .doesNotContain("send-slice");
    }

    @Test
    void shouldLetMembersActForThemselves() {
        RuleBook submitted =
                cluster.control().rules().change(new RuleChange(Kind.SUBMIT, 0, 0, 0, "a member", "a test", SMALL));
        assertThat(submitted.set(2)).isPresent();
    }
}
