package com.hazelcast.certification.kafka.verdicts;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What others have sent is released, and what may be lost with them is due. */
class CopyRoundsTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final UUID A = new UUID(0, 1);
    private static final UUID B = new UUID(0, 2);

    private final CopyRounds rounds = new CopyRounds(0);
    private long nowNs;

    private static LogPlace at(long offset) {
        return new LogPlace(1, offset);
    }

    private static CopyRounds.Places places(long end, long sent) {
        return new CopyRounds.Places(at(end), at(sent));
    }

    private void tick(long own, Map<UUID, CopyRounds.Places> answers) {
        tick(own, answers.keySet(), answers);
    }

    private void tick(long own, Set<UUID> others, Map<UUID, CopyRounds.Places> answers) {
        nowNs += SECOND_NS;
        rounds.tick(at(own), others, answers, nowNs);
    }

    private void settle(long own, Map<UUID, CopyRounds.Places> answers) {
        nowNs += CopyRounds.SETTLE_NS;
        tick(own, answers);
    }

    @Test
    void shouldReleaseWhatWasThereWhenAllOthersHaveSentWhatTheyHadThen() {
        settle(10, Map.of(A, places(100, 50), B, places(200, 200)));
        assertThat(rounds.due()).as("of before this start").isEqualTo(at(10));

        tick(20, Map.of(A, places(150, 99), B, places(300, 300)));
        assertThat(rounds.released()).as("A has not sent its first 100").isEqualTo(new LogPlace(0, 0));

        tick(30, Map.of(A, places(160, 100), B, places(300, 300)));
        assertThat(rounds.released())
                .as("the end of the round's begin, not of now")
                .isEqualTo(at(10));
        assertThat(rounds.due()).isEqualTo(at(10));

        tick(40, Map.of(A, places(160, 160), B, places(300, 300)));
        assertThat(rounds.released()).isEqualTo(at(30));
    }

    @Test
    void shouldReleaseNothingWhileAMemberDoesNotAnswer() {
        Map<UUID, CopyRounds.Places> both = Map.of(A, places(5, 5), B, places(5, 5));
        settle(10, both);
        tick(20, both.keySet(), Map.of(A, places(9, 9)));
        assertThat(rounds.released()).isEqualTo(new LogPlace(0, 0));
        tick(30, both);
        assertThat(rounds.released()).isEqualTo(at(10));
    }

    @Test
    void shouldMakeDueWhatCameUntilSomeTimeBehindALoss() {
        Map<UUID, CopyRounds.Places> both = Map.of(A, places(5, 0), B, places(5, 5));
        settle(10, both);
        tick(20, both);
        tick(30, Map.of(B, places(5, 5)));
        assertThat(rounds.due()).isEqualTo(at(30));
        tick(40, Map.of(B, places(5, 5)));
        assertThat(rounds.due()).as("A's last outcomes may come still").isEqualTo(at(40));
        settle(50, Map.of(B, places(7, 7)));
        assertThat(rounds.due()).as("with those that came since the last look").isEqualTo(at(50));
        tick(60, Map.of(B, places(8, 8)));
        assertThat(rounds.due()).isEqualTo(at(50));
        assertThat(rounds.released()).isEqualTo(at(50));
    }

    @Test
    void shouldNoticeAMemberThatWasGoneBetweenTwoLooks() {
        settle(10, Map.of(B, places(5, 5)));
        rounds.memberLeft(nowNs);
        tick(20, Map.of(B, places(5, 5)));
        assertThat(rounds.due()).isEqualTo(at(20));
    }

    @Test
    void shouldReleaseAllOnAMemberThatIsAlone() {
        settle(10, Map.of());
        tick(20, Map.of());
        assertThat(rounds.released()).isEqualTo(at(10));
    }

    /** A member of the model: its log with what it has decided and what it holds as a copy, and how far it has sent. */
    private static final class Modelled {
        final UUID id;
        final List<Integer> decisions = new ArrayList<>();
        final List<Boolean> areOwn = new ArrayList<>();
        final CopyRounds rounds;
        int sent;
        int settled;

        Modelled(int number, long nowNs) {
            id = new UUID(7, number);
            rounds = new CopyRounds(nowNs);
        }

        void add(int decision, boolean isOwn) {
            decisions.add(decision);
            areOwn.add(isOwn);
        }

        void send(boolean isOwn, int from, int to, Set<Integer> topic) {
            for (int i = from; i < to; i++) {
                if (areOwn.get(i) == isOwn) {
                    topic.add(decisions.get(i));
                }
            }
        }

        /** As the sender does, as far as the broker lets it. */
        void send(int upTo, Set<Integer> topic) {
            int next = Math.max(sent, Math.min(upTo, decisions.size()));
            send(true, sent, next, topic);
            sent = next;
            int due = (int) rounds.due().offset();
            if (settled < due) {
                send(false, settled, due, topic);
                settled = due;
            } else {
                settled = Math.max(settled, (int) rounds.released().offset());
            }
        }
    }

    /**
     * Members decide, each with a copy at another one, send at any pace, and are lost for good, one at a time: everything that was on two
     * members comes to the topic.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void shouldSendAllThatTwoMembersHadWhenOneIsLostForGood(long seed) {
        Random random = new Random(seed);
        List<Modelled> members = new ArrayList<>(List.of(new Modelled(0, 0), new Modelled(1, 0), new Modelled(2, 0)));
        Set<Integer> decided = new HashSet<>();
        Set<Integer> topic = new HashSet<>();
        long now = 0;
        long lossAllowedNs = 0;
        int losses = 0;
        int number = members.size();
        for (int step = 0; step < 4_000; step++) {
            now += SECOND_NS / 4;
            int owner = random.nextInt(members.size());
            Modelled other = members.get((owner + 1 + random.nextInt(members.size() - 1)) % members.size());
            for (int i = random.nextInt(4); i > 0; i--) {
                members.get(owner).add(decided.size(), true);
                // The answer waits for it.
                other.add(decided.size(), false);
                decided.add(decided.size());
            }
            Modelled one = members.get(random.nextInt(members.size()));
            one.send(one.sent + random.nextInt(12), topic);
            Modelled ticking = members.get(random.nextInt(members.size()));
            LogPlace own = at(ticking.decisions.size());
            Map<UUID, CopyRounds.Places> answers = new HashMap<>();
            Set<UUID> others = new HashSet<>();
            for (Modelled asked : members) {
                if (asked != ticking) {
                    others.add(asked.id);
                    if (random.nextInt(10) > 0) {
                        answers.put(asked.id, places(asked.decisions.size(), asked.sent));
                    }
                }
            }
            ticking.rounds.tick(own, others, answers, now);
            if (now > lossAllowedNs && random.nextInt(100) == 0) {
                members.remove(random.nextInt(members.size()));
                members.add(new Modelled(number++, now));
                losses++;
                // One at a time: the copies of what the first had are sent until then.
                lossAllowedNs = now + 6 * CopyRounds.SETTLE_NS;
            }
        }
        for (int round = 0; round < 400; round++) {
            now += SECOND_NS;
            for (Modelled member : members) {
                Map<UUID, CopyRounds.Places> answers = new HashMap<>();
                members.stream()
                        .filter(asked -> asked != member)
                        .forEach(asked -> answers.put(asked.id, places(asked.decisions.size(), asked.sent)));
                member.rounds.tick(at(member.decisions.size()), answers.keySet(), answers, now);
                member.send(member.decisions.size(), topic);
            }
        }
        assertThat(losses).as("seed %d", seed).isGreaterThan(3);
        assertThat(topic).as("seed %d", seed).isEqualTo(decided);
        assertThat(members.get(0).settled)
                .as("what is sent goes")
                .isEqualTo(members.get(0).decisions.size());
    }
}
