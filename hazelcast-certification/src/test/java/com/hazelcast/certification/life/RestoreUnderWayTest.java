package com.hazelcast.certification.life;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.FolderDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Restores that members remember, and those that they have left behind. */
class RestoreUnderWayTest {
    @TempDir
    private Path folder;

    private Disk disk;
    private final Cluster cluster = new Cluster();

    /** What its members see. */
    private static final class Cluster implements RestoreUnderWay.Shared {
        private boolean isRestoring;
        private boolean hasEnded;
        private boolean hasHistories;

        @Override
        public boolean isRestoring() {
            return isRestoring;
        }

        @Override
        public void setRestoring(boolean restoring) {
            isRestoring = restoring;
            hasEnded = !restoring;
        }

        @Override
        public boolean hasRestoreEnded() {
            return hasEnded;
        }

        @Override
        public boolean hasHistories() {
            return hasHistories;
        }
    }

    @BeforeEach
    void open() {
        disk = FolderDisk.open(folder);
    }

    @AfterEach
    void close() {
        disk.close();
    }

    private RestoreUnderWay member(Cluster of) {
        return new RestoreUnderWay(Optional.of(disk), of);
    }

    @Test
    void shouldKnowOfNoneInAnEmptyFolder() throws IOException {
        assertThat(member(cluster).look()).isFalse();
        member(cluster).end();
        assertThat(disk.list()).isEmpty();
    }

    @Test
    void shouldBeUnderWayAgainWhenAllMembersHaveEnded() {
        member(cluster).begin();

        Cluster next = new Cluster();
        RestoreUnderWay started = member(next);
        assertThat(started.look()).isTrue();
        next.hasHistories = true;

        assertThat(started.look()).as("when it starts by itself").isTrue();
        assertThat(started.isOn()).isTrue();
        assertThat(next.isRestoring).as("for members that join").isTrue();
    }

    @Test
    void shouldLeaveNothingBehindWhenItHasEnded() throws IOException {
        RestoreUnderWay member = member(cluster);
        member.begin();
        assertThat(member.isOn()).isTrue();

        member.end();

        assertThat(member.isOn()).isFalse();
        assertThat(disk.list()).isEmpty();
        assertThat(member(new Cluster()).look()).isFalse();
    }

    @Test
    void shouldHaveEndedForAMemberThatWasAwayWhenTheOthersEndedIt() throws IOException {
        member(cluster).begin();
        Cluster gone = new Cluster();
        gone.hasHistories = true;

        assertThat(member(gone).look()).isFalse();

        assertThat(disk.list()).isEmpty();
    }

    /** A person has started the others, without histories, for example. */
    @Test
    void shouldNotBeginAgainByAMemberThatComesBackToAClusterThatHasEndedIt() throws IOException {
        member(cluster).begin();
        cluster.setRestoring(false);

        assertThat(member(cluster).look()).isFalse();

        assertThat(cluster.isRestoring).isFalse();
        assertThat(disk.list()).isEmpty();
    }

    /** Cut off from the others, for example, which have ended it. */
    @Test
    void shouldLeaveNothingBehindOnAMemberThatWasNotNotifiedOfItsEnd() throws IOException {
        RestoreUnderWay member = member(cluster);
        member.begin();
        member.follow();
        assertThat(disk.list()).containsExactly(RestoreUnderWay.MARK);
        // Between two clusters it sees nothing.
        cluster.isRestoring = false;
        member.follow();
        assertThat(disk.list()).containsExactly(RestoreUnderWay.MARK);

        cluster.setRestoring(false);
        member.follow();

        assertThat(disk.list()).isEmpty();
    }

    @Test
    void shouldBeOnTheDiskOfAMemberThatJoinsMeanwhile() {
        cluster.isRestoring = true;
        assertThat(member(cluster).look()).isTrue();

        assertThat(member(new Cluster()).look()).isTrue();
    }

    @Test
    void shouldBeSeenByMembersWithoutAFolder() {
        RestoreUnderWay member = new RestoreUnderWay(Optional.empty(), cluster);
        assertThat(member.look()).isFalse();
        member.begin();
        assertThat(member.look()).isTrue();
        member.end();
        assertThat(member.look()).isFalse();
    }
}
