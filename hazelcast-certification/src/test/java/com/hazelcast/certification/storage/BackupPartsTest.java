package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which parts a backup has while members prepare, commit and clean it. */
class BackupPartsTest {
    private static final String LIFE = "one since then";

    @TempDir
    private Path folder;

    private Path put(String id, String name, String life, long takenAtMs, Integer... shards) throws IOException {
        BackupManifest manifest =
                new BackupManifest(BackupManifest.FORMAT, "13-shards", life, takenAtMs, List.of(), List.of(shards));
        Path member = Files.createDirectories(folder.resolve(BackupManifest.MEMBER_PREFIX + id));
        Files.write(member.resolve(name), JsonMapper.builder().build().writeValueAsBytes(manifest));
        return member;
    }

    /** As an earlier release has written it. */
    private Path member(String id, long takenAtMs, Integer... shards) throws IOException {
        return put(id, BackupManifest.NAME, "", takenAtMs, shards);
    }

    private Path prepare(String id, long takenAtMs, Integer... shards) throws IOException {
        return put(id, BackupManifest.preparedName(takenAtMs), LIFE, takenAtMs, shards);
    }

    private static BackupParts parts(Path... members) {
        return BackupParts.ofEach(List.of(members), new ArrayList<>());
    }

    private static List<String> names(Path... members) {
        return List.of(members).stream()
                .map(member -> String.valueOf(member.getFileName()))
                .toList();
    }

    private static Path prepared(Path member, long takenAtMs) {
        return member.resolve(BackupManifest.preparedName(takenAtMs));
    }

    /** A member that failed leaves its folder of an earlier backup, which may have the only copies of some shards. */
    @Test
    void shouldSayWhenTheOldestCopyWasTakenThatIsTheNewestOfItsShard() throws IOException {
        Path earlier = member("a", 1_000, 0, 1);
        Path later = member("b", 5_000, 1, 2);
        assertThat(parts(earlier, later).takenAtMs()).as("shard 0").hasValue(1_000);
        assertThat(parts(earlier, later, member("c", 5_000, 0)).takenAtMs()).hasValue(5_000);
        assertThat(parts(member("d", 5_000)).takenAtMs()).isEmpty();
    }

    @Test
    void shouldNameSetsOfRulesOfWhichNoFileIsWhole() throws IOException {
        Path a = Files.createDirectories(folder.resolve("member-a"));
        byte[] rules = {'{', '}'};
        CRC32C crc = new CRC32C();
        crc.update(rules);
        BackupManifest.File file =
                new BackupManifest.File("rules-2-x.json", rules.length, Long.toHexString(crc.getValue()));
        BackupManifest manifest =
                new BackupManifest(BackupManifest.FORMAT, "13-shards", LIFE, 1_000, List.of(file), List.of(0));
        Files.write(a.resolve(BackupManifest.NAME), JsonMapper.builder().build().writeValueAsBytes(manifest));
        assertThat(parts(a).rulesProblem().orElseThrow())
                .contains("no file with the sets of rules is whole", a.resolve(file.name()) + " is missing");
        Files.writeString(a.resolve(file.name()), "[]");
        assertThat(parts(a).rulesProblem().orElseThrow()).contains(a.resolve(file.name()) + " is damaged");

        Files.write(a.resolve(file.name()), rules);

        assertThat(parts(a).rulesProblem()).isEmpty();
        assertThat(parts(a).rules()).containsExactly(a.resolve(file.name()));
        assertThat(parts(member("b", 1_000, 0)).rulesProblem())
                .as("of an older release")
                .isEmpty();
    }

    @Test
    void shouldTakeTheNewPartOfEachMemberFromTheFirstCommitOn() throws IOException {
        Path a = prepare("a", 1_000, 0);
        Path b = prepare("b", 1_000, 1);
        assertThat(BackupParts.of(folder).used()).as("nothing is committed").isEmpty();
        Backup.commit(a, 1_000, names(a, b));
        assertThat(BackupParts.of(folder).used()).containsExactly(a, prepared(b, 1_000));
        Backup.commit(b, 1_000, names(a, b));
        assertThat(BackupParts.of(folder).used()).containsExactly(a, b);

        prepare("a", 2_000, 0);
        prepare("b", 2_000, 1);
        assertThat(BackupParts.of(folder).takenAtMs()).as("it is not committed").hasValue(1_000);
        Backup.commit(b, 2_000, names(a, b));

        BackupParts parts = BackupParts.of(folder);
        assertThat(parts.used()).containsExactly(prepared(a, 2_000), b);
        assertThat(parts.takenAtMs()).hasValue(2_000);
        assertThat(parts.problems()).isEmpty();
        assertThat(Backup.manifest(prepared(a, 2_000)).takenAtMs()).isEqualTo(2_000);
        assertThat(BackupParts.Present.in(folder))
                .isEqualTo(new BackupParts.Present(2_000, names(a, b), List.of(0, 1), List.of(1_000L, 2_000L)));
        assertThat(BackupParts.unfinished(folder, 2_000)).containsExactly(a, b);
        Backup.clean(b);
        assertThat(BackupParts.unfinished(folder, 2_000)).containsExactly(a);
        assertThat(BackupParts.of(folder).used()).containsExactly(prepared(a, 2_000), b);
    }

    @Test
    void shouldReadABackupOfAnEarlierReleaseUntilAnotherIsCommitted() throws IOException {
        Path a = member("a", 1_000, 0);
        Path b = member("b", 1_000, 1);
        prepare("a", 2_000, 0);

        assertThat(BackupParts.of(folder).used()).containsExactly(a, b);
        assertThat(BackupParts.of(folder).takenAtMs()).hasValue(1_000);
        assertThat(BackupParts.Present.in(folder))
                .isEqualTo(new BackupParts.Present(0, List.of(), List.of(0, 1), List.of(2_000L)));
    }

    @Test
    void shouldNameAPartThatIsMissingAndOneOfAnotherBackup() throws IOException {
        Path a = prepare("a", 2_000, 0);
        Path b = member("b", 1_000, 1);
        Backup.commit(a, 2_000, List.of("member-a", "member-b", "member-c"));

        BackupParts parts = BackupParts.of(folder);

        assertThat(parts.used()).containsExactly(a, b);
        assertThat(parts.problems())
                .containsExactly(
                        "member-b is of another backup: takenAt=1970-01-01T00:00:01Z backupTakenAt=1970-01-01T00:00:02Z",
                        "member-c is missing");
    }

    /** Two of them, as where members' disks are put together while one of them was away. */
    @Test
    void shouldTakeTheNewestBackupThatHasAllItsParts() throws IOException {
        Path a = prepare("a", 1_000, 0);
        Backup.commit(a, 1_000, names(a));
        Path b = prepare("b", 2_000, 1);
        Backup.commit(b, 2_000, List.of("member-b", "member-c"));
        assertThat(BackupParts.of(folder).used()).containsExactly(a);
        assertThat(BackupParts.of(folder).leftOut()).containsOnlyKeys(b);

        prepare("c", 2_000, 0);

        assertThat(BackupParts.of(folder).used()).containsExactly(b, prepared(folder.resolve("member-c"), 2_000));
    }

    @Test
    void shouldRemoveAFolderOfTheSameLifeThatIsNoPartOfTheBackup() throws IOException {
        Path gone = prepare("gone", 1_000, 0);
        Backup.commit(gone, 1_000, names(gone));
        Path other = put("other", BackupManifest.NAME, "another since then", 1_000, 0);
        Path a = prepare("a", 2_000, 0);
        Backup.commit(a, 2_000, names(a));
        assertThat(BackupParts.of(folder).used()).containsExactly(a);
        assertThat(BackupParts.of(folder).leftOut())
                .hasEntrySatisfying(gone, why -> assertThat(why).contains("no part of the newest backup"))
                .hasEntrySatisfying(other, why -> assertThat(why).contains("of another life of the cluster"));

        Backup.clean(a);

        assertThat(gone).doesNotExist();
        assertThat(other).exists();
    }

    @Test
    void shouldNameAFileOfACommittedBackupThatIsDamagedAndUseAnother() throws IOException {
        Path a = prepare("a", 1_000, 0);
        Path b = prepare("b", 1_000, 1);
        Backup.commit(a, 1_000, names(a, b));
        Backup.commit(b, 1_000, names(a, b));
        for (String damaged : List.of(
                "{",
                "null",
                "{}",
                "{\"format\":9,\"takenAtMs\":1000,\"members\":[]}",
                "{\"format\":1,\"takenAtMs\":1000,\"members\":[\"member-/../../x\"]}")) {
            Files.writeString(a.resolve(BackupParts.NAME), damaged);

            assertThat(BackupParts.of(folder).used()).containsExactly(a, b);
            assertThat(BackupParts.of(folder).problems())
                    .singleElement()
                    .asString()
                    .startsWith("member-a/backup.json cannot be used");
        }
    }

    @Test
    void shouldCommitNothingThatIsNotThere() throws IOException {
        Path a = prepare("a", 1_000, 0);
        assertThatThrownBy(() -> Backup.commit(a, 2_000, names(a)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("manifest-2000.json");
        assertThat(a.resolve(BackupParts.NAME)).doesNotExist();
    }
}
