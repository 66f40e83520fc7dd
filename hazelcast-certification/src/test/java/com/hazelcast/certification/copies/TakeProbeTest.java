package com.hazelcast.certification.copies;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.shard.FakeMember;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What member 0 reports of a probe through the shards of members 0 and 1. */
class TakeProbeTest {
    private static final long PROBE = 7;
    private static final int SHARD = 2;
    private static final UUID OWNER = FakeMember.uuid(1);

    private final FakeMember member = new FakeMember(3);
    private final Integer key = member.keys().keyOf(SHARD);
    private final CopiesContext context = new CopiesContext();

    @BeforeEach
    void register() {
        context.register(member.userContext());
    }

    private int[] take(Map<Integer, UUID> owners) {
        TakeProbe question = new TakeProbe(PROBE, owners);
        question.setHazelcastInstance(member.hazelcast());
        return question.call();
    }

    @Test
    void shouldReportTheReplicasThatTheProbeHasPassedOnce() {
        member.know(SHARD, 1);
        context.probes().passed(PROBE, key);

        int[] first = take(Map.of(key, OWNER));
        assertThat(TakeProbe.passed(first)).containsExactly(key);
        assertThat(TakeProbe.knowing(first)).containsExactly(key);

        int[] second = take(Map.of(key, OWNER));
        assertThat(TakeProbe.passed(second)).isEmpty();
        assertThat(TakeProbe.knowing(second)).containsExactly(key);
    }

    /** It has moved from member 2 to member 1, which is not known here yet: if that one fails now, member 2 is the owner again. */
    @Test
    void shouldNotKnowAnOwnerWhileItsTableNamesTheFormerOne() {
        member.know(SHARD, 2);
        context.probes().passed(PROBE, key);

        int[] answer = take(Map.of(key, OWNER));

        assertThat(TakeProbe.passed(answer)).containsExactly(key);
        assertThat(TakeProbe.knowing(answer)).isEmpty();
    }

    @Test
    void shouldNotKnowAnOwnerWhereItsTableNamesNobody() {
        assertThat(TakeProbe.knowing(take(Map.of(key, OWNER)))).isEmpty();
    }

    @Test
    void shouldNotCountTheOwnerAmongThoseWhoKnowIt() {
        member.know(SHARD, 0);

        assertThat(TakeProbe.knowing(take(Map.of(key, FakeMember.uuid(0))))).isEmpty();
    }
}
