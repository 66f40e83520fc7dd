package com.hazelcast.certification.systemtests.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class KafkaSettingsTest {
    private static final int SIZE = TransactionLayout.TRANSACTION_SIZE_BYTES;
    private static final KafkaSettings SETTINGS = new KafkaSettings(
            1_000,
            50,
            Map.of(KafkaFault.AWAY, 1, KafkaFault.MEMBER, 3, KafkaFault.ALL, 0),
            Duration.ofSeconds(90),
            "1g",
            7);

    @Test
    void shouldNameTheFaultsThatAreFired() {
        assertThat(SETTINGS.describe()).isEqualTo("kill -9 of a member (3), a broker away for 90 s (1)");
        assertThat(SETTINGS.faultCount()).isEqualTo(4);
    }

    @Test
    void shouldKeepPaymentsForEachFaultThatIsStillToBeFired() {
        assertThat(SETTINGS.sentBefore(0)).isEqualTo(600);
        assertThat(SETTINGS.sentBefore(3)).isEqualTo(900);
        assertThat(SETTINGS.sentBefore(4)).isEqualTo(1_000);
    }

    @Test
    void shouldGiveACommandThatDoesItAgain() {
        String command = SETTINGS.command();
        KafkaRuns runs = new KafkaRuns();
        new CommandLine(runs).parseArgs(command.substring(command.indexOf("--")).split(" "));
        KafkaSettings again = runs.settings();
        assertThat(again.records()).isEqualTo(1_000);
        assertThat(again.rate()).isEqualTo(50);
        assertThat(again.count(KafkaFault.MEMBER)).isEqualTo(3);
        assertThat(again.count(KafkaFault.AWAY)).isEqualTo(1);
        assertThat(again.count(KafkaFault.ALL)).isZero();
        assertThat(again.away()).isEqualTo(Duration.ofSeconds(90));
        assertThat(again.seed()).isEqualTo(7);
    }

    @Test
    void shouldHaveAnOptionForEachFault() {
        CommandLine command = new CommandLine(new KafkaRuns());
        for (KafkaFault fault : KafkaFault.values()) {
            assertThat(command.getCommandSpec().findOption(fault.option()))
                    .as(fault.name())
                    .isNotNull();
        }
    }

    @Test
    void shouldDigestTransactionsWhateverTheirOrder() {
        byte[] both = new byte[2 * SIZE];
        both[0] = 1;
        both[SIZE] = 2;
        byte[] turned = new byte[2 * SIZE];
        turned[0] = 2;
        turned[SIZE] = 1;
        byte[] other = both.clone();
        other[SIZE - 1] = 1;
        assertThat(KafkaFaults.digest(turned)).isEqualTo(KafkaFaults.digest(both));
        assertThat(KafkaFaults.digest(other)).isNotEqualTo(KafkaFaults.digest(both));
    }
}
