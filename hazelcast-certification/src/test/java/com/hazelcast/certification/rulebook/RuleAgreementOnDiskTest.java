package com.hazelcast.certification.rulebook;

import static com.hazelcast.certification.rulebook.RuleAgreements.BIG;
import static com.hazelcast.certification.rulebook.RuleAgreements.SMALL;
import static com.hazelcast.certification.rulebook.RuleAgreements.activating;
import static com.hazelcast.certification.rulebook.RuleAgreements.activation;
import static com.hazelcast.certification.rulebook.RuleAgreements.awaitBook;
import static com.hazelcast.certification.rulebook.RuleAgreements.keeper;
import static com.hazelcast.certification.rulebook.RuleAgreements.submission;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cluster.ClusterRules;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.MemberConfig;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleKeeper;
import com.hazelcast.certification.storage.Durability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of rules that were not complete when members ended, and what those do that come back with their disks. */
class RuleAgreementOnDiskTest {
    @TempDir
    private Path folder;

    /** Three have cancelled a change, and one of them was killed before it was notified. All end, and that one is the first to be back. */
    @Test
    void shouldNotCompleteWhatAMemberThatComesBackLaterHasGivenUp() throws Exception {
        RuleBook given;
        try (TestCluster cluster = alone("one")) {
            FraudMember member = cluster.startMember();
            given = activating(keeper(member).book(), SMALL, 1);
            keeper(member).abandon(given.lastHash());
        }
        try (TestCluster cluster =
                new TestCluster().withMinMembers(2).withStorage(member -> onDisk(member == 0 ? "two" : "one"))) {
            FraudMember agreeing = cluster.startMember();
            RuleBook before = keeper(agreeing).book();
            // Alone it may not complete it.
            keeper(agreeing).commit(given);

            FraudMember back = cluster.startMember();

            assertThat(keeper(back).agreed()).isEmpty();
            TestCluster.await(
                    "nobody has agreed to it", () -> keeper(agreeing).agreed().isEmpty());
            assertThat(keeper(agreeing).book()).isEqualTo(before);
            assertThat(keeper(back).book()).isEqualTo(before);
        }
    }

    /** All have ended at once, and the first to be back is one that had not used the newest book. */
    @Test
    void shouldTakeTheNewestBookOfAnyDisk() throws Exception {
        ClusterRules rules;
        RuleBook newest;
        try (TestCluster cluster = alone("one")) {
            FraudMember unused = cluster.startMember();
            rules = cluster.control().rules();
            rules.change(submission(SMALL));
            rules.change(activation(2));
            newest = rules.book();
        }
        try (TestCluster cluster = new TestCluster().withStorage(member -> onDisk(member == 0 ? "two" : "one"))) {
            FraudMember older = cluster.startMember();
            assertThat(keeper(older).book().version()).isEqualTo(1);
            FraudMember newer = cluster.startMember();

            awaitBook(newest, older, newer);
        }
    }

    @Test
    void shouldRememberOnDiskWhatAllHaveAgreedTo() throws Exception {
        RuleBook next;
        try (TestCluster cluster = alone("one")) {
            FraudMember member = cluster.startMember();
            RuleKeeper keeper = keeper(member);
            next = activating(keeper.book(), SMALL, 1);
            // Before that the member would complete it itself.
            cluster.leave(member);
            keeper.commit(next);
        }
        try (TestCluster cluster = alone("one")) {
            FraudMember member = cluster.startMember();
            awaitBook(next, member);
        }
    }

    /** Its maker has given it up and this member, which was killed before it was notified, is the only one there: nobody remembers. */
    @Test
    void shouldNotCompleteAtAStartWhatNobodyRemembersToBeGivenUp() throws Exception {
        RuleBook before;
        try (TestCluster cluster = alone("one")) {
            FraudMember member = cluster.startMember();
            RuleKeeper keeper = keeper(member);
            before = keeper.book();
            cluster.leave(member);
            keeper.prepare(activating(before, SMALL, 1));
        }
        try (TestCluster cluster = alone("one")) {
            FraudMember member = cluster.startMember();
            assertThat(keeper(member).agreed()).isEmpty();
            assertThat(keeper(member).book()).isEqualTo(before);

            RuleBook changed = cluster.control().rules().change(submission(BIG));

            assertThat(changed.version()).isEqualTo(before.version() + 1);
            assertThat(changed.set(2).orElseThrow().name()).isEqualTo("big");
            assertThat(changed.active()).isEqualTo(before.active());
        }
    }

    /** The makers of two changes have ended: one had notified members that are back now, the other a member that agreed in their absence. */
    @Test
    void shouldCompleteWhatAllHaveAgreedToWhereAMemberHasAgreedToAnother() throws Exception {
        RuleBook committed;
        try (TestCluster cluster = alone("one")) {
            FraudMember member = cluster.startMember();
            RuleKeeper keeper = keeper(member);
            committed = activating(keeper.book(), SMALL, 1);
            cluster.leave(member);
            keeper.commit(committed);
        }
        try (TestCluster cluster =
                new TestCluster().withMinMembers(2).withStorage(member -> onDisk(member == 0 ? "two" : "one"))) {
            FraudMember first = cluster.startMember();
            RuleBook prepared = activating(keeper(first).book(), BIG, 2);
            assertThat(prepared.lastHash()).isNotEqualTo(committed.lastHash());
            // Alone it may not give it up.
            keeper(first).prepare(prepared);

            FraudMember back = cluster.startMember();

            awaitBook(committed, first, back);
            assertThat(keeper(first).hasGivenUp(prepared.lastHash())).isTrue();
        }
    }

    /** A member alone is never degraded: its rules may be changed. */
    private TestCluster alone(String name) {
        return new TestCluster().withDegradedAfter(Optional.empty()).withStorage(member -> onDisk(name));
    }

    private MemberConfig.OnDisk onDisk(String name) {
        return new MemberConfig.OnDisk(
                folder.resolve(name), Durability.WRITTEN, Optional.empty(), 1, Duration.ofSeconds(30));
    }
}
