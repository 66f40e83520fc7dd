package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When positions of a topic of labels are committed, at a real broker. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LabelReaderTest {
    private final ConcurrentLinkedQueue<LabelRequest> asked = new ConcurrentLinkedQueue<>();
    private volatile LabelResult result = LabelResult.UNAVAILABLE;

    private CompletableFuture<LabelResult[]> answer(List<LabelRequest> requests) {
        asked.addAll(requests);
        LabelResult[] results = new LabelResult[requests.size()];
        Arrays.fill(results, result);
        return CompletableFuture.completedFuture(results);
    }

    @Test
    void shouldCommitAPositionWhenTheCopiesHaveTheLabelAndNotBefore() throws Exception {
        TestTopics topics = TestTopics.create(1);
        String labels = topics.name + "-labelled";
        topics.create(1, List.of(labels));
        topics.withLabels(labels);
        LabelReader reader = new LabelReader(
                topics.settings(InputForm.JSON, OutputForm.JSON),
                labels,
                (requests, within) -> answer(requests),
                new VerdictTransactionTest.UnreadMeter(),
                new RulesInUse(RuleSet.shipped()));
        Thread thread = new Thread(reader, "test-labels");
        thread.start();
        try {
            topics.sendTo(labels, "a", "{\"card\":\"4929000000000001\",\"reference\":\"r-1\",\"label\":\"fraud\"}");
            TestCluster.await("it is asked for again", () -> asked.size() > 3);
            assertThat(topics.hasPosition(topics.name + "-labels")).isFalse();
            result = LabelResult.LABELLED;
            TestCluster.await("its position is committed", () -> topics.hasPosition(topics.name + "-labels"));
            assertThat(topics.committed(topics.deadLetters, 0)).isEmpty();
            result = LabelResult.UNKNOWN_TRANSACTION;
            topics.sendTo(labels, "b", "{\"card\":\"4929000000000001\",\"reference\":\"r-2\",\"label\":\"genuine\"}");
            topics.sendTo(labels, "c", "no JSON at all");
            List<ConsumerRecord<byte[], byte[]>> letters = topics.committed(topics.deadLetters, 2);
            assertThat(letters)
                    .extracting(letter -> TestTopics.text(letter.key()) + " " + TestTopics.header(letter, "reason"))
                    .containsExactlyInAnyOrder("b unknown_transaction", "c not_json");
            assertThat(TestTopics.header(letters.get(0), "topic")).isEqualTo(labels);
            topics.sendTo(labels, "d", BadRecordsTest.LARGE);
            ConsumerRecord<byte[], byte[]> large =
                    topics.committed(topics.deadLetters, 3).get(2);
            assertThat(TestTopics.header(large, "valueBytes"))
                    .as("too large for a letter with it")
                    .isEqualTo(Integer.toString(BadRecordsTest.LARGE.length()));
        } finally {
            reader.finish();
            thread.join();
        }
    }
}
