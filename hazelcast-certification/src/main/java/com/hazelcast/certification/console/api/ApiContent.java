package com.hazelcast.certification.console.api;

import com.hazelcast.certification.access.Users;
import com.hazelcast.certification.access.oidc.OidcSignIn;
import com.hazelcast.certification.console.flagged.CardLookups;
import com.hazelcast.certification.console.http.Caller;
import com.hazelcast.certification.console.http.ConsoleContent;
import com.hazelcast.certification.console.http.Deed;
import com.hazelcast.certification.console.http.Endpoint;
import com.hazelcast.certification.console.http.EventStreams;
import com.hazelcast.certification.console.members.MemberParts;
import com.hazelcast.certification.console.rules.RuleEndpoints;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** What the HTTP port serves of the API: its paths, the health pages, and the audit of who was turned away. Thread-safe. */
public final class ApiContent implements ConsoleContent {
    private final ConsoleApi api;
    private final Endpoints endpoints;
    private final SignInEndpoints signIns;
    private final RuleEndpoints rules;
    private final HealthPages health;
    private final CardLookups lookups;

    /**
     * Of a member.
     *
     * @param controls runs what a control action does, when it has been accepted
     * @param rules the paths about sets of rules
     * @param provider that signs people in; empty: there is none
     */
    public ApiContent(
            ConsoleApi api,
            MemberParts parts,
            CardLookups lookups,
            Executor controls,
            RuleEndpoints rules,
            Optional<OidcSignIn> provider) {
        this.api = api;
        this.endpoints = new Endpoints(api, controls);
        this.signIns = new SignInEndpoints(provider, lookups);
        this.rules = rules;
        this.health = new HealthPages(new ReadinessCheck(parts));
        this.lookups = lookups;
    }

    @Override
    public List<Endpoint> endpoints() {
        List<Endpoint> all = new ArrayList<>(endpoints.all());
        all.addAll(rules.all());
        return all;
    }

    @Override
    public List<Endpoint> openEndpoints() {
        return signIns.all();
    }

    @Override
    public String firstEvent() {
        return EventStreams.event(ConsoleApi.OVERVIEW_EVENT, api.overview());
    }

    @Override
    public Map<String, Supplier<CompletableFuture<Health>>> healthPages() {
        return health.all();
    }

    @Override
    public void denied(Caller caller, Deed deed) {
        lookups.denied(caller, deed);
    }

    @Override
    public void wrongToken(String address) {
        lookups.wrongToken(address);
    }

    @Override
    public void signedIn(String name, String address, Users.SignIn signIn) {
        lookups.signedIn(name, address, signIn);
    }
}
