package com.hazelcast.certification.console;

import com.hazelcast.certification.process.LocalCluster;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A provider of OpenID Connect: description, keys, and codes for ID tokens. It checks client, code, redirect and PKCE. The page on which
 * people sign in is {@link #authorize}. Thread-safe.
 */
final class OidcProviderOfTests implements AutoCloseable {
    static final String CLIENT = "fraud-console";
    static final String SECRET = "secret-of-the-client-0123";

    private final Map<String, Granted> granted = new ConcurrentHashMap<>();
    private final Queue<String> secrets = new ConcurrentLinkedQueue<>();
    private HttpServer server;
    private final int port;
    private volatile RSAKey key = key("key-1");

    /** What a code stands for. */
    private record Granted(Map<String, String> request, Function<JWTClaimsSet, JWT> token, JWTClaimsSet claims) {}

    OidcProviderOfTests() throws IOException {
        // One that nobody else is given while this is stopped.
        port = LocalCluster.freePort();
        server = listen(port);
    }

    private HttpServer listen(int at) throws IOException {
        HttpServer opened = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), at), 16);
        opened.createContext("/.well-known/openid-configuration", exchange -> answer(exchange, 200, description()));
        opened.createContext("/keys", exchange -> answer(exchange, 200, new JWKSet(key.toPublicJWK()).toString()));
        opened.createContext("/token", this::token);
        opened.start();
        return opened;
    }

    static RSAKey key(String id) {
        try {
            return new RSAKeyGenerator(2_048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    URI issuer() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Signs with another key from then on, which alone it publishes. */
    void rotate() {
        key = key("key-2");
    }

    void stop() {
        server.stop(0);
    }

    void startAgain() throws IOException {
        server = listen(port);
    }

    /** What no log may have. */
    List<String> secrets() {
        return List.copyOf(secrets);
    }

    private String description() {
        return ("{'issuer':'@','authorization_endpoint':'@/authorize','token_endpoint':'@/token','jwks_uri':'@/keys',"
                        + "'response_types_supported':['code'],'response_modes_supported':['query','fragment'],"
                        + "'subject_types_supported':['public'],'id_token_signing_alg_values_supported':['RS256']}")
                .replace('\'', '"')
                .replace("@", issuer().toString());
    }

    /** Somebody signs in at that address; returns the code that the browser gets. */
    String authorize(String address, JWTClaimsSet claims) {
        return authorize(address, claims, this::signed);
    }

    String authorize(String address, JWTClaimsSet claims, Function<JWTClaimsSet, JWT> token) {
        Map<String, String> request = form(URI.create(address).getRawQuery());
        String code = "code-" + System.nanoTime();
        granted.put(code, new Granted(request, token, claims));
        secrets.addAll(List.of(code, request.get("nonce"), request.get("state"), SECRET));
        return code;
    }

    SignedJWT signed(JWTClaimsSet claims) {
        return signed(claims, key);
    }

    /** Names the key that is published, whatever signs. */
    SignedJWT signed(JWTClaimsSet claims, RSAKey by) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .keyID(key.getKeyID())
                            .build(),
                    claims);
            token.sign(new RSASSASigner(by));
            return token;
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    /** By the secret that the client has as well. */
    static SignedJWT signedBySecret(JWTClaimsSet claims) {
        try {
            SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
            token.sign(new MACSigner(Arrays.copyOf(SECRET.getBytes(StandardCharsets.UTF_8), 32)));
            return token;
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    static PlainJWT unsigned(JWTClaimsSet claims) {
        return new PlainJWT(claims);
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> form = form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        Granted found = granted.remove(form.getOrDefault("code", ""));
        String expected =
                "Basic " + Base64.getEncoder().encodeToString((CLIENT + ":" + SECRET).getBytes(StandardCharsets.UTF_8));
        if (!expected.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            answer(exchange, 401, "{\"error\":\"invalid_client\"}");
        } else if (found == null
                || !found.request.get("redirect_uri").equals(form.get("redirect_uri"))
                || !"S256".equals(found.request.get("code_challenge_method"))
                || !found.request.get("code_challenge").equals(challenge(form.get("code_verifier")))) {
            answer(exchange, 400, "{\"error\":\"invalid_grant\"}");
        } else {
            JWTClaimsSet claims = new JWTClaimsSet.Builder(found.claims)
                    .claim("nonce", found.claims.getClaims().getOrDefault("nonce", found.request.get("nonce")))
                    .build();
            String token = found.token.apply(claims).serialize();
            secrets.add(token);
            answer(
                    exchange,
                    200,
                    "{\"access_token\":\"access-0123456789\",\"token_type\":\"Bearer\",\"id_token\":\"" + token
                            + "\"}");
        }
    }

    private static String challenge(String verifier) {
        try {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(MessageDigest.getInstance("SHA-256")
                            .digest(String.valueOf(verifier).getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, String> form(String text) {
        return Arrays.stream(text.split("&", -1))
                .map(each -> each.split("=", 2))
                .collect(Collectors.toMap(each -> each[0], each -> URLDecoder.decode(each[1], StandardCharsets.UTF_8)));
    }

    private static void answer(HttpExchange exchange, int status, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        stop();
    }
}
