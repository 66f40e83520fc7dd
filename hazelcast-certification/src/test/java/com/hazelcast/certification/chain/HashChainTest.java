package com.hazelcast.certification.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashChainTest {
    private static final int LINES = 5;

    private static List<String> chain() {
        List<String> lines = new ArrayList<>();
        String previous = HashChain.START;
        for (int i = 0; i < LINES; i++) {
            ChainedLine line = ChainedLine.after(previous, "{\"what\":\"event é\",\"n\":" + i + "}");
            lines.add(line.text());
            previous = line.hash();
        }
        return lines;
    }

    private static ChainVerifier verify(ChainVerifier verifier, List<String> lines) {
        lines.forEach(verifier::accept);
        assertThat(verifier.lines()).isEqualTo(lines.size());
        return verifier;
    }

    private static Optional<Long> brokenLine(List<String> lines) {
        return verify(ChainVerifier.fromStart(), lines).broken().map(ChainVerifier.Broken::line);
    }

    @Test
    void shouldHashThePreviousHashALineFeedAndTheContent() {
        // printf '%064d\n{"a":1}' 0 | sha256sum
        assertThat(HashChain.next(HashChain.START, "{\"a\":1}"))
                .isEqualTo("f21735afd2cd6af4fc5804b0045cebfd545aef8396d29d030c39cb8880b45b7f");
    }

    @Test
    void shouldAcceptAWholeChainAndReturnItsLastHash() {
        List<String> lines = chain();
        ChainVerifier verifier = verify(ChainVerifier.fromStart(), lines);
        assertThat(verifier.broken()).isEmpty();
        assertThat(verifier.lastHash())
                .contains(ChainedLine.parse(lines.get(LINES - 1)).hash());
    }

    @Test
    void shouldAcceptAPartOfAChainOnlyAsAPart() {
        List<String> part = chain().subList(2, LINES);
        assertThat(verify(ChainVerifier.ofPart(), part).broken()).isEmpty();
        assertThat(brokenLine(part)).contains(1L);
    }

    @Test
    void shouldFindTheFirstLineThatWasChanged() {
        List<String> lines = chain();
        lines.set(2, lines.get(2).replace("\"n\":2", "\"n\":7"));
        lines.set(3, "");
        ChainVerifier verifier = verify(ChainVerifier.fromStart(), lines);
        assertThat(verifier.broken()).hasValueSatisfying(broken -> {
            assertThat(broken.line()).isEqualTo(3);
            assertThat(broken.why()).contains("it was changed");
        });
    }

    @Test
    void shouldFindALineThatWasChangedTogetherWithItsHash() {
        List<String> lines = chain();
        ChainedLine line = ChainedLine.parse(lines.get(1));
        lines.set(1, ChainedLine.after(line.previous(), "{\"n\":7}").text());
        assertThat(brokenLine(lines)).contains(3L);
    }

    @Test
    void shouldFindWhereALineWasRemovedOrTwoWereMoved() {
        List<String> removed = chain();
        removed.remove(1);
        assertThat(verify(ChainVerifier.fromStart(), removed).broken()).hasValueSatisfying(broken -> {
            assertThat(broken.line()).isEqualTo(2);
            assertThat(broken.why()).contains("removed");
        });
        List<String> moved = chain();
        Collections.swap(moved, 2, 3);
        assertThat(brokenLine(moved)).contains(3L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"n\":1}", "{\"previous\":\"0\",\"hash\":\"0\",\"n\":1}", "hello"})
    void shouldFindWhatIsNoLineOfAChain(String text) {
        List<String> lines = chain();
        lines.add(3, text);
        assertThat(brokenLine(lines)).contains(4L);
    }

    @Test
    void shouldFindAnyCharacterThatWasChanged() {
        List<String> lines = chain();
        String line = lines.get(1);
        for (int i = 0; i < line.length(); i++) {
            char other = line.charAt(i) == '1' ? '2' : '1';
            lines.set(1, line.substring(0, i) + other + line.substring(i + 1));
            assertThat(brokenLine(lines)).as("index %d", i).contains(2L);
        }
    }

    @Test
    void shouldRefuseWhatCannotStandInALine() {
        assertThatThrownBy(() -> HashChain.next("ABC", "{\"a\":1}")).hasMessageContaining("previousHash=ABC");
        assertThatThrownBy(() -> HashChain.next(HashChain.START, "a\nb")).hasMessageContaining("no line break");
        assertThatThrownBy(() -> ChainedLine.after(HashChain.START, "text")).hasMessageContaining("content=text");
    }
}
