package com.hazelcast.certification.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.member.MemberConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class MemberOptionsTest {
    @Command
    static final class Carrier {
        @Mixin
        MemberOptions member;
    }

    private static MemberConfig.Shards parse(String... arguments) {
        Carrier carrier = new Carrier();
        new CommandLine(carrier).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
        return carrier.member.toConfig().shards();
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,1", "3,2", "4,3", "5,3", "6,4"})
    void shouldAskForMoreThanHalfOfThreeOrMoreMembers(int members, int least) {
        assertThat(parse("--members=" + members).minMembers()).isEqualTo(least);
    }

    @Test
    void shouldAskForOneMemberWhereItIsNotKnownHowManyThereAre() {
        assertThat(parse().minMembers()).isEqualTo(1);
    }

    @Test
    void shouldTakeTheNumberThatIsGiven() {
        assertThat(parse("--members=5", "--min-members=1").minMembers()).isEqualTo(1);
        assertThatThrownBy(() -> parse("--min-members=most")).hasMessageContaining("min-members=most");
        assertThatThrownBy(() -> parse("--min-members=0")).hasMessageContaining("min-members=0");
    }

    @Test
    void shouldGoOnDegradedAfterTenSecondsUnlessToldOtherwise() {
        assertThat(parse().degradedAfter()).contains(Duration.ofSeconds(10));
        assertThat(parse("--degraded-after=2m").degradedAfter()).contains(Duration.ofMinutes(2));
        assertThat(parse("--degraded-after=never").degradedAfter()).isEmpty();
        assertThatThrownBy(() -> parse("--degraded-after=soon")).hasMessageContaining("degraded-after=soon");
    }
}
