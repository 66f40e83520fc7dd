package com.hazelcast.certification.console.flagged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.access.AuditTrail;
import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.console.flagged.LookupAudit.By;
import com.hazelcast.certification.console.flagged.LookupAudit.Result;
import com.hazelcast.certification.console.http.Caller;
import com.hazelcast.certification.console.http.HttpFailure;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LookupAuditTest {
    private static final Caller CALLER = new Caller("anna", Role.ANALYST, Caller.Proof.SIGN_IN, "10.0.0.7");
    private static final String CARD = "400022****7531";

    private final List<String> lines = new ArrayList<>();
    private long nowNs;
    private final LookupAudit audit = new LookupAudit(AuditTrail.none(), lines::add, () -> nowNs);

    @Test
    void shouldWriteEveryLookUpThatWasCarriedOut() {
        for (int i = 0; i < 50; i++) {
            audit.write(CALLER, By.NUMBER, CARD, Result.NOT_FOUND);
        }
        assertThat(lines)
                .hasSize(50)
                .containsOnly(
                        "card look-up: user=anna role=analyst address=10.0.0.7 by=number card=400022****7531 result=not_found");
    }

    @Test
    void shouldWriteALineASecondOfWhatCostsItsSenderNothing() {
        for (int i = 0; i < 3_200; i++) {
            audit.write(CALLER, By.NUMBER, Result.DENIED);
        }
        audit.write(CALLER, By.LINK, CARD, Result.RATE_LIMITED);
        nowNs += TimeUnit.SECONDS.toNanos(1);
        audit.write(CALLER, By.NUMBER, Result.DENIED);
        assertThat(lines)
                .containsExactly(
                        "card look-up: user=anna role=analyst address=10.0.0.7 by=number card=- result=denied",
                        "card look-up: user=anna role=analyst address=10.0.0.7 by=link card=400022****7531 result=rate_limited",
                        "card look-up: user=anna role=analyst address=10.0.0.7 by=number card=- result=denied"
                                + " and 3199 more of that result since the last line");
    }

    @Test
    void shouldWriteEachSignOutOfWhoHasSignedInAndALineASecondOfOthers() {
        Caller nobody = new Caller(Caller.NOBODY, Role.VIEWER, Caller.Proof.NONE, "127.0.0.1");
        Caller token = new Caller("viewer-token", Role.VIEWER, Caller.Proof.TOKEN, "127.0.0.1");
        for (int i = 0; i < 50; i++) {
            audit.signedOut(nobody);
            audit.signedOut(token);
        }
        audit.signedOut(CALLER);
        audit.signedOut(CALLER);
        assertThat(lines)
                .containsExactly(
                        "console: user=- address=127.0.0.1 result=not_signed_in",
                        "console: user=anna address=10.0.0.7 result=signed_out",
                        "console: user=anna address=10.0.0.7 result=signed_out");
    }

    @Test
    void shouldRefuseTheAnswerToALookUpThatCannotBeWrittenDown(@TempDir Path folder) {
        AuditTrail closed = AuditTrail.open(Optional.of(folder.resolve("audit.jsonl")), Clock.systemUTC());
        closed.close();
        LookupAudit refusing = new LookupAudit(closed, lines::add, () -> nowNs);
        assertThatThrownBy(() -> refusing.write(CALLER, By.NUMBER, CARD, Result.FOUND))
                .isInstanceOfSatisfying(
                        HttpFailure.class,
                        failure -> assertThat(failure.status()).isEqualTo(HttpFailure.UNAVAILABLE));
        refusing.write(CALLER, By.NUMBER, Result.DENIED);
    }
}
