package com.hazelcast.certification.kafka.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A schema is asked for once; one that cannot be asked for is awaited, and one that does not exist is said to be unknown. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class SchemaRegistryTest {
    private TestRegistry registry;

    @BeforeEach
    void start() throws IOException {
        registry = new TestRegistry().with(7, "AVRO", "\"string\"");
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private static String why(SchemaRegistry client, int id) {
        return catchThrowableOfType(SchemaAwaited.class, () -> client.schema(id))
                .why();
    }

    /** What is awaited as soon as that is in it. */
    private static void awaitWhy(SchemaRegistry client, int id, String part) throws Exception {
        TestCluster.await("it says: " + part, () -> why(client, id).contains(part));
    }

    @Test
    void shouldAskOnceForASchemaAndOnceForOneThatDoesNotExist() {
        SchemaRegistry client = registry.client();
        for (int i = 0; i < 3; i++) {
            assertThat(TestRegistry.answered(() -> client.schema(7)))
                    .isEqualTo(new RegisteredSchema("AVRO", "\"string\"", Map.of()));
            FieldProblem problem =
                    catchThrowableOfType(FieldProblem.class, () -> TestRegistry.answered(() -> client.schema(8)));
            assertThat(problem.code()).isEqualTo("unknown_schema");
            assertThat(problem).hasMessageContaining("schema=8").hasMessageContaining(registry.address());
        }
        assertThat(registry.asked()).containsExactlyInAnyOrder("/schemas/ids/7", "/schemas/ids/8");
    }

    @Test
    void shouldNotMakeWhoAsksWait() {
        SchemaRegistry client = registry.client();
        assertThat(why(client, 7))
                .isEqualTo("the schema registry's answer: schema=7 kafka-registry=" + registry.address());
    }

    @Test
    void shouldGetWhatASchemaRefersToAfterWhatThatRefersTo() throws IOException {
        registry.with(9, "PROTOBUF", "top", List.of("a.proto", "b.proto"))
                .withSubject("a.proto", "PROTOBUF", "text of a", List.of("b.proto"))
                .withSubject("b.proto", "PROTOBUF", "text of b", List.of());
        SchemaRegistry client = registry.client();
        RegisteredSchema schema = TestRegistry.answered(() -> client.schema(9));
        assertThat(schema.type()).isEqualTo("PROTOBUF");
        assertThat(schema.references())
                .containsExactly(Map.entry("b.proto", "text of b"), Map.entry("a.proto", "text of a"));
    }

    @Test
    void shouldWaitWhileTheRegistryFailsAndAskAgain() throws Exception {
        registry.failWith(503);
        SchemaRegistry client = registry.client();
        awaitWhy(
                client,
                7,
                "the schema registry refuses or fails: see its log: kafka-registry=" + registry.address()
                        + " status=503");
        registry.failWith(0);
        assertThat(TestRegistry.answered(() -> client.schema(7)).text()).isEqualTo("\"string\"");
        assertThat(registry.asked()).as("not again and again while it fails").hasSizeLessThan(6);
    }

    @Test
    void shouldNotTakeAnotherServerForARegistryWithoutTheSchema() throws Exception {
        registry.failWith(404);
        awaitWhy(registry.client(), 7, "correct kafka-registry");
    }

    @Test
    void shouldSayThatTheRegistryDoesNotLetTheMemberIn() throws Exception {
        registry.failWith(401);
        awaitWhy(registry.client(), 7, "check schema.registry.basic.auth.user.info");
    }

    @Test
    void shouldShowItselfByAPasswordOrAToken() {
        SchemaRegistry byPassword = new SchemaRegistry(
                List.of(registry.address()), new RegistryProperties(Map.of("basic.auth.user.info", "user:secret")));
        SchemaRegistry byToken = new SchemaRegistry(
                List.of(registry.address()), new RegistryProperties(Map.of("bearer.auth.token", "token")));
        var unusedFirst = TestRegistry.answered(() -> byPassword.schema(7));
        var unusedSecond = TestRegistry.answered(() -> byToken.schema(7));
        assertThat(registry.authorizations()).containsExactly("Basic dXNlcjpzZWNyZXQ=", "Bearer token");
    }

    @Test
    void shouldGoOnWhenTheRegistryDoesNotAnswer() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SchemaRegistry client = new SchemaRegistry(
                    "http://127.0.0.1:" + silent.getLocalPort(),
                    new RegistryProperties(Map.of()),
                    Duration.ofMillis(300));
            awaitWhy(client, 7, "does not answer in time");
        }
    }

    @Test
    void shouldGoToTheNextAddressWhenOneFails() throws Exception {
        // Nobody listens there; a port that was free a moment ago another test may have by now.
        int closed = 1;
        SchemaRegistry client = new SchemaRegistry(
                List.of("http://127.0.0.1:" + closed, registry.address() + "/"), new RegistryProperties(Map.of()));
        awaitWhy(client, 7, "cannot be reached");
        assertThat(TestRegistry.answered(() -> client.schema(7)).text()).isEqualTo("\"string\"");
    }

    @Test
    void shouldRegisterASchemaOnceAndSayWhyNot() {
        IntSupplier id = registry.client().registered("verdicts-value", "\"long\"");
        registry.failWith(409);
        assertThatThrownBy(id::getAsInt).isInstanceOf(SchemaAwaited.class).hasMessageContaining("status=409");
        registry.failWith(0);
        assertThatThrownBy(id::getAsInt).as("no such subject").hasMessageContaining("kafka-out-schema");
        registry.withIdFor("verdicts-value", 42);
        assertThat(id.getAsInt()).isEqualTo(42);
        assertThat(id.getAsInt()).isEqualTo(42);
        assertThat(registry.registered()).containsExactly("\"long\"", "\"long\"", "\"long\"");
    }

    @Test
    void shouldRefuseAddressesAndPropertiesThatItCannotUse() {
        RegistryProperties none = new RegistryProperties(Map.of());
        assertThatThrownBy(() -> new SchemaRegistry(List.of("registry:8081"), none))
                .hasMessageContaining("kafka-registry=registry:8081");
        assertThatThrownBy(() -> new SchemaRegistry(List.of("http://user:secret@registry:8081"), none))
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> new RegistryProperties(Map.of("ssl.trust", "x")))
                .hasMessageContaining("kafka.schema.registry.ssl.trust")
                .hasMessageContaining("basic.auth.user.info");
        assertThatThrownBy(() -> new RegistryProperties(Map.of("basic.auth.user.info", "secret")))
                .hasMessageContaining("colon")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> new RegistryProperties(
                        Map.of("ssl.truststore.location", "/no/such/file.pem", "ssl.truststore.type", "PEM")))
                .hasMessageContaining("/no/such/file.pem");
    }

    @Test
    void shouldSayThatAnIdIsOfNoSchemaOrOfAnotherOneUntilItIsTheOneRequired() throws IOException {
        IntSupplier id = registry.client().existing(9, "\"int\""::equals);
        assertThatThrownBy(id::getAsInt)
                .isInstanceOf(SchemaAwaited.class)
                .hasMessageContaining("has no schema of that id")
                .hasMessageContaining("kafka-out-schema=9 kafka-registry=" + registry.address());
        registry.with(9, "AVRO", "\"string\"");
        assertThatThrownBy(id::getAsInt)
                .isInstanceOf(SchemaAwaited.class)
                .hasMessageContaining("is not the schema of verdicts");
        registry.with(9, "PROTOBUF", "\"int\"");
        assertThatThrownBy(id::getAsInt).isInstanceOf(SchemaAwaited.class);
        registry.with(9, "AVRO", "\"int\"");
        assertThat(id.getAsInt()).isEqualTo(9);
        registry.failWith(503);
        assertThat(id.getAsInt()).as("it is asked no more").isEqualTo(9);
    }
}
