package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class WaitLinesTest {
    private static final int PERCENT_MAX = 10;
    private static final KafkaFigures NOTHING = figures(0, List.of());

    private final Logger logger = (Logger) LoggerFactory.getLogger(WaitLines.class);
    private final ListAppender<ILoggingEvent> written = new ListAppender<>();
    private final DeadLetterShare.Pause pause = new DeadLetterShare.Pause();
    private final DeadLetterShare deadLetters = new DeadLetterShare(PERCENT_MAX, pause);
    private final WaitLines lines =
            new WaitLines(TestTopics.named().settings(InputForm.RECORD, OutputForm.JSON), Map.of("in", deadLetters));

    @BeforeEach
    void listen() {
        written.start();
        logger.setAdditive(false);
        logger.addAppender(written);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(written);
        logger.setAdditive(true);
    }

    private static KafkaFigures figures(long waitingMs, List<String> waitsFor) {
        return new KafkaFigures(1, waitsFor.isEmpty() ? 0 : 1, waitsFor, waitingMs, 0, 4, 0L, 0L, null, null);
    }

    /** Records may be rejected by their answers, long after all of them have been taken. */
    @Test
    void shouldSayThatReadingPausesWhenItBeginsAndAgainEachMinute() {
        lines.look(NOTHING, 0);
        assertThat(written.list).isEmpty();

        for (int i = 0; i < KafkaLimits.DEAD_LETTER_WINDOW; i++) {
            deadLetters.addAnswered(i % 2 == 0);
        }
        lines.look(NOTHING, 1);
        lines.look(NOTHING, TimeUnit.SECONDS.toNanos(59));
        assertThat(written.list)
                .singleElement()
                .satisfies(line -> assertThat(line.getFormattedMessage())
                        .contains(
                                "reading it pauses: topic=in percent=50 ",
                                "kafka-dead-letters-max=",
                                "correct the format"));

        lines.look(NOTHING, TimeUnit.SECONDS.toNanos(61));
        assertThat(written.list).hasSize(2);

        pause.end();
        lines.look(NOTHING, TimeUnit.SECONDS.toNanos(62));
        assertThat(written.list).hasSize(2);
    }

    @Test
    void shouldNameEachTopicThatPauses() {
        DeadLetterShare ofOther = new DeadLetterShare(PERCENT_MAX, new DeadLetterShare.Pause());
        WaitLines ofTwo = new WaitLines(
                TestTopics.named().settings(InputForm.RECORD, OutputForm.JSON),
                Map.of("first", deadLetters, "second", ofOther));
        for (int i = 0; i < KafkaLimits.DEAD_LETTER_RECORDS_MIN; i++) {
            deadLetters.addAnswered(true);
            ofOther.addAnswered(false);
        }
        ofTwo.look(NOTHING, 0);
        for (int i = 0; i < KafkaLimits.DEAD_LETTER_RECORDS_MIN; i++) {
            ofOther.addRead(true);
        }
        ofTwo.look(NOTHING, 1);
        ofTwo.look(NOTHING, 2);
        assertThat(written.list)
                .extracting(line -> line.getFormattedMessage().replaceAll(".*(topic=\\w+).*", "$1"))
                .containsExactly("topic=first", "topic=second");
    }

    @Test
    void shouldSayOfLabelsWhatTheyMayLack() {
        WaitLines ofLabels = new WaitLines(
                TestTopics.named().withLabels("labels").settings(InputForm.RECORD, OutputForm.JSON),
                Map.of("labels", deadLetters));
        for (int i = 0; i < KafkaLimits.DEAD_LETTER_RECORDS_MIN; i++) {
            deadLetters.addAnswered(true);
        }
        ofLabels.look(NOTHING, 0);
        assertThat(written.list)
                .singleElement()
                .satisfies(line -> assertThat(line.getFormattedMessage())
                        .contains("topic=labels ", "check what the labels name")
                        .doesNotContain("correct the format"));
    }

    @Test
    void shouldSayWhatRecordsWaitForWhenThatTakesLonger() {
        lines.look(figures(900, List.of("schema 7")), 0);
        assertThat(written.list).isEmpty();

        lines.look(figures(1_100, List.of("schema 7")), 1);
        lines.look(figures(1_600, List.of("schema 7")), 2);
        assertThat(written.list)
                .singleElement()
                .satisfies(line -> assertThat(line.getFormattedMessage()).contains("schema 7"));
    }
}
