package com.hazelcast.certification.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterSecretTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path folder;

    @Test
    void shouldLeaveTheNameAsItIsWithoutASecret() {
        assertThat(ClusterSecret.joinName("fraud", ClusterSecret.NONE)).isEqualTo("fraud");
    }

    @Test
    void shouldMakeAnotherNameForEachSecretAndEachCluster() throws IOException {
        Optional<ClusterSecret> one = Optional.of(ClusterSecret.read(file(SECRET + "\n", "rw-------")));
        Optional<ClusterSecret> other = Optional.of(ClusterSecret.read(file(SECRET + "0", "r--------")));
        assertThat(ClusterSecret.joinName("fraud", one))
                .matches("fraud-[0-9a-f]{64}")
                .doesNotContain(SECRET)
                .isNotEqualTo(ClusterSecret.joinName("fraud", other));
        assertThat(ClusterSecret.joinName("fraud", one))
                .isEqualTo(ClusterSecret.joinName("fraud", Optional.of(new ClusterSecret(SECRET))));
        assertThat(ClusterSecret.joinName("other", one).substring("other".length()))
                .isNotEqualTo(ClusterSecret.joinName("fraud", one).substring("fraud".length()));
    }

    @Test
    void shouldRefuseAFileThatOthersMayRead() throws IOException {
        Path file = file(SECRET, "rw-r-----");
        assertThatThrownBy(() -> ClusterSecret.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("chmod 600")
                .hasMessageContaining("cluster-secret-file=" + file);
    }

    @Test
    void shouldRefuseASecretThatCanBeGuessed() throws IOException {
        Path file = file("secret", "rw-------");
        assertThatThrownBy(() -> ClusterSecret.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32 to 4096 characters");
    }

    @Test
    void shouldNameAFileThatIsNotThere() {
        assertThatThrownBy(() -> ClusterSecret.read(folder.resolve("none")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no such file");
    }

    private Path file(String content, String permissions) throws IOException {
        Path file = Files.createTempFile(folder, "secret", "");
        Files.writeString(file, content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
}
