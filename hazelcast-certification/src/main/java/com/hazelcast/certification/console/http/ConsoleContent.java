package com.hazelcast.certification.console.http;

import com.hazelcast.certification.access.Users;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What the HTTP port serves beside its pages and the metrics. Thread-safe; only what says so may block. */
public interface ConsoleContent {
    /** The paths of the API, the stream of events and the open ones left out. */
    List<Endpoint> endpoints();

    /** Those paths of the API that a caller may ask before it has signed in. */
    List<Endpoint> openEndpoints();

    /** The event with which a stream begins. Blocks. */
    String firstEvent();

    /** What says how the member is, by path; each answers at once or within a second or so. */
    Map<String, Supplier<CompletableFuture<Health>>> healthPages();

    /** How the member is: the status of the answer and its JSON. */
    record Health(int status, String json) {}

    /** A caller asked for what its role does not allow. */
    void denied(Caller caller, Deed deed);

    /** A request from that address came with a token that gives no role. */
    void wrongToken(String address);

    /** A request from that address came with a name and a secret that was not remembered. Blocks no event loop: called on a worker. */
    void signedIn(String name, String address, Users.SignIn signIn);
}
