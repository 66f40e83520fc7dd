package com.hazelcast.certification.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.backup.BackupCommands;
import com.hazelcast.certification.kafka.verdicts.VerdictTopic;
import com.hazelcast.certification.member.MemberConfig;
import com.hazelcast.certification.removing.SweepSettings;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.source.SourceClock;
import com.hazelcast.certification.storage.Durability;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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
        return whole(arguments).shards();
    }

    private static MemberConfig whole(String... arguments) {
        Carrier carrier = new Carrier();
        new CommandLine(carrier).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
        return carrier.member.toConfig();
    }

    @Test
    void shouldNeedUsersToCheckWhoActs() {
        assertThatThrownBy(() -> whole("--control-users")).hasMessageContaining("give them users");
        assertThat(whole("--control-users", "--users=users").network().needsControlUser())
                .isTrue();
        assertThat(whole().network().needsControlUser()).isFalse();
    }

    @Test
    void shouldTakeABudgetOfSets() {
        assertThat(whole().intake().ruleBudgetNs()).isEqualTo(50_000);
        assertThat(whole("--rules-budget-ns=80000").intake().ruleBudgetNs()).isEqualTo(80_000);
        assertThatThrownBy(() -> whole("--rules-budget-ns=999")).hasMessageContaining("rules-budget-ns=999");
    }

    @Test
    void shouldSendVerdictsFromAFolderOnly() {
        String[] given = {"--kafka=127.0.0.1:9092", "--kafka-verdicts=decided"};
        assertThatThrownBy(() -> whole(given))
                .hasMessageContaining("give data-dir")
                .hasMessageContaining("kafka-verdicts=decided");
        assertThat(whole(given[0], given[1], "--data-dir=data")
                        .onDisk()
                        .flatMap(MemberConfig.OnDisk::verdicts)
                        .map(VerdictTopic::name))
                .contains("decided");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--durability=written", "--data-key-file=data.key", "--expect-members=2", "--expect-within=2m"})
    void shouldRefuseKeysOfAFolderWithoutOne(String given) {
        assertThatThrownBy(() -> whole(given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give data-dir, or leave them out")
                .hasMessageContaining(given.substring(2, given.indexOf('=')));
    }

    @Test
    void shouldWriteAndWaitForMembersByDefaultWhereThereIsAFolder() {
        MemberConfig.OnDisk onDisk = whole("--data-dir=data").onDisk().orElseThrow();
        assertThat(onDisk.durability()).isEqualTo(Durability.WRITTEN);
        assertThat(onDisk.expectedWithin()).isEqualTo(Duration.ofMinutes(2));
        MemberConfig.OnDisk given = whole("--data-dir=data", "--durability=synced", "--expect-within=3s")
                .onDisk()
                .orElseThrow();
        assertThat(given.durability()).isEqualTo(Durability.SYNCED);
        assertThat(given.expectedWithin()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void shouldTakeProgramsForBackupsByTheirPath() {
        assertThat(whole().backupCommands()).isEqualTo(BackupCommands.NONE);
        assertThat(whole("--backup-command=/usr/bin/rclone sync {folder} s3:fraud/{member}")
                        .backupCommands()
                        .afterBackup())
                .isPresent();
        assertThatThrownBy(() -> whole("--backup-command=rclone sync"))
                .hasMessageContaining("key=backup-command word=1 of 2 program=rclone");
        assertThatThrownBy(() -> whole("--restore-command=/bin/cp {member}"))
                .hasMessageContaining("restore-command may have [folder]");
        assertThatThrownBy(() -> whole("--restore-command=/bin/cp", "--backup-command-within=8d"))
                .hasMessageContaining("backup-command-within=PT192H");
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
    void shouldGoOnDegradedAfterTenSecondsByDefault() {
        assertThat(parse().degradedAfter()).contains(Duration.ofSeconds(10));
        assertThat(parse("--degraded-after=2m").degradedAfter()).contains(Duration.ofMinutes(2));
        assertThat(parse("--degraded-after=never").degradedAfter()).isEmpty();
        assertThatThrownBy(() -> parse("--degraded-after=soon")).hasMessageContaining("degraded-after=soon");
    }

    @Test
    void shouldSweepOnceADayByDefault() {
        assertThat(whole().histories().sweeps())
                .isEqualTo(new SweepSettings(Optional.of(Duration.ofDays(1)), Duration.ofDays(7)));
        assertThat(whole("--sweep-interval=1h", "--card-ttl=0s").histories().sweeps())
                .isEqualTo(new SweepSettings(Optional.of(Duration.ofHours(1)), Duration.ZERO));
        assertThat(whole("--sweep-interval=never").histories().sweeps().interval())
                .isEmpty();
        assertThatThrownBy(() -> whole("--sweep-interval=1ms")).hasMessageContaining("sweep-interval=1ms");
        assertThatThrownBy(() -> whole("--sweep-interval=31d")).hasMessageContaining("sweep-interval=31d");
        assertThatThrownBy(() -> whole("--sweep-interval=daily")).hasMessageContaining("sweep-interval=daily");
        assertThatThrownBy(() -> whole("--card-ttl=101d")).hasMessageContaining("card-ttl=2424h");
    }

    @ParameterizedTest
    @CsvSource({
        "port, 1, 65535",
        "readers, 1, 256",
        "cards, 0, 2147483647",
        "history, 0, 4095",
        "shards, 1, 9973",
        "backups, 0, 2",
        "members, 1, 1000",
        "min-members, 1, 1000",
        "entries-per-card, 5, 4095",
        "batch-limit, 1, 1048576",
        "in-flight, 8192, 16777216",
        "in-flight-least, 1024, 65536",
        "breaker-percent, 0, 100",
        "breaker-seconds, 1, 60"
    })
    void shouldTakeANumberAtItsBoundsAndNoneBeyond(String key, int least, int greatest) {
        parse("--" + key + "=" + least, "--control-port=0");
        parse("--" + key + "=" + greatest, "--control-port=0");
        assertThatThrownBy(() -> parse("--" + key + "=" + (least - 1L))).hasMessageContaining(key + "=" + (least - 1));
        assertThatThrownBy(() -> parse("--" + key + "=" + (greatest + 1L)))
                .hasMessageContaining(Long.toString(greatest + 1L));
    }

    @Test
    void shouldLetNoFewerBeInFlightThanIsGiven() {
        assertThat(whole().intake().inFlightLeast()).isEmpty();
        assertThat(whole("--in-flight-least=4096").intake().inFlightLeast()).hasValue(4_096);
        assertThatThrownBy(() -> whole("--in-flight=8192", "--in-flight-least=8193"))
                .hasMessageContaining("in-flight-least=8193");
        assertThatThrownBy(() -> whole("--in-flight-least=few")).hasMessageContaining("must be a number or auto");
    }

    @Test
    void shouldTakeTheBreakersLimitsOfEverySet() {
        assertThat(whole().intake().breaker()).isEqualTo(BreakerLimits.NONE);
        assertThat(whole(
                                "--breaker-percent=30",
                                "--breaker-times=5",
                                "--breaker-seconds=10",
                                "--breaker-declines-nothing")
                        .intake()
                        .breaker())
                .isEqualTo(new BreakerLimits(30, 5, 10, true));
        assertThatThrownBy(() -> whole("--breaker-times=1")).hasMessageContaining("breaker-times=1.0");
    }

    @Test
    void shouldTakeWhatUsageCallsTheDefaults() {
        MemberConfig config = whole();

        assertThat(config.network().clusterName()).isEqualTo("fraud");
        assertThat(config.network().port()).isEqualTo(5701);
        assertThat(config.sources().addresses()).isEmpty();
        assertThat(config.network().join()).isEmpty();
        assertThat(config.shards().partitionThreads())
                .isEqualTo(Math.max(2, Runtime.getRuntime().availableProcessors()));
        assertThat(config.shards().backups()).isEqualTo(1);
        assertThat(config.shards().acks()).isEqualTo(Acks.STRICT);
        assertThat(config.intake().futureTolerance()).isEqualTo(Duration.ofHours(1));
        assertThat(config.intake().cardKey()).isEmpty();
        assertThat(config.atStart().load()).isFalse();
        assertThat(config.atStart().start()).isFalse();
    }

    @Test
    void shouldGoByTheClockOfTheSources() {
        assertThat(whole().intake().sourceClock()).isEqualTo(SourceClock.REAL);
        assertThat(whole("--source-clock=86400@2026-12-31T00:00:00Z").intake().sourceClock())
                .isEqualTo(new SourceClock(1_798_675_200_000L, 86_400));
        assertThatThrownBy(() -> whole("--source-clock=fast")).hasMessageContaining("source-clock=fast");
    }

    @Test
    void shouldTakeSeveralSourcesAndMembersHoweverTheyAreGiven() {
        MemberConfig config = whole("--source=a:1,b:2", "--source", "c:3", "--join=d:4");

        assertThat(config.sources().addresses())
                .containsExactly(
                        InetSocketAddress.createUnresolved("a", 1),
                        InetSocketAddress.createUnresolved("b", 2),
                        InetSocketAddress.createUnresolved("c", 3));
        assertThat(config.network().join()).containsExactly(InetSocketAddress.createUnresolved("d", 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a:", ":1", "a:0", "a:65536", "a:b", "1"})
    void shouldNameAnAddressThatIsNone(String address) {
        assertThatThrownBy(() -> parse("--source=" + address)).hasMessageContaining("source=" + address);
        assertThatThrownBy(() -> parse("--join=" + address)).hasMessageContaining("join=" + address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-a", "a b", "zone/1", ".a"})
    void shouldNameAZoneThatIsNone(String zone) {
        assertThat(parse("--zone=rack_1.A-2").zone()).contains("rack_1.A-2");
        assertThatThrownBy(() -> parse("--zone=" + zone)).hasMessageContaining("zone=" + zone);
    }

    @Test
    void shouldScoreWithAsManyThreadsAsConfigured() {
        assertThat(whole("--partition-threads=5").shards().partitionThreads()).isEqualTo(5);
        assertThatThrownBy(() -> whole("--partition-threads=0"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("partition-threads");
    }

    @Test
    void shouldReadByOneConnectionForTwoProcessorsAndForEachSource() {
        int processors = Runtime.getRuntime().availableProcessors();
        assertThat(whole("--readers=auto").sources().readers()).isEqualTo(Math.max(1, processors / 2));
        String many =
                IntStream.range(0, processors).mapToObj(i -> "s" + i + ":1").collect(Collectors.joining(","));
        assertThat(whole("--readers=auto", "--source=" + many).sources().readers())
                .isEqualTo(processors);
        assertThat(whole().sources().readers()).isEqualTo(2);
        assertThatThrownBy(() -> whole("--readers=many"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("readers must be a number or auto: readers=many");
    }
}
