package com.hazelcast.certification.rules.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShippedRulesTest {
    @TempDir
    private Path folder;

    /** A release's folder has the program alone. */
    @Test
    void shouldHaveSetsInTheProgramWithTheListsAndTablesThatTheyRead() throws Exception {
        RuleSetText starter = RuleSetFile.named("starter");
        assertThat(starter.read().name()).isEqualTo("starter");
        assertThat(starter.files())
                .containsOnlyKeys(
                        "terminal-risk.csv", "trusted-cards.csv", "blocked-cards.csv", "blocked-terminals.csv");
        assertThat(starter).isEqualTo(new RuleSetFile(Path.of("../rules/starter.rules")).withFiles());
        assertThat(RuleSetFile.named("certification")).isEqualTo(RuleSetText.shipped());
    }

    @Test
    void shouldTakeAFileForAnyOtherName() throws Exception {
        Path file = Files.writeString(folder.resolve("own.rules"), "set own rule all decline when tx.amount > 5");
        assertThat(RuleSetFile.named(file.toString()).read().name()).isEqualTo("own");
        for (String wrong : new String[] {
            "beginner", "../starter", folder.resolve("absent.rules").toString()
        }) {
            assertThatThrownBy(() -> RuleSetFile.named(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("certification or starter")
                    .hasMessageContaining("rules=" + wrong)
                    .hasMessageContaining("there is no such file");
        }
    }
}
