package com.hazelcast.certification.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.mapping.FieldProblem;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How parameters of a query are read. */
class RequestDispatchTest {
    private static final String PARSED = "parsed";

    /** Who parses its query into a map gets another value. */
    private static HttpServerRequest request(String query) {
        return request(query, MultiMap.caseInsensitiveMultiMap().add("wait", PARSED));
    }

    private static HttpServerRequest request(String query, MultiMap parsed) {
        return (HttpServerRequest) Proxy.newProxyInstance(
                RequestDispatchTest.class.getClassLoader(),
                new Class<?>[] {HttpServerRequest.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "query" -> query;
                    case "params" -> parsed;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "wait=25ms  |25ms",
                "Wait=25ms  |25ms",
                "wait=-1    |-1",
                "wait=      |''",
                "waits=25ms |none",
                "wai=25ms   |none",
                "limit=10   |none",
            })
    void shouldReadAPlainParameterWithoutAMap(String query, String value) {
        assertThat(RequestDispatch.parameter(request(query), "wait")).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=1&wait=2", "wait=%31", "wait=1+2", "wait=1=2", "wait", "=1", "wait=1;a=2"})
    void shouldLeaveAllOtherQueriesToTheLibrary(String query) {
        assertThat(RequestDispatch.parameter(request(query), "wait")).isEqualTo(PARSED);
    }

    @Test
    void shouldRefuseAParameterThatIsThereTwiceWhateverItsCase() {
        MultiMap parsed = MultiMap.caseInsensitiveMultiMap()
                .add("limit", "1")
                .add("wait", "1")
                .add("Wait", "2");
        HttpServerRequest twice = request("limit=1&wait=1&Wait=2", parsed);

        assertThatThrownBy(() -> RequestDispatch.parameter(twice, "wait"))
                .isInstanceOfSatisfying(FieldProblem.class, problem -> {
                    assertThat(problem.code()).isEqualTo("duplicate_parameter");
                    assertThat(problem.field()).isEqualTo("wait");
                    assertThat(Problem.of(problem).status()).isEqualTo(400);
                });
        assertThat(RequestDispatch.parameter(twice, "limit")).isEqualTo("1");
        assertThat(RequestDispatch.parameter(twice, "cursor")).isNull();
    }

    @Test
    void shouldHaveNoParameterWithoutAQuery() {
        assertThat(RequestDispatch.parameter(request(null), "wait")).isNull();
    }
}
