package com.hazelcast.certification.cli.cards;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cli.options.UserSecret;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForgetCardCommandTest {
    private static final String SECRET = "a secret of hers";

    /** As {@code ctl --user} does, which takes the secret before it reaches the cluster. */
    @Test
    void shouldLeaveTheFirstLineToTheSecretOfTheUser() throws IOException {
        List<String> secrets = new ArrayList<>();
        ForgetCardCommand command = new ForgetCardCommand();
        command.control = action -> {
            secrets.add(UserSecret.read("anna"));
            return 0;
        };
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream((SECRET + "\n4000220000112333\n").getBytes(StandardCharsets.UTF_8)));
        try {
            assertThat(command.call()).isZero();
            assertThat(secrets).containsExactly(SECRET);
            assertThat(new String(System.in.readAllBytes(), StandardCharsets.UTF_8))
                    .as("read when the cluster is reached")
                    .isEqualTo("4000220000112333\n");
        } finally {
            System.setIn(before);
        }
    }
}
