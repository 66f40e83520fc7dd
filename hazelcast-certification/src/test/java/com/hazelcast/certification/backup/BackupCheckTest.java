package com.hazelcast.certification.backup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.hazelcast.certification.cli.Fraud;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.BackupManifest;
import com.hazelcast.certification.storage.files.DataKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backups of a member with two shards that were damaged before they were copied, or after it. */
@Timeout(120)
class BackupCheckTest {
    private static final int SHARDS = SmallBackup.SHARDS;

    /** Within the first frame of a file, which others follow. */
    private static final int DAMAGED_OFFSET = 120;

    @TempDir
    private Path folder;

    private Path backup() {
        return folder.resolve("backup");
    }

    private Path member() throws IOException {
        return Backup.members(backup()).get(0);
    }

    private Path key(String digit) throws IOException {
        return Files.writeString(folder.resolve("key-" + digit), digit.repeat(64));
    }

    private void backUp(Optional<DataKey> key) throws IOException {
        assertThat(SmallBackup.make(folder.resolve("data"), backup(), key).shards())
                .isEqualTo(SHARDS);
    }

    private static BackupCheck.Result check(Path folder, Optional<DataKey> key) throws Exception {
        return BackupCheck.of(folder, key);
    }

    /** The first file whose name begins like that becomes what it is when the data folder had a damaged bit and was copied. */
    private void rot(String prefix) throws IOException {
        BackupManifest manifest = Backup.manifest(member());
        List<BackupManifest.File> files = new ArrayList<>();
        boolean isRotten = false;
        for (BackupManifest.File file : manifest.files()) {
            if (!isRotten && file.name().startsWith(prefix)) {
                Path path = member().resolve(file.name());
                byte[] bytes = Files.readAllBytes(path);
                bytes[DAMAGED_OFFSET] ^= 1;
                Files.write(path, bytes);
                CRC32C crc = new CRC32C();
                crc.update(bytes);
                files.add(new BackupManifest.File(file.name(), bytes.length, Long.toHexString(crc.getValue())));
                isRotten = true;
            } else {
                files.add(file);
            }
        }
        assertThat(isRotten).as(prefix).isTrue();
        Files.write(
                member().resolve("manifest.json"),
                JsonMapper.builder()
                        .build()
                        .writeValueAsBytes(new BackupManifest(
                                manifest.format(),
                                manifest.cluster(),
                                manifest.life(),
                                manifest.takenAtMs(),
                                files,
                                manifest.shards())));
    }

    private int verify(String... more) {
        List<String> all = new ArrayList<>(List.of("ctl", "backup", "verify", backup().toString()));
        all.addAll(List.of(more));
        return Fraud.commandLine("ctl").execute(all.toArray(String[]::new));
    }

    @Test
    void shouldFindWholeCopiesOfAllShards() throws Exception {
        backUp(Optional.empty());

        BackupCheck.Result found = check(backup(), Optional.empty());

        assertThat(found.problems()).isEmpty();
        assertThat(found.whole()).isEqualTo(SHARDS);
        assertThat(found.shards()).isEqualTo(SHARDS);
        assertThat(found.isRead()).isTrue();
        assertThat(found.members())
                .containsExactly(new BackupCheck.Copies(member().getFileName().toString(), SHARDS, Set.of()));
        assertThat(verify()).isZero();
    }

    @Test
    void shouldNameASnapshotThatWasDamagedBeforeItWasCopied() throws Exception {
        backUp(Optional.empty());
        rot("shard-1-");

        BackupCheck.Result found = check(backup(), Optional.empty());

        assertThat(found.whole()).isEqualTo(1);
        assertThat(found.members().get(0).notWhole()).containsExactly(1);
        assertThat(found.problems())
                .anyMatch(problem -> problem.contains("/shard-1-") && problem.contains("was so when it was copied"))
                .anyMatch(problem -> problem.contains("the copy of the shard with key 1 cannot be used"))
                .anyMatch(problem -> problem.startsWith("1 of 2 shards have no whole copy") && problem.endsWith("[1]"));
        assertThat(verify()).isEqualTo(1);
    }

    @Test
    void shouldNameCopiesWhoseLogWasDamagedBeforeItWasCopied() throws Exception {
        backUp(Optional.empty());
        rot("log-");

        BackupCheck.Result found = check(backup(), Optional.empty());

        // A later record of a shard may show that the gap has none of it.
        assertThat(found.whole()).isLessThan(SHARDS);
        assertThat(found.problems())
                .anyMatch(problem ->
                        problem.contains("the copy of the shard with key ") && problem.contains("cannot be used"));
    }

    @Test
    void shouldReadABackupOfAnEarlierRelease() throws Exception {
        backUp(Optional.empty());
        Files.delete(member().resolve("backup.json"));

        BackupCheck.Result found = check(backup(), Optional.empty());

        assertThat(found.problems()).isEmpty();
        assertThat(found.whole()).isEqualTo(SHARDS);
    }

    /** As after a copy of the folder that was interrupted. */
    @Test
    void shouldNameAPartThatIsMissing() throws Exception {
        backUp(Optional.empty());
        Files.writeString(
                member().resolve("backup.json"),
                "{\"format\":1,\"takenAtMs\":1,\"members\":[\"" + member().getFileName() + "\",\"member-2\"]}");

        assertThat(check(backup(), Optional.empty()).problems()).containsExactly("member-2 is missing");
    }

    @Test
    void shouldReadAnEncryptedBackupWithItsKeyAndSayWhenItCannot() throws Exception {
        backUp(Optional.of(DataKey.read(key("a"))));

        assertThat(check(backup(), Optional.empty()).isRead()).isFalse();
        assertThat(check(backup(), Optional.empty()).problems()).isEmpty();
        assertThat(check(backup(), Optional.of(DataKey.read(key("a")))).isRead())
                .isTrue();
        assertThat(check(backup(), Optional.of(DataKey.read(key("a")))).whole()).isEqualTo(SHARDS);
        assertThat(check(backup(), Optional.of(DataKey.read(key("b")))).problems())
                .anyMatch(problem -> problem.contains("another key"));
        assertThat(verify()).isZero();
        assertThat(verify("--data-key-file", key("a").toString())).isZero();
        assertThat(verify("--data-key-file", key("b").toString())).isEqualTo(1);
    }

    @Test
    void shouldNameADamagedFrameOfAnEncryptedBackupWithoutItsKey() throws Exception {
        backUp(Optional.of(DataKey.read(key("a"))));
        rot("shard-0-");

        BackupCheck.Result found = check(backup(), Optional.empty());

        assertThat(found.whole()).isEqualTo(1);
        assertThat(found.problems()).first().asString().contains("/shard-0-", "is damaged at offset");
    }
}
